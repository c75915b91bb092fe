import ActionItems
import CivilTime
import DueDates
import Store
import System

/// `edit ID…`: sets fields of items. `add` and `review` also use its parsing of typed fields (`Words`).
enum EditCommand {
  static let task = Option.text("task", "WORDS", "what to do").perCall
  static let assignee = Option.text("assignee", "NAME", "the assignee; '-' for none").perCall
  static let deadline = Option.text(
    "deadline", "WHEN",
    "when it is due, as in 2026-05-01, 2026-05-01T15:00 or 'friday'; '-' for no deadline"
  ).perCall
  static let priority = Option<Priority>.value(
    "priority", "LEVEL", expected: "high, medium or low", "how urgent it is",
    read: { Priority(rawValue: $0.lowercased()) }
  ).perCall

  static let command = Command(
    name: "edit", operands: "ID…", operandCount: 1...10_000, summary: "set fields of items",
    details: """
      Sets fields of items. Extraction does not change a field that a person has set. IDs may be shortened;
      '-' reads them from standard input. 'actionitems undo' reverts an edit.
      """,
    options: [task, assignee, deadline, priority, ZoneOption.timeZone, PeopleOption.people],
    run: run)

  @Sendable private static func run(_ invocation: Invocation) async throws -> ExitStatus {
    let words = Words(invocation.settings)
    try refuse(
      if: words == Words(), "'edit' needs --task, --assignee, --deadline or --priority")
    var edit = try edit(invocation, words, naming: { "--\($0)" })
    let store = try invocation.openStore()
    try edit.assign(words, invocation, store.folder)
    let ids = try IdentifierInput.ids(invocation.operands)
    try await invocation.requireShown(ids, in: store)
    let items = try await invocation.changing(store) {
      try await store.edit(edit, idsBeginning: ids).map(\.item)
    }
    try await ItemOutput(invocation, store).printChanged(items)
    await ConnectedPeople.warn(of: items, in: store, invocation)
    if !items.isEmpty { invocation.console.hint("'actionitems undo' reverts it") }
    if items.isEmpty { invocation.console.inform("nothing to change") }
    return .done
  }

  /// The typed values of fields; nil for those that do not change.
  struct Words: Hashable, Sendable {
    var task: String?
    /// `-` means nobody.
    var assignee: String?
    /// `-` means no deadline.
    var deadline: String?
    var priority: Priority?

    init() {}

    init(_ settings: Settings) {
      task = settings.value(of: EditCommand.task)
      assignee = settings.value(of: EditCommand.assignee)
      deadline = settings.value(of: EditCommand.deadline)
      priority = settings.value(of: EditCommand.priority)
    }
  }

  /// Parses all fields except the assignee, which `assign` looks up in the store. `naming` returns a field's name for
  /// error messages.
  /// - Throws: `CommandFailure` for an invalid value.
  static func edit(
    _ invocation: Invocation, _ words: Words, naming: (String) -> String
  ) throws(CommandFailure) -> ActionItemStore.Edit {
    var edit = ActionItemStore.Edit()
    if let task = words.task {
      let line = task.split(whereSeparator: \.isWhitespace).joined(separator: " ")
      try refuse(if: line.isEmpty, "\(naming("task")) must not be blank")
      edit.task = line
    }
    if let words = words.deadline {
      let zone = try invocation.teamZone()
      edit.deadline = .some(
        words == "-" ? nil : try read(words, zone, naming("deadline"), invocation))
      edit.timeZone = zone.identifier
    }
    edit.priority = words.priority
    return edit
  }

  private static func read(
    _ words: String, _ zone: Zone, _ name: String, _ invocation: Invocation
  ) throws(CommandFailure) -> Deadline {
    if let deadline = Deadline(words) { return deadline }
    let now = zone.timestamp(at: invocation.now())
    let reader = DueDateReader(setting: .phrase)
    let due = reader.firstDeadline(in: words, reference: now, zone: zone)
    if let due, isWhole(due, words) { return due.timestamp.map(Deadline.time) ?? .day(due.date) }
    let morning = zone.timestamp(of: CivilDateTime(date: now.civil.date, time: .midnight))
    let over = morning.flatMap { reader.firstDeadline(in: words, reference: $0, zone: zone) }
    if let over, let time = over.timestamp, isWhole(over, words) {
      throw CommandFailure(
        .usage, "\(name): '\(words)' is in the past; write \(time) if you mean that")
    }
    throw CommandFailure(
      .usage,
      due.map { "\(name): in '\(words)', only '\($0.words)' is a time; remove the rest" }
        ?? "\(name) must be a date such as 2026-05-01 or words such as 'friday 3pm', not '\(words)'"
    )
  }

  /// Returns whether a date covers the words to their end.
  private static func isWhole(_ due: DueDate, _ words: String) -> Bool {
    let rest = String(decoding: words.utf8.dropFirst(due.range.upperBound), as: UTF8.self)
    return !rest.contains { $0.isLetter || $0.isNumber }
  }
}

extension ActionItemStore.Edit {
  /// Sets the assignee, using the name in the store's list of people.
  mutating func assign(
    _ words: EditCommand.Words, _ invocation: Invocation, _ folder: any StorageFolder
  ) throws(CommandFailure) {
    guard let name = words.assignee else { return }
    let people = try PeopleOption.directory(invocation, store: folder)
    let person = try name == "me" ? people.requireMe() : people.person(named: name)
    assignee = .some(name == "-" ? nil : person?.name ?? name)
  }
}
