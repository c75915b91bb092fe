/// What stands between candidates.
extension LenientReader {
  /// Bytes of a gap that are looked at.
  private static let gapLimit = 48

  func gap(before start: Int) -> Candidate.Gap {
    guard lastEnd > answerStart || answerStart == 0 else { return .words }
    let between = bytes[min(lastEnd, start)..<start]
    guard between.count <= Self.gapLimit else {
      return between.allSatisfy { $0 <= 0x20 } ? .listing : .words
    }
    var letters = 0
    var hasDigit = false
    for line in between.split(separator: 0x0A) {
      let line = line.drop { $0 <= 0x20 }
      if line.starts(with: "```".utf8) || line.starts(with: "~~~".utf8) { continue }
      for byte in line {
        if LenientParser.isDigit(byte) { hasDigit = true }
        if byte >= 0x80 || (byte | 0x20) &- UInt8(ascii: "a") < 26 { letters += 1 }
      }
    }
    return letters == 0 || hasDigit && letters <= 16 ? .listing : .words
  }
}
