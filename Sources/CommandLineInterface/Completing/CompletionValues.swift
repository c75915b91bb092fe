import TextSearch

/// What a shell can propose for a value.
enum CompletionValues: Equatable {
  /// One of a few words.
  case words([String])
  /// What the store knows.
  case known(Kind)
  /// A file or a folder.
  case files
  /// Anything.
  case none

  /// What a store knows.
  enum Kind: String, CaseIterable {
    case ids, people, conversations
  }

  /// For an option.
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

  /// For what follows the options of a command.
  init(operandsOf command: Command) {
    if command.operands.holds("SHELL") {
      self = .words(Shell.allCases.map(\.rawValue))
    } else if command.operands.holds("ID") {
      self = .known(.ids)
    } else if ["PATH", "FILE", "GOLD"].contains(where: command.operands.holds) {
      self = .files
    } else {
      self = .none
    }
  }
}

/// A shell that completes words.
enum Shell: String, CaseIterable {
  case bash, zsh, fish
}
