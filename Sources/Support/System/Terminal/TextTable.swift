/// A table with titles, printed as lines of aligned text and cut to a terminal's width.
package struct TextTable {
  /// The widest padding of a column when nothing is cut. One long text must not widen the whole table.
  private static let widestPadding = 80

  private let titles: [String]
  private var rows: [[String]] = []

  package init(_ titles: [String]) { self.titles = titles }

  package mutating func add(_ row: [String]) { rows.append(row.map(SafeText.line)) }

  /// Returns the lines of the table. Without `width` nothing is cut; otherwise no line is wider.
  package func lines(width: Int?) -> [String] {
    if rows.isEmpty { return [] }
    let all = [titles] + rows
    var widths = titles.indices.map { column in
      all.map { SafeText.columns(of: $0[column]) }.max() ?? 0
    }
    if let width {
      shrink(&widths, to: width)
    } else {
      widths = widths.map { min($0, Self.widestPadding) }
    }
    return all.map { row in
      var line = ""
      for (column, text) in row.enumerated() {
        let shown = width == nil ? text : SafeText.cut(text, to: widths[column])
        line += shown
        if column + 1 < row.count {
          let padding = max(0, widths[column] - SafeText.columns(of: shown))
          line += String(repeating: " ", count: padding + 2)
        }
      }
      return line
    }
  }

  /// Narrows the widest column until all fit, but none below twelve columns.
  private func shrink(_ widths: inout [Int], to width: Int) {
    let available = width - 2 * (widths.count - 1)
    while widths.reduce(0, +) > available {
      guard let widest = widths.indices.max(by: { widths[$0] < widths[$1] }), widths[widest] > 12
      else { return }
      widths[widest] -= 1
    }
  }
}
