import ActionItemModel
import ActionItemRepository
import CivilTime
import Extraction
import Journal
import Synchronization

/// `list`: the items, in repository order.
enum ListCommand {
  static let all = Option.flag("all", "list done items too")
  static let done = Option.flag("done", "list done items only")
  static let removed = Option.flag(
    "removed", "list removed items instead, with by whom and why"
  ).perCall
  static let assignee = Option.text(
    "assignee", "NAME", "only what NAME is to do; 'me' by people.json, '-' for nobody"
  )
  static let conversation = Option.text(
    "conversation", "GLOB", isRepeatable: true, "only conversations whose title or id fits"
  )
  static let limit = Option<Int>.number("limit", 1...1_000_000, "list at most N items")
  static let overdue = Option.flag("overdue", "only what is overdue")
  static let dueBefore = Option.text(
    "due-before", "DATE", "only what is due before DATE, or in a time such as 7d"
  )
  static let since = Option.text(
    "since", "TIME", "only items found since TIME: a date, or an age such as 7d"
  ).perCall
  static let priority = Option<Priority>.value(
    "priority", "LEVEL", expected: "high, medium or low", "only items of this priority",
    read: Priority.init(rawValue:)
  )
  static let text = Option.text(
    "text", "WORDS", "only items whose task or quote holds these words"
  )

  static let command = Command(
    name: "list", operands: "", operandCount: 0...0, summary: "list open items",
    details: """
      Lists open items: those with a deadline first, by day, then the others, the newest first.
      A deadline that has passed is marked with '!'. Where destinations are yet to be told of an item, they are
      named.
      """,
    options: [
      all, done, removed, assignee, conversation, overdue, dueBefore, since, priority, text, limit,
      ZoneOption.timeZone, PeopleOption.people,
    ], run: run)

  @Sendable private static func run(_ invocation: Invocation) async throws -> ExitStatus {
    let settings = invocation.settings
    if settings.isOn(all), settings.isOn(done) {
      throw CommandFailure(.usage, "--all and --done exclude each other")
    }
    let isOfRemoved = settings.isOn(removed)
    if isOfRemoved, settings.isOn(all) || settings.isOn(done) {
      throw CommandFailure(.usage, "--removed excludes --all and --done")
    }
    let store = try invocation.openStore()
    let table = ItemTable(
      now: invocation.now(), zone: try invocation.teamZone(), zones: invocation.zones)
    let filter = try ItemFilter(invocation, table, store: store.folder)
    if isOfRemoved { return try await listRemoved(store, filter, invocation) }
    let output = ItemOutput(invocation: invocation, table: table)
    let sync = try ItemSync(invocation, store)
    let printed = ItemRows(limit: settings.value(of: limit) ?? .max)
    // JSON goes out item by item; a table has to know all of its rows first.
    let streams = settings.isOn(CommonOptions.json)
    try await store.forEachLastChange { change in
      let item = change.change.known.item
      if filter.isBeyond(item) { return false }
      guard filter.takes(item) else { return true }
      if streams { try output.print(item, change, sync) }
      return printed.add(streams ? nil : item, pending: streams ? [] : sync.pending(change))
    }
    let status = await invocation.statusOfReading(store)
    if !streams { try output.print(printed.items, pending: printed.pending) }
    return status
  }

  private static func listRemoved(
    _ store: ActionItemStore, _ filter: ItemFilter, _ invocation: Invocation
  ) async throws -> ExitStatus {
    let items = try await store.removedItems().filter { filter.takes($0.item) }
      .prefix(invocation.settings.value(of: limit) ?? .max)
    let status = await invocation.statusOfReading(store)
    let output = invocation.console.output
    if invocation.settings.isOn(CommonOptions.json) {
      try output.writeJSON(Array(items))
    } else {
      try output.writeLines(RemovedTable.lines(Array(items), width: output.width))
    }
    return status
  }
}

/// What of the items is wanted.
struct ItemFilter: Sendable {
  private let state: Bool?
  private let assignee: AssigneeFilter?
  private let conversations: [Glob]
  private let overdue: ItemTable?
  private let dueBefore: Timestamp?
  private let since: Timestamp?
  private let priority: Priority?
  private let words: String?
  private let table: ItemTable

  /// Takes the options of a command; `wantsDone` is for commands that tell of done items unless asked not to.
  init(
    _ invocation: Invocation, _ table: ItemTable, store: any StorageFolder, wantsDone: Bool = false
  ) throws {
    typealias Options = ListCommand
    let settings = invocation.settings
    if settings.isOn(Options.done), settings.isOn(Options.overdue) {
      throw CommandFailure(
        .usage, "--done and --overdue exclude each other: what is done is not overdue any more")
    }
    state =
      settings.isOn(Options.done)
      ? true
      : settings.isOn(Options.all) || settings.isOn(Options.removed) || wantsDone ? nil : false
    if let name = settings.value(of: Options.assignee) {
      assignee = try AssigneeFilter(name, try PeopleOption.directory(invocation, store: store))
    } else {
      assignee = nil
    }
    conversations = settings.values(of: Options.conversation).map { Glob($0) }
    overdue = settings.isOn(Options.overdue) ? table : nil
    dueBefore = try TimeLimit.time(of: Options.dueBefore, invocation, ahead: true)
    since = try TimeLimit.time(of: Options.since, invocation)
    priority = settings.value(of: Options.priority)
    words = settings.value(of: Options.text)?.lowercased()
    self.table = table
  }

  /// Whether neither this item nor any behind it can be wanted: done ones come last.
  func isBeyond(_ item: ActionItem) -> Bool { state == false && item.isComplete }

  func takes(_ item: ActionItem) -> Bool {
    if let state, item.isComplete != state { return false }
    if let assignee, !assignee.takes(item) { return false }
    if let priority, item.priority != priority { return false }
    if let overdue, !overdue.isOverdue(item) { return false }
    if let since, item.extractedAt.microseconds < since.microseconds { return false }
    if let dueBefore {
      guard let start = table.start(of: item), start.microseconds < dueBefore.microseconds else {
        return false
      }
    }
    if !conversations.isEmpty,
      !conversations.contains(where: { $0.matchesConversation(of: item) })
    {
      return false
    }
    guard let words else { return true }
    return item.task.lowercased().contains(words)
      || item.quote?.lowercased().contains(words) ?? false
  }
}

/// Items that are to be printed, up to a limit.
private final class ItemRows: Sendable {
  private let limit: Int
  private let state = Mutex<(items: [ActionItem], pending: [[String]], count: Int)>(([], [], 0))

  init(limit: Int) {
    self.limit = limit
  }

  var items: [ActionItem] { state.withLock { $0.items } }
  /// For each item, the destinations that are still to be told of it.
  var pending: [[String]] { state.withLock { $0.pending } }

  /// Counts an item, and keeps it; returns whether more are wanted.
  func add(_ item: ActionItem?, pending: [String]) -> Bool {
    state.withLock { state in
      if let item {
        state.items.append(item)
        state.pending.append(pending)
      }
      state.count += 1
      return state.count < limit
    }
  }
}
