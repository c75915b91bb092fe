import ActionItems
import Encoding
import Extraction
import ItemRecords
import Store
import Synchronization
import System

/// The output of `list` for the items that its filter accepts: counts them, prints them at once as JSON, or collects
/// them in `ItemRows` (below) to sort, group and print them.
final class ItemListing: Sendable {
  private let invocation: Invocation
  private let output: ItemOutput
  private let sync: ItemSync
  private let people: PeopleDirectory
  private let rows: ItemRows
  private let order: ItemOrder
  private let limit: Int
  private let grouping: ItemGrouping?
  private let isCount: Bool
  private let isOfRemoved: Bool
  // Stored, because it is needed for each item.
  private let isJSON: Bool
  /// Whether items are printed as they arrive.
  private let streams: Bool
  private let tally = Mutex(0)

  init(_ invocation: Invocation, _ store: ActionItemStore) throws {
    let settings = invocation.settings
    self.invocation = invocation
    output = ItemOutput(invocation, store)
    sync = try ItemSync(invocation, store)
    people = try PeopleOption.directory(invocation, store: store.folder)
    order = settings.value(of: ListCommand.sort) ?? .due
    grouping = settings.value(of: ListCommand.by)
    isCount = settings.isOn(ListCommand.count)
    isOfRemoved = settings.isOn(ListCommand.removed)
    isJSON = invocation.isJSON
    streams = isJSON && order == .due && grouping == nil
    limit = isCount ? .max : settings.value(of: ListCommand.limit) ?? .max
    rows = ItemRows(order: order, limit: limit)
  }

  var count: Int { tally.withLock { $0 } }

  /// Whether the limit is reached, so that later items would not be shown.
  var isFull: Bool { order == .due && count >= limit }

  /// Adds an item by its latest change. Returns whether more are wanted.
  func add(_ change: StoreChange) throws -> Bool {
    let known = change.change.known
    let json = line {
      $0.members(of: known.item)
      $0.closing(of: known)
      $0.members(of: sync, change)
    }
    return try add(json) {
      .init(
        item: people.named(known.item), isPerhapsDone: known.perhapsClosedBy != nil,
        pending: isJSON ? [] : sync.pending(change), json: json)
    }
  }

  func add(removed known: ItemRecord) throws -> Bool {
    let json = line { $0.members(of: known, store: nil) }
    return try add(json) {
      .init(
        item: people.named(known.item), removal: known.removal, reason: known.removalReason,
        json: json)
    }
  }

  /// Returns an item as JSON if JSON is printed.
  private func line(_ members: (inout JSONWriter) -> Void) -> [UInt8] {
    isJSON && !isCount ? JSONWriter.line(members) : []
  }

  /// Counts an item. Collects it as a row unless it is printed at once. Returns whether more are wanted.
  private func add(_ json: [UInt8], _ row: () -> ItemRows.Row) throws -> Bool {
    let found = tally.withLock { tally in
      tally += 1
      return tally
    }
    if isCount { return true }
    guard streams else { return rows.add(row()) }
    try invocation.console.output.write(json)
    return found < limit
  }

  func finish() async throws {
    if isCount {
      if isJSON { return try invocation.printJSON(["count": .int(count)]) }
      return try invocation.console.output.write("\(count)\n")
    }
    if streams { return }
    let rows = rows.rows
    try await output.print(
      rows, by: grouping, isCut: rows.count == limit, areRemoved: isOfRemoved)
  }
}

/// Items to print or review, sorted, up to a limit.
final class ItemRows: Sendable {
  /// An item with what the list shows next to it.
  struct Row: Sendable {
    let item: ActionItem
    /// Whether a message may have completed it.
    var isPerhapsDone = false
    /// The remotes that have not received it yet.
    var pending: [String] = []
    var removal: ItemRecord.Removal?
    var reason: String?
    /// The item as JSON, if JSON is printed.
    var json: [UInt8] = []
  }

  private let order: ItemOrder
  private let limit: Int
  private let state = Mutex<[Row]>([])

  init(order: ItemOrder, limit: Int) {
    (self.order, self.limit) = (order, limit)
  }

  var rows: [Row] { state.withLock { first(of: $0) } }

  /// Adds an item; items arrive in the order `due`. Returns whether more are wanted.
  func add(_ row: Row) -> Bool {
    state.withLock { rows in
      rows.append(row)
      if order == .due { return rows.count < limit }
      // Keeps only as many rows as may be shown, plus a buffer.
      if limit < 1_000_000, rows.count >= 2 * limit + 1000 { rows = first(of: rows) }
      return true
    }
  }

  private func first(of rows: [Row]) -> [Row] {
    if order == .due { return rows }
    let sorted = rows.enumerated().sorted { a, b in
      if order.precedes(a.element.item, b.element.item) { return true }
      return !order.precedes(b.element.item, a.element.item) && a.offset < b.offset
    }
    return sorted.prefix(limit).map(\.element)
  }
}
