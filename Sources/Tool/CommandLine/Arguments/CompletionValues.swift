import Encoding

/// Determines the completions that a shell offers for a command line: words, values from the store, or files.
/// `ShellCommands` prints them for the scripts in `Shell`.
enum CompletionValues: Equatable {
  /// Words, each with a tab and its meaning if it has one.
  case words([String])
  /// Values from the store.
  case known(Kind)
  case files
  case none

  /// The kinds of values in the store.
  enum Kind: String, CaseIterable {
    case ids
    case openIds = "open-ids"
    case people, conversations
  }

  init(_ option: any OptionDescribing) {
    if !option.choices.isEmpty {
      self = .words(option.choices)
    } else if ["FILE", "DIR", "PATH"].contains(option.placeholder) {
      self = .files
    } else if ["assignee", "person"].contains(option.name) {
      self = .known(.people)
    } else if ["conversation", "exclude"].contains(option.name) {
      self = .known(.conversations)
    } else {
      self = .none
    }
  }

  init(operandsOf command: Command) {
    if command.operands.holds("SHELL") {
      self = .words(Shell.allCases.map(\.rawValue))
    } else if command.operands.holds("ID") {
      self = .known(command.name == StateCommands.done.name ? .openIds : .ids)
    } else if ["PATH", "FILE", "GOLD"].contains(where: command.operands.holds) {
      self = .files
    } else {
      self = .none
    }
  }

  /// Determines the completions of the last word of a command line, which is being typed. After `--name=`, only the
  /// value is completed.
  init(endOf line: [String]) {
    var before = Array(line.dropLast())
    let prefix = Self.prefix(of: line)
    if !prefix.isEmpty {
      before.append(String(prefix.dropLast()))
    } else if before.last == "=" {
      // bash passes `--name=value` as three words.
      before.removeLast()
    }
    let words = before.filter { !$0.hasPrefix("-") }
    if words.first == "help" {
      self = .words(words.count == 1 ? Self.commandWords : [])
      return
    }
    let two = words.prefix(2).joined(separator: " ")
    let command =
      Commands.all.first { $0.name == two } ?? Commands.all.first { $0.name == words.first }
    let options = command?.allOptions ?? CommonOptions.all
    let option = options.first { option in
      option.placeholder != nil
        && (before.last == "--" + option.name
          || option.letter.map { before.last == "-\($0)" } ?? false)
    }
    if let option {
      self = CompletionValues(option)
    } else if !prefix.isEmpty {
      self = .none
    } else if line.last?.hasPrefix("-") == true {
      self = .words(Self.options(options))
    } else if let command {
      let own = CompletionValues(operandsOf: command)
      let others = Self.seconds(command.name)
      self = own == .none && !others.isEmpty ? .words(others) : own
    } else {
      self = .words(
        words.first.map(Self.seconds) ?? Self.commandWords + ["help\tshow the help of a command"])
    }
  }

  /// Returns the `--name=` at the start of the word that is being typed; empty if there is none.
  static func prefix(of line: [String]) -> String {
    guard let typed = line.last, typed.hasPrefix("--"), let end = typed.firstIndex(of: "=") else {
      return ""
    }
    return String(typed[...end])
  }

  private static func options(_ options: [any OptionDescribing]) -> [String] {
    options.flatMap { option in
      (["--\(option.name)"] + (option.letter.map { ["-\($0)"] } ?? [])).map {
        "\($0)\t\(option.help)"
      }
    }
  }

  /// The first words of the commands.
  private static var commandWords: [String] {
    var words: [String] = []
    for command in Commands.all {
      let word = String(command.name.prefix { $0 != " " })
      if !words.contains(word) { words.append(word) }
    }
    return words.map { word in
      let command = Commands.all.first { $0.name == word }
      return word + "\t" + (command?.summary ?? seconds(word).joined(separator: ", "))
    }
  }

  /// The second words of the commands that begin with a word.
  private static func seconds(_ word: String) -> [String] {
    Commands.family(word).map { String($0.name.dropFirst(word.count + 1)) }
  }
}
