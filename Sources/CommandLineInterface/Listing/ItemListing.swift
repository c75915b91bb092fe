import ActionItemRepository
import Extraction
import JSONText
import Streams
import Synchronization

/// What `list` finds: counted, printed as JSON while it comes, or kept until it can be put in order.
final class ItemListing: Sendable {
  private let invocation: Invocation
  private let output: ItemOutput
  private let sync: ItemSync
  private let rows: ItemRows
  private let order: ItemOrder
  private let limit: Int
  private let grouping: ItemGrouping?
  private let isCount: Bool
  private let isOfRemoved: Bool
  // Asked for each item: settings are read once.
  private let isJSON: Bool
  /// Whether nothing has to be put in order before it is printed.
  private let streams: Bool
  private let tally = Mutex(0)

  init(_ invocation: Invocation, _ store: ActionItemStore) throws {
    let settings = invocation.settings
    self.invocation = invocation
    output = ItemOutput(invocation, store)
    sync = try ItemSync(invocation, store)
    order = settings.value(of: ListCommand.sort) ?? .due
    grouping = settings.value(of: ListCommand.by)
    isCount = settings.isOn(ListCommand.count)
    isOfRemoved = settings.isOn(ListCommand.removed)
    isJSON = invocation.isJSON
    streams = isJSON && order == .due && grouping == nil
    limit = isCount ? .max : settings.value(of: ListCommand.limit) ?? .max
    rows = ItemRows(order: order, limit: limit)
  }

  /// How many items were added.
  var count: Int { tally.withLock { $0 } }

  /// Whether no item that comes later can be among those that are shown.
  var isFull: Bool { order == .due && count >= limit }

  /// Adds an item that is in the list by its last change; returns whether more are wanted.
  func add(_ change: StoreChange) throws -> Bool {
    let json = isJSON && !isCount ? output.json(change, sync) : []
    return try add(json) {
      .init(
        item: change.change.known.item, pending: isJSON ? [] : sync.pending(change),
        json: json)
    }
  }

  /// Adds one that was removed.
  func add(removed known: KnownItem) throws -> Bool {
    let json = isJSON && !isCount ? output.json(removed: known) : []
    return try add(json) {
      .init(
        item: known.item, removal: known.removal, reason: known.removalReason, json: json)
    }
  }

  /// Counts an item; what is not printed at once is kept as a row.
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

  /// Prints what was not printed yet.
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
