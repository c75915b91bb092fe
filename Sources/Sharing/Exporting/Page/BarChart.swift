/// A bar chart of open items, as an SVG image and as a text of the same content, for `PageItemWriter`.
struct BarChart {
  /// A bar: its label, and the number of items.
  struct Row: Hashable, Sendable {
    var label: String
    var count = 0
    /// The number of late items among them.
    var late = 0

    mutating func add(isLate: Bool) {
      count += 1
      late += isLate ? 1 : 0
    }

    /// `3, 1 overdue`.
    var words: String { late > 0 && late < count ? "\(count), \(late) overdue" : "\(count)" }
  }

  let id: String
  let title: String
  let rows: [Row]

  private static let rowHeight = 24
  private static let labelWidth = 116
  /// The width of the longest bar.
  private static let barWidth = 110

  /// The HTML section: a heading with the image, or with a sentence if nothing is open.
  var section: String {
    let heading = "<h2 id=\"\(id)-heading\">\(title)</h2>"
    let body = rows.isEmpty ? "<p>No open items.</p>" : image
    return "<section aria-labelledby=\"\(id)-heading\">\n\(heading)\n\(body)\n</section>\n"
  }

  private var image: String {
    let most = max(1, rows.map(\.count).max() ?? 1)
    let words = rows.map { "\(PlainText.line($0.label)): \($0.words)" }.joined(separator: "; ")
    let bars = rows.enumerated().map { bar($1, top: $0 * Self.rowHeight, most: most) }
    return """
      <svg viewBox="0 0 360 \(rows.count * Self.rowHeight)" role="img" aria-labelledby="\(id)-title \(id)-words">
      <title id="\(id)-title">\(title)</title><desc id="\(id)-words">\(HTMLEscaping.escaped(words))</desc>
      <defs><pattern id="\(id)-late" width="6" height="6" patternUnits="userSpaceOnUse" \
      patternTransform="rotate(45)"><path class="stripe" d="M1.5 0V6" stroke-width="3"/></pattern></defs>
      \(bars.joined(separator: "\n"))
      </svg>
      """
  }

  /// Late items are striped, so that colour is not the only sign.
  private func bar(_ row: Row, top: Int, most: Int) -> String {
    let late = row.late * Self.barWidth / most
    let all = max(row.count > 0 ? 2 : 0, row.count * Self.barWidth / most)
    let left = Self.labelWidth + 8
    let label = PlainText.line(row.label)
    let short = label.count > 16 ? label.prefix(15) + "…" : label
    var parts = [
      "<text x=\"\(Self.labelWidth)\" y=\"\(top + 16)\" text-anchor=\"end\">\(HTMLEscaping.escaped(short))</text>"
    ]
    if all > late {
      parts.append(
        "<rect class=\"bar\" x=\"\(left + late)\" y=\"\(top + 4)\" width=\"\(all - late)\" height=\"16\"/>"
      )
    }
    if row.late > 0 {
      parts.append(
        "<rect class=\"edge\" x=\"\(left)\" y=\"\(top + 4)\" width=\"\(max(2, late))\" height=\"16\" "
          + "fill=\"url(#\(id)-late)\"/>")
    }
    parts.append("<text x=\"\(left + all + 6)\" y=\"\(top + 16)\">\(row.words)</text>")
    return parts.joined()
  }
}
