import CivilTime

/// The date and time before a message in a WhatsApp export. `WhatsAppLine`, below, adds the name and the text.
///
/// It is `[31.01.26, 15:48:11] ` on iPhones and `1/31/26, 3:48 PM - ` on Android, and varies by region.
struct WhatsAppHeader {
  var date: NumericDate
  var clock: WrittenClockTime
  var isBracketed: Bool
  /// A number for its shape, which all headers of a file share.
  private(set) var shape = 8
  /// Whether AM or PM is in capitals and the date has no leading zero, as in the United States.
  var isAmerican = false
  /// The offset of the name, or of the system's text, in the line.
  var end: Int

  /// Reads the header at the beginning of a line; nil if there is none.
  @inline(__always)
  init?(_ line: Bytes) {
    // Fast path: most lines without a header begin with a letter.
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
    var clock: WrittenClockTime
    if let stamp = cursor.stamp(isBracketed: isBracketed) {
      (date, clock, shape) = stamp
    } else {
      // In Vietnam the time comes first.
      cursor = start
      guard let read = cursor.clock(afterDate: false) else { return nil }
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

  /// Appends the date and time as written, without differences between versions of the app.
  func append(to bytes: inout [UInt8]) {
    bytes.appendDigits(date.first, width: 1)
    Self.append("/", date.second, to: &bytes)
    Self.append("/", date.third, to: &bytes)
    Self.append(" ", clock.hour, to: &bytes)
    Self.append(":", clock.minute, to: &bytes)
    if let second = clock.second { Self.append(":", second, to: &bytes) }
    if let meridiem = clock.meridiem { bytes.append(UInt8(ascii: "a") + meridiem.rawValue) }
  }

  private static func append(_ joint: Unicode.Scalar, _ number: Int, to bytes: inout [UInt8]) {
    bytes.append(UInt8(ascii: joint))
    bytes.appendDigits(number, width: 1)
  }
}

extension ByteCursor {
  /// Reads a date, perhaps a comma, and a time; returns their shape too.
  @inline(__always)
  fileprivate mutating func stamp(isBracketed: Bool) -> (NumericDate, WrittenClockTime, shape: Int)?
  {
    guard let date = numericDate() else { return nil }
    let shape = (isBracketed ? 4 : 0) + (next == UInt8(ascii: ",") ? 2 : 0)
    return clock(afterDate: true).map { (date, $0, shape + ($0.second == nil ? 0 : 1)) }
  }

  /// Reads am or pm after the time, and the end of the header.
  fileprivate mutating func finish(isBracketed: Bool, _ clock: inout WrittenClockTime) -> Bool {
    takeAnySpaces()
    let start = position
    var end = start
    while true {
      guard let byte = next, position - start <= 64 else { return false }
      if isBracketed {
        if byte == UInt8(ascii: "]") { break }
      } else if byte == UInt8(ascii: "-") || byte == 0xE2 {
        // A dash with a space on either side, or at the end of the line.
        let isDash = byte == 0xE2 && (bytes.has("–", at: position) || bytes.has("—", at: position))
        if byte == UInt8(ascii: "-") || isDash {
          position += isDash ? 2 : 0
          break
        }
      } else if byte == UInt8(ascii: ":"), clock.second != nil, bytes.has(" ", at: position + 1) {
        // iPhones wrote `12:29:34 PM: Anna: text` before 2018.
        break
      }
      if byte.isASCIIDigit { return false }
      if takeAnySpaces() { continue }
      position += 1
      end = position
    }
    position += 1
    guard isBracketed || position == bytes.count || next == 0x20 else { return false }
    var word = bytes.part(start, end)
    if !word.isEmpty, !WrittenClockTime.isOClock(word) {
      if word.first == UInt8(ascii: "_") { word = word.part(from: 1) }
      if word.count > 60 { return false }
      clock.isUTC = word.equalsIgnoringCase("UTC")
      if !clock.isUTC { clock.meridiem = Meridiem(word) ?? clock.meridiem ?? .unknown }
      clock.isCapital = word.first == UInt8(ascii: "A") || word.first == UInt8(ascii: "P")
    }
    _ = take(0x20)
    return true
  }
}

/// The first line of a message in a WhatsApp export.
struct WhatsAppLine {
  let header: WhatsAppHeader
  /// The sender, or nil for a line of the app itself.
  let name: Bytes?
  /// The text after the name or the header.
  let text: Bytes
  /// Whether the app's mark for its own text also precedes the whole line.
  let isMarked: Bool

  @inline(__always)
  init?(_ line: Bytes) {
    guard let header = WhatsAppHeader(line) else { return nil }
    self.header = header
    isMarked = line.has("\u{200E}")
    let rest = line.part(from: header.end)
    if let colon = Self.endOfName(rest) ?? (header.isBracketed ? Self.gluedName(rest) : nil) {
      name = rest.part(0, colon).trimmed
      text = rest.part(from: colon + (Self.isGlued(rest, colon) ? 1 : 2))
    } else {
      name = nil
      text = rest
    }
  }

  /// The longest name, in bytes.
  private static let nameLimit = 200

  /// Finds the colon after the name.
  ///
  /// In `Anna changed the subject to “Trip: Rome”`, the colon is inside a quotation, which a name never leaves open.
  private static func endOfName(_ rest: Bytes) -> Int? {
    var quotes = 0
    var isOpen = false
    var place = 0
    while place < rest.count, place < nameLimit {
      let byte = rest[place]
      if byte == UInt8(ascii: ":") {
        // The app's own text may end in a colon too, but rarely does.
        if place + 1 == rest.count || rest[place + 1] == 0x20 || startsWithMark(rest, place + 1) {
          return quotes % 2 == 0 && !isOpen && place > 0 ? place : nil
        }
      } else if byte == UInt8(ascii: "\"") {
        quotes += 1
      } else if byte >= 0xC2 {
        if rest.has("“", at: place) || rest.has("„", at: place) || rest.has("«", at: place) {
          isOpen = true
        } else if rest.has("”", at: place) || rest.has("»", at: place) {
          isOpen = false
        }
      }
      place += 1
    }
    return nil
  }

  /// Finds the colon of `Bob:Hi`, which some versions write without a space. On iPhones, each line has a name.
  private static func gluedName(_ rest: Bytes) -> Int? {
    let place = rest.prefix(60).firstIndex(of: UInt8(ascii: ":"))
    guard let place, place > 0, !rest.has("//", at: place + 1) else { return nil }
    // The colon of a time, or after a quotation in a notice, does not end a name.
    let isTime =
      rest[place - 1].isASCIIDigit && place + 1 < rest.count && rest[place + 1].isASCIIDigit
    return isTime || rest.part(0, place).first("“") ?? rest.part(0, place).first("\"") != nil
      ? nil : place
  }

  private static func isGlued(_ rest: Bytes, _ colon: Int) -> Bool {
    colon + 1 < rest.count && rest[colon + 1] != 0x20 && !startsWithMark(rest, colon + 1)
  }

  /// Whether a mark stands in place of the space between name and text, as in some versions.
  private static func startsWithMark(_ rest: Bytes, _ place: Int) -> Bool {
    rest[place] >= 0xC2
      && (ByteCursor.mark(rest, at: place) ?? ByteCursor.space(rest, at: place)) != nil
  }
}
