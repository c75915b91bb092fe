import TextSearch

/// The completion script for zsh.
enum ZshCompletion {
  static func script(_ commands: [Command]) -> String {
    let names = CompletionWords(commands)
    var script = """
      #compdef actionitems
      # Completion of actionitems for zsh, made by 'actionitems completions zsh'.
      _actionitems_known() {
        local -a found
        local word what
        while IFS=$'\\t' read -r word what; do
          found+=("${word//:/\\\\:}${what:+:$what}")
        done < <(actionitems completions --values "$1" 2>/dev/null)
        _describe -V "$1" found
      }
      _actionitems() {
        local first= second= word i
        local -a options values
        local kind=
        for ((i = 2; i < CURRENT; i++)); do
          word=${words[i]}
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
    script += "  esac\n  case \"$first\" in\n    \"\")\n      values=(\n"
    for word in names.first {
      let summary = commands.first { $0.name == word }?.summary
      let seconds = names.families.first { $0.word == word }?.seconds
      let text =
        summary ?? (word == "help" ? "explain a command" : seconds?.joined(separator: ", ")) ?? ""
      script += "        \(quoted(word, text))\n"
    }
    script += "      )\n\(optionLines(CommonOptions.all)) ;;\n"
    for (word, seconds) in names.families where !commands.contains(where: { $0.name == word }) {
      script += "    \"\(word)\") values=(\(seconds.joined(separator: " "))) ;;\n"
    }
    for command in commands {
      let found = assignments(names.values(behind: command))
      script += "    \"\(command.name)\")\n\(optionLines(command.allOptions)) \(found) ;;\n"
    }
    script += "  esac\n  case \"$first ${words[CURRENT-1]}\" in\n"
    for (pattern, values) in CompletionWords.valuedOptions(of: commands) {
      script += "    \(pattern)) options=() \(assignments(values)) ;;\n"
    }
    return script + """
        esac
        if [[ ${words[CURRENT]} == -* ]] && (( $#options )); then
          _describe option options
        elif [[ $kind == files ]]; then
          _files
        elif [[ -n $kind ]]; then
          _actionitems_known $kind
        elif (( $#values )); then
          _describe value values
        fi
      }
      if [[ $funcstack[1] == _actionitems ]]; then _actionitems "$@"; else compdef _actionitems actionitems; fi

      """
  }

  private static func assignments(_ values: CompletionValues) -> String {
    switch values {
    case .words(let words): "values=(\(words.joined(separator: " "))) kind="
    case .known(let kind): "values=() kind=\(kind.rawValue)"
    case .files: "values=() kind=files"
    case .none: "values=() kind="
    }
  }

  private static func optionLines(_ options: [any OptionDescribing]) -> String {
    "      options=(\n"
      + options.map { "        \(quoted("--" + $0.name, $0.help))\n" }.joined() + "      )"
  }

  /// `'word:what it does'`.
  private static func quoted(_ word: String, _ text: String) -> String {
    "'\(word):\(text.replacing(every: "'", with: "'\\''"))'"
  }
}
