/// A table for people: columns side by side, the last one as wide as there is room.
struct TextTable {
  private let titles: [String]
  private var rows: [[String]] = []

  init(_ titles: [String]) {
    self.titles = titles
  }

  mutating func add(_ row: [String]) { rows.append(row.map(SafeText.line)) }

  /// The table's lines; no line is wider than `width`, if that is given.
  func lines(width: Int?) -> [String] {
    if rows.isEmpty { return [] }
    let all = [titles] + rows
    var widths = titles.indices.map { column in
      all.map { SafeText.columns(of: $0[column]) }.max() ?? 0
    }
    if let width { shrink(&widths, to: width) }
    return all.map { row in
      var line = ""
      for (column, text) in row.enumerated() {
        let shown = SafeText.cut(text, to: widths[column])
        line += shown
        if column + 1 < row.count {
          let gap = widths[column] - SafeText.columns(of: shown) + 2
          line += String(repeating: " ", count: gap)
        }
      }
      return line
    }
  }

  /// Takes room from the widest column until all fit, none below twelve columns.
  private func shrink(_ widths: inout [Int], to width: Int) {
    let available = width - 2 * (widths.count - 1)
    while widths.reduce(0, +) > available {
      guard let widest = widths.indices.max(by: { widths[$0] < widths[$1] }), widths[widest] > 12
      else { return }
      widths[widest] -= 1
    }
  }
}
