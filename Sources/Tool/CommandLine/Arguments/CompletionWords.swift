import Encoding

/// The completions for a value.
enum CompletionValues: Equatable {
  case words([String])
  /// Values from the store.
  case known(Kind)
  case files
  case none

  enum Kind: String, CaseIterable {
    case ids, people, conversations
    case openIds = "open-ids"
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
}

enum Shell: String, CaseIterable {
  case bash, zsh, fish

  func script(_ commands: [Command]) -> String {
    switch self {
    case .bash: BashCompletion.script(commands)
    case .zsh: ZshCompletion.script(commands)
    case .fish: FishCompletion.script(commands)
    }
  }
}

/// The words of the commands, and the `case` branches that set variables in bash and zsh scripts.
struct CompletionWords {
  private let commands: [Command]
  /// Formats words as a list in the shell's syntax.
  private let list: ([String]) -> String
  /// The possible first words of a command line.
  let first: [String]
  /// The second words of two-word commands, and of `help`.
  let families: [(word: String, seconds: [String])]

  init(_ commands: [Command], list: @escaping ([String]) -> String) {
    (self.commands, self.list) = (commands, list)
    var first: [String] = []
    var families: [(word: String, seconds: [String])] = []
    for command in commands {
      let words = command.name.split(separator: " ").map(String.init)
      if !first.contains(words[0]) { first.append(words[0]) }
      guard words.count == 2 else { continue }
      if families.last?.word != words[0] { families.append((words[0], [])) }
      families[families.count - 1].seconds.append(words[1])
    }
    self.first = first + ["help"]
    self.families = families + [("help", first)]
  }

  private func seconds(behind word: String) -> [String] {
    families.first { $0.word == word }?.seconds ?? []
  }

  func summary(of word: String) -> String {
    commands.first { $0.name == word }?.summary
      ?? (word == "help"
        ? "show the help of a command" : seconds(behind: word).joined(separator: ", "))
  }

  /// The branches that recognise two words as one command's name.
  var familyCases: String {
    families.flatMap { word, seconds in
      seconds.map { "    \"\(word) \($0)\") first=\"\(word) \($0)\" ;;\n" }
    }.joined()
  }

  /// The branches that offer second words after a first word that is not a command.
  var incompleteCases: String {
    families.filter { family in !commands.contains { $0.name == family.word } }
      .map { "    \"\($0.word)\") values=\(list($0.seconds)) ;;\n" }.joined()
  }

  /// The branches that offer values for an option after its command.
  var valueCases: String {
    commands.flatMap { command in
      command.allOptions.filter { $0.placeholder != nil }.map { option in
        let names = ["--\(option.name)"] + (option.letter.map { ["-\($0)"] } ?? [])
        let pattern = names.map { "\"\(command.name) \($0)\"" }.joined(separator: "|")
        return "    \(pattern)) options=\(list([])) \(assignments(CompletionValues(option))) ;;\n"
      }
    }.joined()
  }

  /// Returns the completions after a command, including the second words of its family.
  func operands(of command: Command) -> String {
    let seconds = seconds(behind: command.name)
    switch CompletionValues(operandsOf: command) {
    case .words(let words): return assignments(.words(words + seconds))
    case .none where !seconds.isEmpty: return assignments(.words(seconds))
    case let values: return assignments(values)
    }
  }

  private func assignments(_ values: CompletionValues) -> String {
    let (words, kind) =
      switch values {
      case .words(let words): (words, "")
      case .known(let kind): ([], kind.rawValue)
      case .files: ([], "files")
      case .none: ([], "")
      }
    return "values=\(list(words)) kind=\(kind)"
  }
}
