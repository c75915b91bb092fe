import ActionItemModel

/// `--assignee NAME`: whose items are wanted.
struct AssigneeFilter {
  /// Those items.
  let wanted: WantedAssignee

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
    wanted = WantedAssignee(names: person?.allNames ?? [name])
  }

  /// Who `me` is.
  static func me(_ people: PeopleDirectory) throws(CommandFailure) -> PeopleDirectory.Person {
    if let me = people.me { return me }
    throw CommandFailure(
      .usage,
      "--assignee me: nothing says who 'me' is; write {\"me\":\"NAME\"} to people.json in the store's folder"
    )
  }

  /// Whether an item is theirs: by name, first name or id.
  func takes(_ item: ActionItem) -> Bool { wanted.takes(item) }
}
