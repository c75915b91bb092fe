import Encoding

enum ZshCompletion {
  static func script(_ commands: [Command]) -> String {
    let words = CompletionWords(commands) { "(\($0.joined(separator: " ")))" }
    let first = words.first.map { "        \(quoted($0, words.summary(of: $0)))\n" }
    let branches = commands.map { command in
      "    \"\(command.name)\")\n\(optionLines(command.allOptions)) \(words.operands(of: command)) ;;\n"
    }
    return """
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
      \(words.familyCases)  esac
        case "$first" in
          "")
            values=(
      \(first.joined())      )
      \(optionLines(CommonOptions.all)) ;;
      \(words.incompleteCases)\(branches.joined())  esac
        case "$first ${words[CURRENT-1]}" in
      \(words.valueCases)  esac
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

  private static func optionLines(_ options: [any OptionDescribing]) -> String {
    "      options=(\n"
      + options.map { "        \(quoted("--" + $0.name, $0.help))\n" }.joined() + "      )"
  }

  /// Returns `'word:what it does'`.
  private static func quoted(_ word: String, _ text: String) -> String {
    "'\(word):\(text.replacing(every: "'", with: "'\\''"))'"
  }
}
