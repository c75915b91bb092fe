import ActionItemModel

/// `--assignee NAME`: whose items are wanted.
struct AssigneeFilter {
  private enum Wanted {
    case nobody
    case names(Set<String>)
  }

  private let wanted: Wanted

  /// `-` is nobody; `me` and anybody in the directory are meant by all of their names.
  init(_ name: String, _ people: PeopleDirectory) throws(CommandFailure) {
    if name == "-" {
      wanted = .nobody
      return
    }
    var person = people.person(named: name)
    if name == "me", person == nil {
      person = try Self.me(people)
    }
    wanted = .names(Set((person?.allNames ?? [name]).map { $0.lowercased() }))
  }

  /// Who `me` is.
  static func me(_ people: PeopleDirectory) throws(CommandFailure) -> PeopleDirectory.Person {
    if let me = people.me { return me }
    throw CommandFailure(
      .usage, "--assignee me: people.json does not say who 'me' is; add \"me\":\"NAME\" to it")
  }

  /// Whether an item is theirs: by name, first name or id.
  func takes(_ item: ActionItem) -> Bool {
    switch wanted {
    case .nobody: return item.assignee == nil
    case .names(let names):
      guard let assignee = item.assignee?.lowercased() else { return false }
      if names.contains(assignee) { return true }
      if let id = item.assigneeId?.lowercased(), names.contains(id) { return true }
      return assignee.split(separator: " ").first.map { names.contains(String($0)) } ?? false
    }
  }
}
