/// Reads time zones stated after a time.
extension Grammar {
  /// Reads a zone after a time: `CET`, `(BST)`, `GMT+2`, `Eastern time`, `+02:00`.
  func zone(at index: Int) -> (ZoneName, end: Int)? {
    guard isMark(index, "(") else { return zoneName(at: index) }
    guard let (zone, end) = zoneName(at: index + 1), isMark(end, ")") else { return nil }
    return (zone, end + 1)
  }

  private func zoneName(at index: Int) -> (ZoneName, end: Int)? {
    guard token(index).gap != .line else { return nil }
    // 555-1234 is a telephone number.
    if touches(index), token(index - 1).digits != 3, let (offset, end) = offset(at: index) {
      return (.offset(offset), end)
    }
    guard token(index).kind == .word else { return nil }
    if has(index, .zonePlace), let zone = word(index).zone {
      return (zone, has(index + 1, .zoneTime) ? index + 2 : index + 1)
    }
    // After `3pm`, a lower-case `est` is a zone.
    guard let zone = ZoneName(abbreviation: text(index)[...], isSure: has(index - 1, [.am, .pm]))
    else { return nil }
    if touches(index), !isLetter(index, "z"), !isMark(index - 1, "("),
      !isNumber(index - 1) || text(index).utf8.count < 3
    {
      return nil
    }
    if zone == .offset(0), let (offset, end) = offset(at: index + 1) {
      return (.offset(offset), end)
    }
    guard isClosed(at: index + 1) || isMark(index + 1, "/") else { return nil }
    return (zone, index + 1)
  }

  /// Reads `+02:00`, `-0330` or `+2`; returns seconds.
  private func offset(at index: Int) -> (Int, end: Int)? {
    guard isMark(index, "+", "-"), touches(index + 1) else { return nil }
    let sign = isMark(index, "-") ? -1 : 1
    if let value = number(index + 1, digits: 4, in: 0...1400), token(index + 1).digits == 4,
      value % 100 <= 59, isClosed(at: index + 2)
    {
      return (sign * (value / 100 * 3600 + value % 100 * 60), index + 2)
    }
    guard let hours = number(index + 1, digits: 2, in: 0...14) else { return nil }
    if isMark(index + 2, ":"), touches(index + 2),
      let minutes = number(index + 3, digits: 2, in: 0...59),
      touches(index + 3), token(index + 3).digits == 2
    {
      return (sign * (hours * 3600 + minutes * 60), index + 4)
    }
    // The minutes may be missing only after a name: UTC+2.
    guard token(index - 1).kind == .word, isClosed(at: index + 2) else { return nil }
    return (sign * hours * 3600, index + 2)
  }
}
