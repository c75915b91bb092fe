/// A day of the proleptic Gregorian calendar, without a zone.
/// Below: `Weekday`, and `DateOrder`, the order of day, month and year in numeric dates.
/// Years run from 1 to 9999, the range that ISO 8601 can write with four digits.
public struct CivilDate: Hashable, Sendable {
  // Four bytes in total, because a date is copied for every message.
  @usableFromInline let shortYear: Int16
  @usableFromInline let shortMonth: Int8
  @usableFromInline let shortDay: Int8

  /// The year, 1 to 9999.
  @inlinable public var year: Int { Int(shortYear) }
  /// The month, 1 to 12.
  @inlinable public var month: Int { Int(shortMonth) }
  /// The day of the month, 1 to 28, 29, 30 or 31.
  @inlinable public var day: Int { Int(shortDay) }

  /// Creates a date; nil if the calendar has no such day.
  @inlinable
  public init?(year: Int, month: Int, day: Int) {
    guard (1...9999).contains(year), (1...12).contains(month), day >= 1,
      day <= CivilDate.length(ofMonth: month, year: year)
    else { return nil }
    self.init(uncheckedYear: year, month: month, day: day)
  }

  @inlinable
  init(uncheckedYear year: Int, month: Int, day: Int) {
    shortYear = Int16(truncatingIfNeeded: year)
    shortMonth = Int8(truncatingIfNeeded: month)
    shortDay = Int8(truncatingIfNeeded: day)
  }

  /// Creates the date `days` after 1970-01-01; nil outside the years 1 to 9999.
  ///
  /// Uses Howard Hinnant's `civil_from_days`, with eras of 400 years that begin on 1 March.
  public init?(daysSinceEpoch days: Int) {
    guard (CivilDate.first.daysSinceEpoch...CivilDate.last.daysSinceEpoch).contains(days) else {
      return nil
    }
    let shifted = days + 719_468
    let era = (shifted >= 0 ? shifted : shifted - 146_096) / 146_097
    let dayOfEra = shifted - era * 146_097
    let yearOfEra =
      (dayOfEra - dayOfEra / 1460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
    let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
    let shiftedMonth = (5 * dayOfYear + 2) / 153
    let month = shiftedMonth < 10 ? shiftedMonth + 3 : shiftedMonth - 9
    self.init(
      uncheckedYear: yearOfEra + era * 400 + (month <= 2 ? 1 : 0),
      month: month,
      day: dayOfYear - (153 * shiftedMonth + 2) / 5 + 1)
  }

  /// The first supported day, 0001-01-01.
  public static let first = CivilDate(uncheckedYear: 1, month: 1, day: 1)
  /// The last supported day, 9999-12-31.
  public static let last = CivilDate(uncheckedYear: 9999, month: 12, day: 31)

  /// The number of days after 1970-01-01, negative before it (Hinnant's `days_from_civil`, for non-negative years).
  public var daysSinceEpoch: Int {
    // The years begin in March, so that a leap day is the last day of its year.
    let shiftedYear = UInt32(truncatingIfNeeded: month > 2 ? year : year - 1)
    let shiftedMonth = UInt32(truncatingIfNeeded: month > 2 ? month - 3 : month + 9)
    let century = shiftedYear / 100
    let leapDays = shiftedYear / 4 - century + century / 4
    return Int(shiftedYear * 365 + leapDays + (153 * shiftedMonth + 2) / 5) + day - 719_469
  }

  /// The day of the week.
  public var weekday: Weekday {
    // 1970-01-01 was a Thursday.
    let index = (daysSinceEpoch + 3) % 7
    return Weekday.allCases[index < 0 ? index + 7 : index]
  }

  /// The Monday of this day's week.
  public var monday: CivilDate { adding(days: 1 - weekday.rawValue) }

  /// The number of days in a month of a year.
  @inlinable
  public static func length(ofMonth month: Int, year: Int) -> Int {
    switch month {
    case 2: isLeap(year) ? 29 : 28
    case 4, 6, 9, 11: 30
    default: 31
    }
  }

  /// Whether a year has a 29 February.
  @inlinable
  public static func isLeap(_ year: Int) -> Bool {
    year % 4 == 0 && (year % 100 != 0 || year % 400 == 0)
  }

  /// Returns the date `days` later (earlier, if negative), limited to the ends of the calendar.
  public func adding(days: Int) -> CivilDate {
    let (sum, overflow) = daysSinceEpoch.addingReportingOverflow(days)
    if overflow { return days > 0 ? .last : .first }
    return CivilDate(daysSinceEpoch: sum) ?? (days > 0 ? .last : .first)
  }

  /// Returns the date `months` later (earlier, if negative), limited to the ends of the calendar. If that month has no
  /// such day, its last day is used.
  public func adding(months: Int) -> CivilDate {
    let (index, overflow) = (year * 12 + month - 1).addingReportingOverflow(months)
    guard !overflow, (12...119_999).contains(index) else { return months > 0 ? .last : .first }
    let year = index / 12
    let month = index % 12 + 1
    return CivilDate(
      uncheckedYear: year, month: month,
      day: min(day, CivilDate.length(ofMonth: month, year: year)))
  }
}

extension CivilDate: Comparable {
  /// The earlier day comes first.
  public static func < (a: CivilDate, b: CivilDate) -> Bool {
    (a.year, a.month, a.day) < (b.year, b.month, b.day)
  }
}

extension CivilDate: CustomStringConvertible {
  /// `YYYY-MM-DD`.
  public var description: String { String(utf8: 10) { append(to: &$0) } }

  /// Appends `YYYY-MM-DD` as ASCII.
  public func append(to bytes: inout [UInt8]) {
    bytes.appendDigits(year, width: 4)
    bytes.append(UInt8(ascii: "-"))
    bytes.appendDigits(month, width: 2)
    bytes.append(UInt8(ascii: "-"))
    bytes.appendDigits(day, width: 2)
  }
}

/// A day of the week; weeks begin on Monday, as in ISO 8601.
public enum Weekday: Int, CaseIterable, Hashable, Sendable {
  case monday = 1
  case tuesday, wednesday, thursday, friday, saturday, sunday

  /// Whether it is a Saturday or a Sunday.
  public var isWeekend: Bool { self == .saturday || self == .sunday }
}

/// The order of the parts in numeric dates such as 5/12.
public enum DateOrder: String, CaseIterable, Sendable {
  /// Day, month, year: 12/5 and 12.5. are 12 May.
  case dmy
  /// Month, day, year: 12/5 is 5 December.
  case mdy
  /// Year, month, day. Without a year: month, day.
  case ymd
  /// Year, day, month. Without a year: day, month.
  case ydm
}
