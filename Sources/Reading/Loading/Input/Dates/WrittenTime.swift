import CivilTime

/// A time in any form that tables, JSON, mails and copied texts use; the order of numeric dates is decided later.
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
    guard let clock = cursor.wholeClock(afterDate: true), let time = clock.time else { return nil }
    self = .numeric(date, time)
  }

  /// The date, with numbers read in the given order if possible.
  func date(in order: DateOrder) -> CivilDate? {
    switch reading(in: order) {
    case .civil(let reading): reading.civil.date
    case .instant(let time): time.civil.date
    case nil: nil
    }
  }

  /// The time of day; midnight without one.
  var time: TimeOfDay? {
    switch reading(in: .dmy) {
    case .civil(let reading): reading.civil.time
    case .instant(let time): time.civil.time
    case nil: nil
    }
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
