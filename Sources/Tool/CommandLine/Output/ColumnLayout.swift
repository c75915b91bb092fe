import System

/// A column of the list, and how wide it is.
struct ColumnLayout {
  enum Part { case id, due, mark, who, task, conversation, pending }

  let part: Part
  let title: String
  let cells: [String]
  fileprivate(set) var width: Int
  /// Whether what is wider is cut.
  fileprivate(set) var isCut = false

  init(part: Part, title: String, cells: [String]) {
    (self.part, self.title, self.cells) = (part, title, cells)
    width = max(SafeText.columns(of: title), cells.lazy.map { SafeText.columns(of: $0) }.max() ?? 0)
  }

  func padded(_ text: String) -> String {
    let shown = isCut ? SafeText.cut(text, to: width) : text
    return shown + String(repeating: " ", count: max(0, width - SafeText.columns(of: shown)))
  }

  /// Where nothing is cut, one long text must not push all others aside: no column is padded further.
  private static let widestPadding = 80
  /// A task that has so many columns is mostly read to its end; only then others get what they want.
  private static let roomyTask = 60
  /// Of a task at least this is to be seen, as long as there is anything else to leave out.
  private static let narrowestTask = 16
  /// Of less than this of a conversation's title nobody is the wiser.
  private static let narrowestTitle = 10

  /// The columns that fit into so many columns of a terminal.
  /// First the conversation makes room for the task, and then goes; after it the destinations, the person and
  /// the day.
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
        // What the task does not need, or a quarter of what the two have.
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
  /// What is left for the task, with two columns between each two.
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
