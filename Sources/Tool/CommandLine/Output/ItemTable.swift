import ActionItems
import System

/// Items as a text table in which the task gets most of the space.
struct ItemTable {
  let clock: ItemClock
  /// The number of characters that make ids unique.
  var idLength = 8
  var paint = Paint.none
  /// The ids of items that a message may have completed.
  var perhapsDone: Set<String> = []
  /// The column that the headings make redundant.
  var omitted: ColumnLayout.Part?

  /// Returns the table's lines. `pending` has, for each item, the remotes that have not received it yet.
  ///
  /// No line is wider than `width`. If it is nil, nothing is cut.
  func lines(_ items: [ActionItem], pending: [[String]] = [], width: Int?) -> [String] {
    if items.isEmpty { return [] }
    let columns = ColumnLayout.fitted(columns(items, pending), to: width)
    let title = paint.head(columns.map { $0.padded($0.title) }.joined(separator: "  ").trimmed)
    return [title]
      + items.indices.map { row in
        columns.map { column in
          paint.cell(column.padded(column.cells[row]), of: column.part, items[row], clock)
        }.joined(separator: "  ").trimmed
      }
  }

  private func columns(_ items: [ActionItem], _ pending: [[String]]) -> [ColumnLayout] {
    func column(_ part: ColumnLayout.Part, _ title: String, _ text: (ActionItem) -> String)
      -> ColumnLayout
    { ColumnLayout(part: part, title: title, cells: items.map { SafeText.line(text($0)) }) }
    var columns = [
      column(.id, "ID") { Self.shortened($0.id, to: idLength) }, column(.due, "DUE", clock.due),
    ]
    // An empty column would waste space.
    if items.contains(where: { $0.priority != .medium }) {
      columns.append(column(.mark, "P") { Self.mark($0.priority) })
    }
    columns += [
      column(.who, "WHO") { $0.assignee ?? "-" },
      column(.task, "TASK") { state(of: $0) + $0.task },
      column(.conversation, "CONVERSATION") { $0.conversationTitle ?? $0.conversationId },
    ]
    if pending.contains(where: { !$0.isEmpty }) {
      let names = pending.map { SafeText.line($0.joined(separator: ",")) }
      columns.append(ColumnLayout(part: .pending, title: "PENDING", cells: names))
    }
    return columns.filter { $0.part != omitted }
  }

  private func state(of item: ActionItem) -> String {
    if item.archivedAt != nil { return "[archived] " }
    if item.isComplete { return "[done] " }
    return perhapsDone.contains(item.id) ? "[done?] " : ""
  }

  private static func mark(_ priority: Priority) -> String {
    switch priority {
    case .high: "!"
    case .medium: ""
    case .low: "↓"
    }
  }

  /// Returns an id in the form that can be typed. Only UUIDs can be shortened.
  static func shortened(_ id: String, to length: Int) -> String {
    let isUUID =
      id.utf8.count == 36
      && id.utf8.enumerated().allSatisfy { place, byte in
        [8, 13, 18, 23].contains(place)
          ? byte == UInt8(ascii: "-") : Character(Unicode.Scalar(byte)).isHexDigit
      }
    return isUUID ? String(id.prefix(length)) : id
  }
}

extension String {
  fileprivate var trimmed: String {
    var text = self[...]
    while text.last == " " { text.removeLast() }
    return String(text)
  }
}
