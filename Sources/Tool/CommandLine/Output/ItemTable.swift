import ActionItems
import System

/// Items as a table for people: the task gets the room.
struct ItemTable {
  let clock: ItemClock
  /// How many letters of an id tell it from all others.
  var idLength = 8
  var paint = Paint.none
  /// Items that a message may have finished, by id.
  var perhapsDone: Set<String> = []
  /// The column in which each row says the same as the heading above it.
  var omitted: ColumnLayout.Part?

  /// The table's lines; `pending` names, for each item, the destinations that are still to be told of it.
  /// No line is wider than `width`, if that is given, and otherwise nothing is cut.
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
    // A column that says nothing of any item would only take room.
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

  /// An id as it can be typed: ids that are no UUIDs are found as a whole alone.
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
