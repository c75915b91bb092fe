/// A table for people: columns side by side, the last one as wide as there is room.
package struct TextTable {
  /// Where nothing is cut, one long text must not push all others aside: no column is padded further.
  private static let widestPadding = 80

  private let titles: [String]
  private var rows: [[String]] = []

  package init(_ titles: [String]) { self.titles = titles }

  package mutating func add(_ row: [String]) { rows.append(row.map(SafeText.line)) }

  /// The table's lines; no line is wider than `width`, if that is given, and otherwise nothing is cut.
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
