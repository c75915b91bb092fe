import Foundation

/// A table whose rows are printed as they are made, since they may be minutes apart.
struct Columns {
  private let widths: [Int]

  init(_ titles: [String], first width: Int) {
    widths = titles.enumerated().map { $0 == 0 ? width : max($1.count, 8) + 2 }
    row(titles)
  }

  /// Prints cells, the first one on the left of its column and the others on the right.
  func row(_ cells: [String]) {
    let texts = zip(cells, widths).enumerated().map { number, cell in
      let space = String(repeating: " ", count: max(cell.1 - cell.0.count, 1))
      return number == 0 ? cell.0 + space : space + cell.0
    }
    print(texts.joined())
    fflush(nil)
  }

  /// A number of so many digits after the point.
  static func text(_ number: Double?, _ digits: Int = 2) -> String {
    number.map { String(format: "%.\(digits)f", $0) } ?? "–"
  }
}

extension [Double] {
  /// The middle one, which a busy moment of the machine does not change; nil of none.
  var median: Double? { isEmpty ? nil : sorted()[count / 2] }
}
