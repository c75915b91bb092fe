import ActionItemModel
import Extraction
import Synchronization

/// Items that are to be printed, in an order, up to a limit.
final class ItemRows: Sendable {
  /// An item with what is printed beside it.
  struct Row: Sendable {
    let item: ActionItem
    /// The destinations that are still to be told of it.
    var pending: [String] = []
    /// By whom it was removed, and why.
    var removal: KnownItem.Removal?
    var reason: String?
    /// The item as JSON, where that is asked for.
    var json: [UInt8] = []
  }

  private let order: ItemOrder
  private let limit: Int
  private let state = Mutex<[Row]>([])

  init(order: ItemOrder, limit: Int) {
    self.order = order
    self.limit = limit
  }

  var rows: [Row] { state.withLock { first(of: $0) } }

  /// Keeps an item, which comes behind those before it in repository order; returns whether more are wanted.
  func add(_ row: Row) -> Bool {
    state.withLock { rows in
      rows.append(row)
      if order == .due { return rows.count < limit }
      // Of a million only as many are held as may be shown.
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

/// How many items a list has, for its last line.
struct ListTotals {
  private let open: Int
  private let done: Int
  private let archived: Int
  private let overdue: Int
  private let high: Int

  init(_ items: [ActionItem], clock: ItemClock) {
    open = items.count(where: \.isOpen)
    archived = items.count { $0.archivedAt != nil }
    done = items.count - open - archived
    overdue = items.count { clock.isOverdue($0) }
    high = items.count { $0.isOpen && $0.priority == .high }
  }

  /// `12 open, 3 of them overdue, 1 of high priority; 4 done`.
  var sentence: String {
    if open + done + archived == 0 { return "no items" }
    var parts: [String] = []
    if open > 0 { parts.append("\(open) open") }
    if overdue > 0 { parts.append("\(overdue) overdue") }
    if high > 0 { parts.append("\(high) of high priority") }
    if done > 0 { parts.append("\(done) done") }
    if archived > 0 { parts.append("\(archived) archived") }
    return parts.joined(separator: ", ")
  }
}
