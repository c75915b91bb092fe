import System

/// A column of `ItemTable`, with its cells and its width. `fitted` adapts the columns to the width of a terminal.
struct ColumnLayout {
  /// The contents of a column.
  enum Part { case id, due, mark, who, task, conversation, pending }

  let part: Part
  let title: String
  let cells: [String]
  fileprivate(set) var width: Int
  /// Whether wider cells are cut.
  fileprivate(set) var isCut = false

  init(part: Part, title: String, cells: [String]) {
    (self.part, self.title, self.cells) = (part, title, cells)
    width = max(SafeText.columns(of: title), cells.lazy.map { SafeText.columns(of: $0) }.max() ?? 0)
  }

  func padded(_ text: String) -> String {
    let shown = isCut ? SafeText.cut(text, to: width) : text
    return shown + String(repeating: " ", count: max(0, width - SafeText.columns(of: shown)))
  }

  /// Maximum padded width if nothing is cut, so that one long text does not widen the whole column.
  private static let widestPadding = 80
  /// Width at which most tasks can be read in full; other columns grow only beyond it.
  private static let roomyTask = 60
  /// Minimum width of the task while other columns can be dropped.
  private static let narrowestTask = 16
  /// Minimum useful width of a conversation's title.
  private static let narrowestTitle = 10

  /// Returns the columns that fit the width of a terminal. Narrows the person and the remotes, then narrows or drops
  /// the conversation. If the task still has too little space, drops the remotes, the person, the deadline and the
  /// priority, in this order.
  static func fitted(_ columns: [ColumnLayout], to width: Int?) -> [ColumnLayout] {
    var columns = columns
    guard let width else {
      for index in columns.indices {
        columns[index].width = min(columns[index].width, widestPadding)
      }
      return columns
    }
    columns.limit(.who, to: max(narrowestTitle, width / 7))
    columns.limit(.pending, to: max(narrowestTitle, width / 7))
    let wanted = columns.first { $0.part == .task }?.width ?? 0
    if let title = columns.first(where: { $0.part == .conversation })?.width {
      let room = columns.room(in: width) + title
      let left = room - min(wanted, roomyTask)
      if left < min(title, narrowestTitle) {
        columns.removeAll { $0.part == .conversation }
      } else {
        // The space that the task does not need, or a quarter of the space for both.
        columns.limit(.conversation, to: max(min(left, room / 4), room - wanted))
      }
    }
    for part in [Part.pending, .who, .due, .mark]
    where columns.room(in: width) < min(wanted, narrowestTask) {
      columns.removeAll { $0.part == part }
    }
    columns.limit(.task, to: max(1, columns.room(in: width)))
    return columns
  }
}

extension [ColumnLayout] {
  /// Returns the space left for the task, with two spaces between columns.
  fileprivate func room(in width: Int) -> Int {
    width - 2 * (count - 1) - lazy.filter { $0.part != .task }.map(\.width).reduce(0, +)
  }

  fileprivate mutating func limit(_ part: ColumnLayout.Part, to width: Int) {
    guard let index = firstIndex(where: { $0.part == part }), self[index].width > width else {
      return
    }
    (self[index].width, self[index].isCut) = (width, true)
  }
}
