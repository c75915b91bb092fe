import ActionItemModel
import ActionItemRepository
import DueDates
import Journal
import TimeZones

/// `edit ID`: a person sets fields of an item.
enum EditCommand {
  static let task = Option.text("task", "WORDS", "what is to be done").perCall
  static let assignee = Option.text("assignee", "NAME", "who is to do it; '-' for nobody").perCall
  static let deadline = Option.text(
    "deadline", "WHEN",
    "when it is due, as in 2026-05-01, 2026-05-01T15:00 or 'friday'; '-' for never"
  ).perCall
  static let priority = Option<Priority>.value(
    "priority", "LEVEL", expected: "high, medium or low", "how urgent it is",
    read: { Priority(rawValue: $0.lowercased()) }
  ).perCall

  static let command = Command(
    name: "edit", operands: "ID…", operandCount: 1...10_000, summary: "set fields of items",
    details: """
      Sets fields of items. What a person has set stays: extraction keeps off these fields. IDs may be
      shortened; '-' reads them from standard input. 'actionitems undo' takes an edit back.
      """,
    options: [task, assignee, deadline, priority, ZoneOption.timeZone, PeopleOption.people],
    run: run)

  @Sendable private static func run(_ invocation: Invocation) async throws -> ExitStatus {
    let store = try invocation.openStore()
    let edit = try edit(
      invocation, task: invocation.settings.value(of: task), naming: "--task",
      store: store.folder)
    if edit == ActionItemStore.Edit() {
      throw CommandFailure(.usage, "'edit' needs --task, --assignee, --deadline or --priority")
    }
    let ids = try IdentifierInput.ids(invocation.operands)
    let items = try await invocation.changing(store) {
      try await store.edit(edit, idsBeginning: ids)
    }
    try await ItemOutput(invocation, store).printChanged(items)
    if !items.isEmpty { invocation.console.hint("'actionitems undo' takes it back") }
    if items.isEmpty { invocation.console.inform("all of it was so already") }
    return .done
  }

  /// What the options say; `name` is what holds the task.
  static func edit(
    _ invocation: Invocation, task words: String?, naming name: String, store: any StorageFolder
  ) throws(CommandFailure) -> ActionItemStore.Edit {
    let settings = invocation.settings
    var edit = ActionItemStore.Edit()
    if let words {
      let line = words.split(whereSeparator: \.isWhitespace).joined(separator: " ")
      guard !line.isEmpty else { throw CommandFailure(.usage, "\(name) must not be blank") }
      edit.task = line
    }
    if let name = settings.value(of: assignee) {
      let people = try PeopleOption.directory(invocation, store: store)
      let person = try name == "me" ? AssigneeFilter.me(people) : people.person(named: name)
      edit.assignee = .some(name == "-" ? nil : person?.name ?? name)
    }
    if let words = settings.value(of: deadline) {
      let zone = try invocation.teamZone()
      edit.deadline = .some(words == "-" ? nil : try read(words, zone, invocation))
      edit.timeZone = zone.identifier
    }
    edit.priority = settings.value(of: priority)
    return edit
  }

  private static func read(
    _ words: String, _ zone: Zone, _ invocation: Invocation
  ) throws(CommandFailure) -> Deadline {
    if let deadline = Deadline(words) { return deadline }
    let reference = zone.timestamp(at: invocation.now())
    let reader = DueDateReader(order: nil)
    guard let due = reader.firstDeadline(in: words, reference: reference, zone: zone) else {
      throw CommandFailure(
        .usage,
        "--deadline has to be a date such as 2026-05-01 or words such as 'friday 3pm', not '\(words)'"
      )
    }
    return due.timestamp.map(Deadline.time) ?? .day(due.date)
  }
}
