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
      let seconds = names.families.first { $0.word == command.name }?.seconds ?? []
      script += "    \"\(command.name)\") options=\"\(options)\""
      switch CompletionValues(operandsOf: command) {
      case .words(let words): script += " values=\"\((words + seconds).joined(separator: " "))\""
      case .known(let kind): script += " kind=\(kind.rawValue)"
      case .files: script += " kind=files"
      case .none: if !seconds.isEmpty { script += " values=\"\(seconds.joined(separator: " "))\"" }
      }
      script += " ;;\n"
    }
    script += "  esac\n  case \"$first $prev\" in\n"
    for command in commands {
      for option in command.allOptions where option.placeholder != nil {
        let patterns = ["--\(option.name)"] + (option.letter.map { ["-\($0)"] } ?? [])
        let pattern = patterns.map { "\"\(command.name) \($0)\"" }.joined(separator: "|")
        let found: String
        switch CompletionValues(option) {
        case .words(let words): found = "values=\"\(words.joined(separator: " "))\" kind="
        case .known(let kind): found = "values= kind=\(kind.rawValue)"
        case .files: found = "values= kind=files"
        case .none: found = "values= kind="
        }
        script += "    \(pattern)) options= \(found) ;;\n"
      }
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
}

/// The words that commands consist of.
struct CompletionWords {
  /// What a command line may begin with.
  let first: [String]
  /// The second words of commands of two words.
  let families: [(word: String, seconds: [String])]

  init(_ commands: [Command]) {
    var first: [String] = []
    var families: [(word: String, seconds: [String])] = []
    for command in commands {
      let words = command.name.split(separator: " ").map(String.init)
      if !first.contains(words[0]) { first.append(words[0]) }
      guard words.count == 2 else { continue }
      if let place = families.firstIndex(where: { $0.word == words[0] }) {
        families[place].seconds.append(words[1])
      } else {
        families.append((words[0], [words[1]]))
      }
    }
    self.first = first + ["help"]
    self.families = families
  }
}
