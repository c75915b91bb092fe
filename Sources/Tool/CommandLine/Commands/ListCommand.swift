import ActionItems
import Extraction
import ItemRecords
import Store
import System

/// `list`: prints open items, or those that the options select. `export` and `review` share its filter options.
/// At the end: the cause of a removal in words, also for `show`.
enum ListCommand {
  static let all = Option.flag("all", "also list done and archived items").perCall
  static let done = Option.flag("done", "list done items only").perCall
  static let removed = Option.flag(
    "removed", "list removed items instead, with who removed them and why"
  )
  .perCall
  static let archived = Option.flag("archived", "list archived items instead").perCall
  static let assignee = Option.text(
    "assignee", "NAME", "only items assigned to NAME; 'me' as in people.json, '-' for unassigned")
  static let conversation = Option.text(
    "conversation", "GLOB", isRepeatable: true, "only conversations whose title or id matches")
  static let limit = Option<Int>.number("limit", 1...1_000_000, "list at most N items")
  static let count = Option.flag("count", "print only the number of items")
    .perCall
  static let overdue = Option.flag("overdue", "only overdue items").perCall
  static let dueBefore = Option.time(
    "due-before", "DATE", counting: .ahead,
    "only items due before DATE: a date, words such as 'friday' or 'next week', or a time such as 7d"
  )
  static let since = Option.time(
    "since", "TIME",
    "only items found since TIME: a date, words such as 'monday', or an age such as 7d"
  ).perCall
  static let saidSince = Option.time(
    "said-since", "TIME", "only items whose message was written since TIME"
  ).perCall
  static let saidUntil = Option.time(
    "said-until", "TIME", "only items whose message was written before TIME"
  ).perCall
  static let stale = Option.flag(
    "stale", "only items not mentioned for 30 days and not due later"
  ).perCall
  static let priority = Option<Priority>.value(
    "priority", "LEVEL", expected: "high, medium or low", "only items of this priority",
    read: { Priority(rawValue: $0.lowercased()) })
  static let text = Option.text(
    "text", "WORDS", "only items whose task or quote contains these words")

  static let sort = Option<ItemOrder>.choice(
    "sort", "ORDER", "the order: due, said (the newest message first), person or priority"
  ).defaulting(to: "due")
  static let by = Option<ItemGrouping>.choice(
    "by", "GROUP", "group the list by person, conversation or due")
  static let color = Option<Paint.ColorMode>.choice(
    "color", "WHEN", "colours: auto, always or never"
  ).defaulting(to: "auto: on a terminal, without NO_COLOR")

  static let command = Command(
    name: "list", summary: "list open items",
    details: """
      Lists open items: those with a deadline first, by day, then the others, the most recent first.
      '!' is high priority and '↓' low. On a terminal, overdue days are red, and tasks of high priority bold.
      [done?] marks an item that a message may have finished: 'show' and 'review' have its words. Remotes
      that an item has not reached yet are named. Dates can be words: 'friday', 'next week', 'last month',
      '3 days ago', '+3d'.
      """,
    options: [all, done, archived, removed] + narrowing
      + [sort, by, limit, count, color, ZoneOption.timeZone, PeopleOption.people] + Pager.options,
    run: run)

  /// The options that filter the list.
  static let narrowing: [any OptionDescribing] = [
    assignee, conversation, overdue, dueBefore, since, saidSince, saidUntil, stale, priority, text,
  ]

  @Sendable private static func run(_ invocation: Invocation) async throws -> ExitStatus {
    invocation.beginPaging()
    try refuseContradictions(in: invocation.settings)
    let (filter, store) = try ItemFilter.open(invocation)
    let listing = try ItemListing(invocation, store)
    let away = try await fill(listing, from: store, filter, invocation.settings)
    let status = await invocation.statusOfReading(store)
    try await listing.finish()
    try await note(filter, found: listing.count, store, away, invocation)
    return status
  }

  private static func refuseContradictions(in settings: Settings) throws(CommandFailure) {
    let states = [all, done, archived, removed].filter(settings.isOn).map { "--\($0.name)" }
    try refuse(if: states.count > 1, "\(states[0]) and \(states[1]) cannot be used together")
    // A user who types one of these may expect it to change the count; one in a variable or file is simply ignored.
    let others: [any OptionDescribing] = [sort, by, limit]
    guard settings.isOn(count),
      let other = others.first(where: { settings.source(of: $0) == .commandLine })
    else { return }
    throw CommandFailure(
      .usage, "--count cannot be used with --\(other.name)")
  }

  /// Adds the items of the requested state to the listing, as far as the filter accepts them and there is room. Returns
  /// the removed or archived items that were examined.
  private static func fill(
    _ listing: ItemListing, from store: ActionItemStore, _ filter: ItemFilter, _ settings: Settings
  ) async throws -> [ActionItem] {
    if settings.isOn(removed) {
      let items = try await store.removedItems()
      for known in items where filter.matches(known.item) {
        guard try listing.add(removed: known) else { break }
      }
      return items.map(\.item)
    }
    let order = LocalOrder<StoreChange>(
      filter.clock, of: { $0.item }, body: { try listing.add($0) })
    let take: @Sendable (StoreChange) throws -> Bool = { change in
      if filter.isBeyond(change.item) { return false }
      return filter.matches(change.item) ? try order.add(change) : true
    }
    if !settings.isOn(archived) { try await store.forEachLastChange(take) }
    try order.finish()
    guard settings.isOn(archived) || settings.isOn(all), !listing.isFull else { return [] }
    let items = try await store.archivedItems()
    for known in items {
      guard let change = try await store.lastChange(ofItem: known.item.id),
        try take(change)
      else { break }
    }
    try order.finish()
    return items.map(\.item)
  }

  /// Reports filters that match no item.
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
}

extension ItemRecord.Removal {
  /// The cause of a removal, as in "removed by a person".
  var byWhom: String {
    switch self {
    case .person: "by a person"
    // Its message no longer states it, or the run that found it was undone.
    case .withdrawn: "by a run"
    case .purged: "permanently"
    case .archived: "for now"
    }
  }
}
