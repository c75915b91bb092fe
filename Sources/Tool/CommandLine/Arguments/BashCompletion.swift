enum BashCompletion {
  static func script(_ commands: [Command]) -> String {
    let words = CompletionWords(commands) { $0.isEmpty ? "" : "\"\($0.joined(separator: " "))\"" }
    func names(_ options: [any OptionDescribing]) -> String {
      options.map { "--" + $0.name }.joined(separator: " ")
    }
    let branches = commands.map { command in
      "    \"\(command.name)\") options=\"\(names(command.allOptions))\" "
        + "\(words.operands(of: command)) ;;\n"
    }
    return """
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
      \(words.familyCases)  esac
        case "$first" in
          "") values="\(words.first.joined(separator: " "))"
              options="\(names(CommonOptions.all))" ;;
      \(words.incompleteCases)\(branches.joined())  esac
        case "$first $prev" in
      \(words.valueCases)  esac
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
}
