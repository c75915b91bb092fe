import CivilTime

/// A time in any form that a table of messages uses.
enum WrittenTime {
  /// ISO 8601, an epoch, or an English date.
  case plain(GenericTimestamp.Reading)
  /// A date of three numbers, whose order depends on the whole file.
  case numeric(NumericDate, TimeOfDay)

  /// Reads a whole text; returns nil if it is not a time.
  init?(_ bytes: Bytes) {
    let text = bytes.trimmed
    guard !text.isEmpty, text.count <= 80 else { return nil }
    if let reading = GenericTimestamp.read(String(decoding: text, as: UTF8.self)) {
      self = .plain(reading)
      return
    }
    var english = ByteCursor(text)
    if let reading = english.englishDateTime() {
      guard reading.offset != nil, let instant = reading.timestamp(assumingOffset: 0) else {
        self = .plain(.civil(reading))
        return
      }
      self = .plain(.instant(instant))
      return
    }
    var cursor = ByteCursor(text)
    cursor.takeMarks()
    guard let date = cursor.numericDate() else { return nil }
    if cursor.position == text.count {
      self = .numeric(date, .midnight)
      return
    }
    guard var clock = cursor.clock(behindDate: true) else { return nil }
    cursor.takeAnySpaces()
    let half = text.part(from: cursor.position).trimmed
    if !half.isEmpty {
      guard let meridiem = Meridiem(half) else { return nil }
      clock.meridiem = meridiem
    }
    guard clock.isPossible, let time = clock.time else { return nil }
    self = .numeric(date, time)
  }

  /// Returns the time, with a numeric date read in the given order if possible.
  func reading(in order: DateOrder) -> GenericTimestamp.Reading? {
    switch self {
    case .plain(let reading): return reading
    case .numeric(let date, let time):
      return date.date(preferring: order).map { .civil(CivilDateTime(date: $0, time: time)) }
    }
  }
}
