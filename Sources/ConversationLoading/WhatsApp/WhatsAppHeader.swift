import CivilTime

/// What stands in front of a message in a WhatsApp export: `[31.01.26, 15:48:11] ` on iPhones,
/// `1/31/26, 3:48 PM - ` on Android, with as many variations as there are regions.
struct WhatsAppHeader {
  /// The day, its numbers as written.
  var date: NumericDate
  var hour: Int
  var minute: Int
  /// Nil where none is written.
  var second: Int?
  var meridiem: Meridiem?
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
    var cursor = LocalCursor(line)
    cursor.takeMarks()
    isBracketed = cursor.take(UInt8(ascii: "["))
    cursor.takeMarks()
    let start = cursor
    var clock: Clock
    if let date = cursor.date(), let read = cursor.clock(behindDate: true) {
      self.date = date
      clock = read
    } else {
      // In Vietnam the time comes first.
      cursor = start
      guard let read = cursor.clock(behindDate: false) else { return nil }
      _ = cursor.take(UInt8(ascii: ","))
      guard cursor.takeSpaces(), let date = cursor.date() else { return nil }
      self.date = date
      clock = read
    }
    guard cursor.finish(isBracketed: isBracketed, &clock) else { return nil }
    (hour, minute, second) = (clock.hour, clock.minute, clock.second)
    meridiem = clock.meridiem
    if meridiem == nil ? hour > 23 : hour > 24 { return nil }
    guard minute < 60, second ?? 0 < 61 else { return nil }
    end = cursor.position
    isAmerican = clock.isCapital && line[start.position] != UInt8(ascii: "0")
  }

  /// The time of day.
  var time: TimeOfDay? {
    let hour = meridiem?.hour(hour) ?? hour
    return TimeOfDay(hour: hour == 24 ? 0 : hour, minute: minute, second: second ?? 0)
  }

  /// Appends date and time as written, without what differs between versions of the app.
  func append(to bytes: inout [UInt8]) {
    for (number, joint) in [
      (date.first, "/"), (date.second, "/"), (date.third, " "), (hour, ":"),
      (minute, second == nil ? "" : ":"),
    ] as [(Int, StaticString)] {
      Self.append(number, to: &bytes)
      if joint.utf8CodeUnitCount > 0 { bytes.append(joint.utf8Start[0]) }
    }
    if let second { Self.append(second, to: &bytes) }
    if let meridiem { bytes.append(UInt8(ascii: "a") + meridiem.rawValue) }
  }

  private static func append(_ number: Int, to bytes: inout [UInt8]) {
    if number >= 10 { append(number / 10, to: &bytes) }
    bytes.append(UInt8(ascii: "0") + UInt8(number % 10))
  }
}

/// A time of day as it is being read.
private struct Clock {
  var hour: Int
  var minute: Int
  var second: Int?
  var meridiem: Meridiem?
  var isCapital = false
}

extension LocalCursor {
  /// Three numbers with `/`, `.`, `-` or the words for year, month and day between them.
  fileprivate mutating func date() -> NumericDate? {
    guard let first = number(limit: 4) else { return nil }
    takeMarks()
    guard let joint = takeJoint() else { return nil }
    takeSpaces()
    guard let second = number(limit: 2) else { return nil }
    takeMarks()
    guard takeJoint() == joint else { return nil }
    takeSpaces()
    guard let third = number(limit: 4) else { return nil }
    takeMarks()
    if joint == 0 {
      guard takeJoint() == 0 else { return nil }
    } else {
      // A dot behind the day, as in Hungary and Korea.
      _ = take(UInt8(ascii: "."))
    }
    return NumericDate(
      first: first.value, second: second.value, third: third.value,
      beginsWithYear: first.digits > 2, endsWithYear: third.digits > 2,
      isDotted: joint == UInt8(ascii: "."))
  }

  /// The sign between two numbers of a date; zero for 年, 月, 日 and 년, 월, 일.
  private mutating func takeJoint() -> UInt8? {
    guard let byte = next else { return nil }
    switch byte {
    case UInt8(ascii: "/"), UInt8(ascii: "."), UInt8(ascii: "-"):
      position += 1
      return byte
    case 0xE5, 0xE6, 0xEB, 0xEC:
      for word in ["年", "月", "日", "년", "월", "일"] as [StaticString]
      where bytes.has(word, at: position) {
        position += 3
        return 0
      }
      return nil
    default: return nil
    }
  }

  /// A time; what stands between it and a date before it, and the half of the day on either side.
  fileprivate mutating func clock(behindDate: Bool) -> Clock? {
    var meridiem: Meridiem?
    if behindDate {
      var words = 0
      var isApart = false
      while true {
        if takeSpaces() { isApart = true }
        guard let byte = next else { return nil }
        if byte == UInt8(ascii: ",") {
          position += 1
          isApart = true
        } else if let length = comma() {
          position += length
          isApart = true
        } else if isDigitAhead {
          break
        } else {
          // The half of the day, as in Chinese and Korean, or a word such as `klo`.
          guard words < 3, let word = word(limit: 24) else { return nil }
          words += 1
          if let half = Meridiem(word) {
            meridiem = half
          } else if !Self.isJoiningWord(word) {
            return nil
          }
          isApart = true
        }
      }
      guard isApart else { return nil }
    }
    guard let hour = number(limit: 2) else { return nil }
    guard takeTimeJoint(), let minute = number(limit: 2), minute.digits == 2 else { return nil }
    var clock = Clock(hour: hour.value, minute: minute.value, second: nil, meridiem: meridiem)
    let behindMinute = position
    if takeTimeJoint() {
      if let second = number(limit: 2), second.digits == 2 {
        clock.second = second.value
      } else {
        position = behindMinute
      }
    }
    return clock
  }

  /// Words that stand between a date and a time in Finnish, Danish, French, Bulgarian and so forth.
  private static func isJoiningWord(_ word: Bytes) -> Bool {
    for known in ["klo", "kl.", "kl", "à", "às", "um", "om", "ob", "г.", "г.,", "в", "BE", "BE,"]
      as [StaticString]
    where word.count == known.utf8CodeUnitCount && word.has(known) {
      return true
    }
    return false
  }

  /// The Arabic and the Chinese comma.
  private func comma() -> Int? {
    if bytes.has("،", at: position) { return 2 }
    return bytes.has("，", at: position) || bytes.has("、", at: position) ? 3 : nil
  }

  private var isDigitAhead: Bool {
    var ahead = self
    return ahead.number(limit: 64) != nil
  }

  /// `:`, `.`, a wide colon, or ` h ` as in Canada.
  private mutating func takeTimeJoint() -> Bool {
    if take(UInt8(ascii: ":")) || take(UInt8(ascii: ".")) { return true }
    if bytes.has("：", at: position) {
      position += 3
      return true
    }
    var ahead = self
    guard ahead.takeSpaces(), ahead.take(UInt8(ascii: "h")), ahead.takeSpaces() else {
      return false
    }
    self = ahead
    return true
  }

  /// The half of the day behind the time, and what ends the header.
  fileprivate mutating func finish(isBracketed: Bool, _ clock: inout Clock) -> Bool {
    takeSpaces()
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
      if takeSpaces() { continue }
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
