import Foundation

/// A table of results on standard output. Each row is printed at once, since rows may be minutes apart.
/// At the end: the median of numbers.
struct Columns {
  private let widths: [Int]

  init(_ titles: [String], first width: Int) {
    widths = titles.enumerated().map { $0 == 0 ? width : max($1.count, 8) + 2 }
    row(titles)
  }

  /// Prints cells: the first one left-aligned, the others right-aligned.
  func row(_ cells: [String]) {
    let texts = zip(cells, widths).enumerated().map { number, cell in
      let space = String(repeating: " ", count: max(cell.1 - cell.0.count, 1))
      return number == 0 ? cell.0 + space : space + cell.0
    }
    print(texts.joined())
    fflush(nil)
  }

  /// Formats a number with `digits` decimals.
  static func text(_ number: Double?, _ digits: Int = 2) -> String {
    number.map { String(format: "%.\(digits)f", $0) } ?? "–"
  }
}

extension [Double] {
  /// The median, which is robust against outliers; nil if there are no values.
  var median: Double? { isEmpty ? nil : sorted()[count / 2] }
}
