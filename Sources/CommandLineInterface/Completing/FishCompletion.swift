import TextSearch

/// The completion script for fish.
enum FishCompletion {
  static func script(_ commands: [Command]) -> String {
    let names = CompletionWords(commands)
    let families = names.families.flatMap { family in
      family.seconds.map { "\"\(family.word) \($0)\"" }
    }
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
    for word in names.first {
      let summary = commands.first { $0.name == word }?.summary
      let seconds = names.families.first { $0.word == word }?.seconds
      let text =
        summary ?? (word == "help" ? "explain a command" : seconds?.joined(separator: ", ")) ?? ""
      script += "complete -c actionitems -n '__actionitems_is \"\"' -a \(word) -d \(quoted(text))\n"
    }
    for (word, seconds) in names.families {
      script +=
        "complete -c actionitems -n '__actionitems_is \(word)' -a \(quoted(seconds.joined(separator: " ")))\n"
    }
    for command in commands {
      let condition = "complete -c actionitems -n '__actionitems_is \(command.name)'"
      switch CompletionValues(operandsOf: command) {
      case .words(let words):
        script += "\(condition) -a \(quoted(words.joined(separator: " ")))\n"
      case .known(let kind):
        script += "\(condition) -k -a '(actionitems completions --values \(kind.rawValue))'\n"
      case .files: script += "\(condition) -F\n"
      case .none: break
      }
      for option in command.allOptions {
        script += "\(condition) -l \(option.name)"
        if let letter = option.letter { script += " -s \(letter)" }
        if option.placeholder != nil {
          switch CompletionValues(option) {
          case .words(let words): script += " -x -a \(quoted(words.joined(separator: " ")))"
          case .known(let kind):
            script += " -x -a '(actionitems completions --values \(kind.rawValue))'"
          case .files: script += " -r -F"
          case .none: script += " -x"
          }
        }
        script += " -d \(quoted(option.help))\n"
      }
    }
    return script
  }

  private static func quoted(_ text: String) -> String {
    "'\(text.replacing(every: "\\", with: "\\\\").replacing(every: "'", with: "\\'"))'"
  }
}
