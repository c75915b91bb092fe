/// The words that commands consist of.
struct CompletionWords {
  /// What a command line may begin with.
  let first: [String]
  /// The second words of commands of two words, and of `help`.
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
    self.families = families + [("help", first)]
  }

  /// What may stand behind a command: the second words of its family count, too.
  func values(behind command: Command) -> CompletionValues {
    let seconds = families.first { $0.word == command.name }?.seconds ?? []
    switch CompletionValues(operandsOf: command) {
    case .words(let words): return .words(words + seconds)
    case .none where !seconds.isEmpty: return .words(seconds)
    case let values: return values
    }
  }

  /// The options that take a value, as a shell's pattern for a command with one of them behind it, and what the
  /// value may be.
  static func valuedOptions(
    of commands: [Command]
  ) -> [(pattern: String, values: CompletionValues)] {
    commands.flatMap { command in
      command.allOptions.filter { $0.placeholder != nil }.map { option in
        let names = ["--\(option.name)"] + (option.letter.map { ["-\($0)"] } ?? [])
        let pattern = names.map { "\"\(command.name) \($0)\"" }.joined(separator: "|")
        return (pattern, CompletionValues(option))
      }
    }
  }
}
