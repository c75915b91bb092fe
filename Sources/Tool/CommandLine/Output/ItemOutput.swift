import ActionItems
import Encoding
import ItemRecords
import Store
import System

/// Prints items as a table or as JSON Lines: those that a command found or changed, and the rows of `ItemListing`.
struct ItemOutput {
  private let invocation: Invocation
  /// The store of the items; nil if they are not stored.
  private let store: ActionItemStore?

  init(_ invocation: Invocation, _ store: ActionItemStore?) {
    (self.invocation, self.store) = (invocation, store)
  }

  /// Prints the changed items of a command. Prints nothing with --quiet unless JSON is requested.
  func printChanged(_ items: [ActionItem]) async throws {
    guard !invocation.console.isQuiet || isJSON else { return }
    try await invocation.reportingStored { try await print(items) }
  }

  private var isJSON: Bool { invocation.isJSON }

  func print(_ items: [ActionItem]) async throws {
    let output = invocation.console.output
    if isJSON { return try output.writeJSON(items) }
    try output.writeLines(try await table(of: items).lines(items, width: output.width))
  }

  /// Prints items in the order of `ItemClock`, with the messages that completed them or may have done so.
  func print(_ records: [ItemRecord]) async throws {
    let output = invocation.console.output
    let items = try invocation.itemClock().sorted(records.map(\.item))
    if isJSON {
      let known = Dictionary(records.map { ($0.item.id, $0) }) { first, _ in first }
      for item in items {
        try output.write(
          JSONWriter.line {
            $0.members(of: item)
            if let known = known[item.id] { $0.closing(of: known) }
          })
      }
      return
    }
    var table = try await table(of: items)
    table.perhapsDone = Set(records.filter { $0.perhapsClosedBy != nil }.map(\.item.id))
    try output.writeLines(table.lines(items, width: output.width))
  }

  /// Prints the rows of `list`, under headings if they are grouped, and totals. `isCut`: there may be more items.
  func print(
    _ rows: [ItemRows.Row], by grouping: ItemGrouping?, isCut: Bool, areRemoved: Bool
  ) async throws {
    let output = invocation.console.output
    var table = try await table(of: rows.map(\.item))
    var headings: [ItemGrouping.Heading] = []
    var rows = rows
    if let grouping {
      let placed = rows.enumerated().map { place, row in
        (heading: grouping.heading(of: row.item, table.clock), place: place, row: row)
      }.sorted { ($0.heading, $0.place) < ($1.heading, $1.place) }
      (headings, rows) = (placed.map(\.heading), placed.map(\.row))
      table.omitted = grouping.column
    }
    if isJSON { return try output.write(Array(rows.map(\.json).joined())) }
    let items = rows.map(\.item)
    table.perhapsDone = Set(rows.filter(\.isPerhapsDone).map(\.item.id))
    let lines =
      areRemoved
      ? Self.tableOfRemoved(rows).lines(width: output.width)
      : table.lines(items, pending: rows.map(\.pending), width: output.width)
    try output.writeLines(headings.isEmpty ? lines : Self.divided(lines, by: headings, table.paint))
    let total =
      areRemoved
      ? (rows.isEmpty ? "no removed items" : "\(rows.count) removed")
      : Self.totals(of: items, table.clock)
    invocation.console.inform(total + (isCut ? "; cut off by --limit" : ""))
  }

  /// Returns totals such as `12 open, 3 overdue, 1 high priority, 4 done`.
  static func totals(of items: [ActionItem], _ clock: ItemClock) -> String {
    let open = items.count(where: \.isOpen)
    let archived = items.count { $0.archivedAt != nil }
    let counts = [
      (open, "open"), (items.count { clock.isOverdue($0) }, "overdue"),
      (items.count { $0.isOpen && $0.priority == .high }, "high priority"),
      (items.count - open - archived, "done"), (archived, "archived"),
    ]
    let parts = counts.filter { $0.0 > 0 }.map { "\($0) \($1)" }
    return parts.isEmpty ? "no items" : parts.joined(separator: ", ")
  }

  /// Maximum width of a removal's reason; `show` prints all of it.
  private static let longestReason = 40

  private static func tableOfRemoved(_ rows: [ItemRows.Row]) -> TextTable {
    var table = TextTable(["ID", "REMOVED", "BECAUSE", "WHO", "CONVERSATION", "TASK"])
    for row in rows {
      let item = row.item
      table.add([
        String(item.id.prefix(8)), row.removal?.byWhom ?? "-",
        SafeText.cut(SafeText.line(row.reason ?? "-"), to: longestReason), item.assignee ?? "-",
        item.conversationTitle ?? item.conversationId, item.task,
      ])
    }
    return table
  }

  /// Returns the lines of a table with a heading before each group.
  private static func divided(
    _ lines: [String], by headings: [ItemGrouping.Heading], _ paint: Paint
  ) -> [String] {
    var divided = Array(lines.prefix(1))
    for (place, line) in lines.dropFirst().enumerated() {
      if place == 0 || headings[place] != headings[place - 1] {
        let count = headings[place...].prefix { $0 == headings[place] }.count
        divided += ["", paint.head("\(SafeText.line(headings[place].text)) (\(count))")]
      }
      divided.append(line)
    }
    return divided
  }

  func table(of items: [ActionItem]) async throws -> ItemTable {
    var table = ItemTable(clock: try invocation.itemClock())
    if let length = try await store?.distinctLength(ofIds: items.map(\.id)) {
      table.idLength = length
    }
    table.paint = Paint(
      invocation.settings.value(of: ListCommand.color) ?? .auto, for: invocation.console.output,
      environment: invocation.environment)
    return table
  }
}
