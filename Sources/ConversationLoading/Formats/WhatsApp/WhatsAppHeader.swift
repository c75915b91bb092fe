import CivilTime

/// What stands in front of a message in a WhatsApp export: `[31.01.26, 15:48:11] ` on iPhones,
/// `1/31/26, 3:48 PM - ` on Android, with as many variations as there are regions.
struct WhatsAppHeader {
  /// The day, its numbers as written.
  var date: NumericDate
  var clock: LocalClock
  /// Whether brackets stand around it.
  var isBracketed: Bool
  /// Whether the half of the day is written in capitals and the date without leading zeros, as in the
  /// United States.
  var isAmerican = false
  /// Where the name, or the text of the system, begins in the line.
  var end: Int

  /// Reads the header that a line begins with; nil where it begins with none.
  @inline(__always)
  init?(_ line: Bytes) {
    // Most lines that are no header begin with a letter.
    guard let first = line.first, first == UInt8(ascii: "[") || first.isASCIIDigit || first >= 0xC0
    else { return nil }
    self.init(reading: line)
  }

  private init?(reading line: Bytes) {
    var cursor = ByteCursor(line)
    cursor.takeMarks()
    isBracketed = cursor.take(UInt8(ascii: "["))
    cursor.takeMarks()
    let start = cursor
    var clock: LocalClock
    if let date = cursor.numericDate(), let read = cursor.clock(behindDate: true) {
      self.date = date
      clock = read
    } else {
      // In Vietnam the time comes first.
      cursor = start
      guard let read = cursor.clock(behindDate: false) else { return nil }
      _ = cursor.take(UInt8(ascii: ","))
      guard cursor.takeAnySpaces(), let date = cursor.numericDate() else { return nil }
      self.date = date
      clock = read
    }
    guard cursor.finish(isBracketed: isBracketed, &clock) else { return nil }
    guard clock.isPossible else { return nil }
    self.clock = clock
    end = cursor.position
    isAmerican = clock.isCapital && line[start.position] != UInt8(ascii: "0")
  }

  /// Appends date and time as written, without what differs between versions of the app.
  func append(to bytes: inout [UInt8]) {
    Self.append(date.first, before: "/", to: &bytes)
    Self.append(date.second, before: "/", to: &bytes)
    Self.append(date.third, before: " ", to: &bytes)
    Self.append(clock.hour, before: ":", to: &bytes)
    Self.append(clock.minute, to: &bytes)
    if let second = clock.second {
      bytes.append(UInt8(ascii: ":"))
      Self.append(second, to: &bytes)
    }
    if let meridiem = clock.meridiem { bytes.append(UInt8(ascii: "a") + meridiem.rawValue) }
  }

  private static func append(
    _ number: Int, before joint: Unicode.Scalar, to bytes: inout [UInt8]
  ) {
    append(number, to: &bytes)
    bytes.append(UInt8(ascii: joint))
  }

  private static func append(_ number: Int, to bytes: inout [UInt8]) {
    if number >= 10 { append(number / 10, to: &bytes) }
    bytes.append(UInt8(ascii: "0") + UInt8(number % 10))
  }
}

extension ByteCursor {
  /// The half of the day behind the time, and what ends the header.
  fileprivate mutating func finish(isBracketed: Bool, _ clock: inout LocalClock) -> Bool {
    takeAnySpaces()
    let start = position
    var end = start
    while true {
      guard let byte = next, position - start <= 32 else { return false }
      if isBracketed {
        if byte == UInt8(ascii: "]") { break }
      } else if byte == UInt8(ascii: "-") || byte == 0xE2 {
        // A dash with a space on either side, or at the end of the line.
        let isDash = byte == 0xE2 && (bytes.has("–", at: position) || bytes.has("—", at: position))
        if byte == UInt8(ascii: "-") || isDash {
          position += isDash ? 2 : 0
          break
        }
      }
      if byte.isASCIIDigit { return false }
      if takeAnySpaces() { continue }
      position += 1
      end = position
    }
    position += 1
    guard isBracketed || position == bytes.count || next == 0x20 else { return false }
    if end > start {
      var word = bytes.part(start, end)
      if word.first == UInt8(ascii: "_") { word = word.part(from: 1) }
      if word.count > 24 { return false }
      clock.meridiem = Meridiem(word) ?? clock.meridiem ?? .unknown
      clock.isCapital = word.first == UInt8(ascii: "A") || word.first == UInt8(ascii: "P")
    }
    _ = take(0x20)
    return true
  }
}
