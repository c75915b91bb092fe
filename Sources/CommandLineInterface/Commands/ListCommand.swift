import ActionItemModel
import ActionItemRepository
import CivilTime
import Extraction
import Journal
import Synchronization

/// `list`: the items, in repository order.
enum ListCommand {
  static let all = Option.flag("all", "list done and archived items too").perCall
  static let done = Option.flag("done", "list done items only").perCall
  static let removed = Option.flag("removed", "list removed items instead, with by whom and why")
    .perCall
  static let archived = Option.flag("archived", "list archived items instead").perCall
  static let assignee = Option.text(
    "assignee", "NAME", "only what NAME is to do; 'me' by people.json, '-' for nobody")
  static let conversation = Option.text(
    "conversation", "GLOB", isRepeatable: true, "only conversations whose title or id fits")
  static let limit = Option<Int>.number("limit", 1...1_000_000, "list at most N items")
  static let overdue = Option.flag("overdue", "only what is overdue").perCall
  static let dueBefore = Option.text(
    "due-before", "DATE",
    "only what is due before DATE: a date, words such as 'friday' or 'next week', or a time such as 7d"
  )
  static let since = Option.text(
    "since", "TIME",
    "only items found since TIME: a date, words such as 'monday', or an age such as 7d"
  ).perCall
  static let saidSince = Option.text(
    "said-since", "TIME", "only items whose message was written since TIME"
  ).perCall
  static let saidUntil = Option.text(
    "said-until", "TIME", "only items whose message was written before TIME"
  ).perCall
  static let stale = Option.flag(
    "stale", "only what nobody has spoken of for 30 days, and is not due later"
  ).perCall
  static let priority = Option<Priority>.value(
    "priority", "LEVEL", expected: "high, medium or low", "only items of this priority",
    read: { Priority(rawValue: $0.lowercased()) })
  static let text = Option.text("text", "WORDS", "only items whose task or quote holds these words")

  static let sort = Option<ItemOrder>.value(
    "sort", "ORDER", expected: "due, said, person or priority",
    "the order: due, said (the newest message first), person or priority",
    read: ItemOrder.init(rawValue:)
  ).defaulting(to: "due")
  static let by = Option<ItemGrouping>.value(
    "by", "GROUP", expected: "person, conversation or due",
    "divide the list by person, conversation or due", read: ItemGrouping.init(rawValue:))
  static let color = Option<Paint.Wish>.value(
    "color", "WHEN", expected: "auto, always or never", "colours: auto, always or never",
    read: Paint.Wish.init(rawValue:)
  ).defaulting(to: "auto: on a terminal, without NO_COLOR")

  static let command = Command(
    name: "list", summary: "list open items",
    details: """
      Lists open items: those with a deadline first, by day, then the others, what was said last first.
      Of a priority, '!' is high and '↓' low. Where destinations are yet to be told of an item, they are
      named. Wherever a date is taken, words are, too: 'friday', 'next week', 'last month', '3 days ago', '+3d'.
      """,
    options: [all, done, archived, removed] + narrowing
      + [sort, by, limit, color, ZoneOption.timeZone, PeopleOption.people] + Pager.options,
    run: run)

  /// What narrows a list down.
  static let narrowing: [any OptionDescribing] = [
    assignee, conversation, overdue, dueBefore, since, saidSince, saidUntil, stale, priority, text,
  ]

  @Sendable private static func run(_ invocation: Invocation) async throws -> ExitStatus {
    invocation.beginPaging()
    let settings = invocation.settings
    let states = [all, done, archived, removed].filter(settings.isOn).map { "--\($0.name)" }
    try refuse(if: states.count > 1, "\(states[0]) and \(states[1]) exclude each other")
    let isOfRemoved = settings.isOn(removed)
    let store = try invocation.openStore()
    let filter = try ItemFilter(invocation, store: store.folder)
    if isOfRemoved { return try await listRemoved(store, filter, invocation) }
    let output = ItemOutput(invocation, store)
    let sync = try ItemSync(invocation, store)
    let isJSON = invocation.isJSON
    let (order, grouping) = (settings.value(of: sort) ?? .due, settings.value(of: by))
    // JSON goes out item by item where nothing has to be put in order.
    let streams = isJSON && order == .due && grouping == nil
    let most = settings.value(of: limit) ?? .max
    let rows = ItemRows(order: order, limit: most)
    let count = Mutex(0)
    let take: @Sendable (StoreChange) throws -> Bool = { change in
      let item = change.change.known.item
      if filter.isBeyond(item) { return false }
      guard filter.takes(item) else { return true }
      let found = count.withLock { count in
        count += 1
        return count
      }
      if streams {
        try invocation.console.output.write(output.json(item, change, sync))
        return found < most
      }
      return rows.add(
        isJSON
          ? .init(item: item, json: output.json(item, change, sync))
          : .init(item: item, pending: sync.pending(change)))
    }
    if !settings.isOn(archived) { try await store.forEachLastChange(take) }
    var away: [ActionItem] = []
    if settings.isOn(archived) || settings.isOn(all), count.withLock({ $0 }) < most {
      away = try await store.archivedItems().map(\.item)
      for item in away {
        guard let change = try await store.lastChange(ofItem: item.id), try take(change) else {
          break
        }
      }
    }
    let status = await invocation.statusOfReading(store)
    if !streams { try await output.print(rows.rows, by: grouping, isCut: rows.rows.count == most) }
    try await note(filter, found: count.withLock { $0 }, store, away, invocation)
    return status
  }

  /// Says which filters fit nothing there is.
  private static func note(
    _ filter: ItemFilter, found: Int, _ store: ActionItemStore, _ away: [ActionItem],
    _ invocation: Invocation
  ) async throws {
    let notes = FilterNotes(invocation)
    guard notes.areWanted(found: found), !invocation.console.isQuiet else { return }
    for sentence in try await notes.sentences(store, away, filter) {
      invocation.console.inform(sentence)
    }
  }

  private static func listRemoved(
    _ store: ActionItemStore, _ filter: ItemFilter, _ invocation: Invocation
  ) async throws -> ExitStatus {
    let all = try await store.removedItems()
    let items = all.filter { filter.takes($0.item) }.prefix(
      invocation.settings.value(of: limit) ?? .max)
    let status = await invocation.statusOfReading(store)
    let output = invocation.console.output
    if invocation.isJSON {
      try output.writeJSON(Array(items))
    } else {
      var table = TextTable(["ID", "REMOVED", "BECAUSE", "WHO", "CONVERSATION", "TASK"])
      for known in items {
        let item = known.item
        table.add([
          String(item.id.prefix(8)), known.removal?.byWhom ?? "-", known.removalReason ?? "-",
          item.assignee ?? "-", item.conversationTitle ?? item.conversationId, item.task,
        ])
      }
      try output.write(table)
      invocation.console.inform(items.isEmpty ? "no removed items" : "\(items.count) removed")
    }
    try await note(filter, found: items.count, store, all.map(\.item), invocation)
    return status
  }
}

extension KnownItem.Removal {
  /// Who removed an item, as in "removed by a person".
  var byWhom: String {
    switch self {
    case .person: "by a person"
    // Its message no longer says it, or the run that found it was taken back.
    case .withdrawn: "by a run"
    case .purged: "for good"
    case .archived: "for now"
    }
  }
}
