import Encoding

enum FishCompletion {
  static func script(_ commands: [Command]) -> String {
    let words = CompletionWords(commands, list: list)
    let families = words.families.flatMap { word, seconds in seconds.map { "\"\(word) \($0)\"" } }
    var script = """
      # Completion of actionitems for fish, made by 'actionitems completions fish'.
      function __actionitems_command
          set -l words (commandline -opc)[2..-1]
          set -l words (string match -v -- '-*' $words)
          if contains -- "$words[1] $words[2]" \(families.joined(separator: " "))
              echo "$words[1] $words[2]"
          else
              echo "$words[1]"
          end
      end
      function __actionitems_is
          test (__actionitems_command) = "$argv"
      end
      complete -c actionitems -f

      """
    func add(_ command: String, _ rest: String) {
      script += "complete -c actionitems -n '__actionitems_is \(command)' \(rest)\n"
    }
    for word in words.first { add("\"\"", "-a \(word) -d \(quoted(words.summary(of: word)))") }
    for (word, seconds) in words.families { add(word, "-a \(list(seconds))") }
    for command in commands {
      switch CompletionValues(operandsOf: command) {
      case .words(let words): add(command.name, "-a \(list(words))")
      case .known(let kind): add(command.name, "-k -a \(known(kind))")
      case .files: add(command.name, "-F")
      case .none: break
      }
      for option in command.allOptions {
        let letter = option.letter.map { " -s \($0)" } ?? ""
        let value = option.placeholder == nil ? "" : value(CompletionValues(option))
        add(command.name, "-l \(option.name)\(letter)\(value) -d \(quoted(option.help))")
      }
    }
    return script
  }

  private static func value(_ values: CompletionValues) -> String {
    switch values {
    case .words(let words): " -x -a \(list(words))"
    case .known(let kind): " -x -a \(known(kind))"
    case .files: " -r -F"
    case .none: " -x"
    }
  }

  private static func known(_ kind: CompletionValues.Kind) -> String {
    "'(actionitems completions --values \(kind.rawValue))'"
  }

  private static func list(_ words: [String]) -> String { quoted(words.joined(separator: " ")) }

  private static func quoted(_ text: String) -> String {
    "'\(text.replacing(every: "\\", with: "\\\\").replacing(every: "'", with: "\\'"))'"
  }
}
