import CivilTime

/// A time of day as chat exports write it: 24-hour, or with am/pm in many languages. `ByteCursor.clock` reads it.
struct WrittenClockTime {
  var hour: Int
  var minute: Int
  /// The seconds, or nil if not written.
  var second: Int?
  /// Am or pm; nil on a 24-hour clock.
  var meridiem: Meridiem?
  /// Whether the zone is written, and is UTC.
  var isUTC = false
  /// Whether the word after the time begins with a capital A or P, as in `AM`.
  var isCapital = false

  /// Whether the numbers are within the range of a clock.
  var isPossible: Bool { hour <= 24 && minute < 60 && second ?? 0 < 61 }

  /// Whether a word after the time only means "o'clock": `Uhr` in German, `ч.` in Bulgarian.
  static func isOClock(_ word: Bytes) -> Bool { word.elementsEqual("Uhr".utf8) || word.has("ч.") }

  /// The time, with hour 24 read as 0.
  var time: TimeOfDay? {
    let hour = meridiem?.hour(hour) ?? hour
    return TimeOfDay(hour: hour == 24 ? 0 : hour, minute: minute, second: second ?? 0)
  }
}

extension ByteCursor {
  /// Reads a time. With `afterDate`, requires a separator first, then skips joining words such as `at`, and reads
  /// am or pm if it comes before the time.
  mutating func clock(afterDate: Bool) -> WrittenClockTime? {
    var meridiem: Meridiem?
    if afterDate {
      var words = 0
      var isApart = false
      while true {
        if takeAnySpaces() { isApart = true }
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
          // Am or pm, as in Chinese and Korean, or a joining word such as `klo`.
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
    var clock = WrittenClockTime(
      hour: hour.value, minute: minute.value, second: nil, meridiem: meridiem)
    let afterMinute = position
    if takeTimeJoint() {
      if let second = number(limit: 2), second.digits == 2 {
        clock.second = second.value
      } else {
        position = afterMinute
      }
    }
    return clock
  }

  /// Words that join a date and a time, as in Finnish, Danish, French or Bulgarian.
  private static let joiningWords: [StaticString] = [
    "klo", "kl.", "kl", "à", "às", "at", "um", "om", "ob", "г.", "г.,", "в", "BE", "BE,",
  ]

  private static func isJoiningWord(_ word: Bytes) -> Bool {
    joiningWords.contains { word.count == $0.utf8CodeUnitCount && word.has($0) }
  }

  /// The length in bytes of an Arabic or Chinese comma at the position, or nil.
  private func comma() -> Int? {
    if bytes.has("،", at: position) { return 2 }
    return bytes.has("，", at: position) || bytes.has("、", at: position) ? 3 : nil
  }

  private var isDigitAhead: Bool {
    if next?.isASCIIDigit == true { return true }
    var ahead = self
    return ahead.number(limit: 64) != nil
  }

  /// Reads `:`, `.`, a full-width colon, or ` h ` as in Canada.
  private mutating func takeTimeJoint() -> Bool {
    if take(UInt8(ascii: ":")) || take(UInt8(ascii: ".")) { return true }
    if bytes.has("：", at: position) {
      position += 3
      return true
    }
    var ahead = self
    guard ahead.takeAnySpaces(), ahead.take(UInt8(ascii: "h")), ahead.takeAnySpaces() else {
      return false
    }
    self = ahead
    return true
  }
}
