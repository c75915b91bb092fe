/// The completion script for bash.
enum BashCompletion {
  static func script(_ commands: [Command]) -> String {
    let names = CompletionWords(commands)
    var script = """
      # Completion of actionitems for bash, made by 'actionitems completions bash'.
      _actionitems() {
        local cur=${COMP_WORDS[COMP_CWORD]} prev=${COMP_WORDS[COMP_CWORD-1]} first= second= word
        local options= values= kind= i
        COMPREPLY=()
        for ((i = 1; i < COMP_CWORD; i++)); do
          word=${COMP_WORDS[i]}
          [[ $word == -* ]] && continue
          if [[ -z $first ]]; then first=$word; elif [[ -z $second ]]; then second=$word; break; fi
        done
        case "$first $second" in

      """
    for (word, seconds) in names.families {
      for second in seconds {
        script += "    \"\(word) \(second)\") first=\"\(word) \(second)\" ;;\n"
      }
    }
    script += """
        esac
        case "$first" in
          "") values="\(names.first.joined(separator: " "))"
              options="\(CommonOptions.all.map { "--" + $0.name }.joined(separator: " "))" ;;

      """
    for (word, seconds) in names.families where !commands.contains(where: { $0.name == word }) {
      script += "    \"\(word)\") values=\"\(seconds.joined(separator: " "))\" ;;\n"
    }
    for command in commands {
      let options = command.allOptions.map { "--" + $0.name }.joined(separator: " ")
      let found = assignments(names.values(behind: command))
      script += "    \"\(command.name)\") options=\"\(options)\" \(found) ;;\n"
    }
    script += "  esac\n  case \"$first $prev\" in\n"
    for (pattern, values) in CompletionWords.valuedOptions(of: commands) {
      script += "    \(pattern)) options= \(assignments(values)) ;;\n"
    }
    return script + """
        esac
        if [[ $cur == -* && -n $options ]]; then
          COMPREPLY=($(compgen -W "$options" -- "$cur"))
        elif [[ $kind == files ]]; then
          compopt -o filenames 2>/dev/null
          COMPREPLY=($(compgen -f -- "$cur"))
        elif [[ -n $kind ]]; then
          while IFS=$'\\t' read -r word _; do
            [[ ${word,,} == "${cur,,}"* ]] && COMPREPLY+=("$(printf %q "$word")")
          done < <(actionitems completions --values "$kind" 2>/dev/null)
        else
          COMPREPLY=($(compgen -W "$values" -- "$cur"))
        fi
      }
      complete -F _actionitems actionitems

      """
  }

  private static func assignments(_ values: CompletionValues) -> String {
    switch values {
    case .words(let words): "values=\"\(words.joined(separator: " "))\" kind="
    case .known(let kind): "values= kind=\(kind.rawValue)"
    case .files: "values= kind=files"
    case .none: "values= kind="
    }
  }
}
