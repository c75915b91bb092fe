/// Cells of a table as RFC 4180 has them, of which no spreadsheet makes a formula.
enum CSVCell {
  /// Appends a cell.
  ///
  /// What a spreadsheet would calculate gets an apostrophe in front, as OWASP's page "CSV Injection" advises: it
  /// begins with `=`, `+`, `-`, `@`, one of their wide forms, a tab or a line end. Other text stays as it is.
  static func append(_ text: String, to output: inout [UInt8]) {
    let isFormula = text.unicodeScalars.first.map(begins) ?? false
    guard isFormula || needsQuotes(text) else {
      output += text.utf8
      return
    }
    output.append(UInt8(ascii: "\""))
    if isFormula { output.append(UInt8(ascii: "'")) }
    for byte in text.utf8 {
      if byte == UInt8(ascii: "\"") { output.append(byte) }
      output.append(byte)
    }
    output.append(UInt8(ascii: "\""))
  }

  /// Appends a line of cells.
  static func append(_ cells: [String], to output: inout [UInt8]) {
    for (place, cell) in cells.enumerated() {
      if place > 0 { output.append(UInt8(ascii: ",")) }
      append(cell, to: &output)
    }
    output += [0x0D, 0x0A]
  }

  /// Whether a spreadsheet makes a formula of a cell that begins so.
  private static func begins(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar {
    case "=", "+", "-", "@", "\t", "\r", "\n", "\u{FF1D}", "\u{FF0B}", "\u{FF0D}", "\u{FF20}": true
    default: false
    }
  }

  private static func needsQuotes(_ text: String) -> Bool {
    if text.utf8.first == 0x20 || text.utf8.last == 0x20 { return true }
    return text.utf8.contains {
      $0 == UInt8(ascii: "\"") || $0 == UInt8(ascii: ",") || $0 == 0x0D || $0 == 0x0A
    }
  }
}
