import CivilTime
import DueDates
import System

/// Parses the times of options such as `--since`: a date in the team's zone, a date and time, an age such as `30d`, or
/// words. The cases are the directions in which an age counts.
///
/// An age counts back, or ahead if the option says so. `+3d` and `-3d` set the direction explicitly.
enum TimeText: Sendable {
  case back, ahead

  /// Returns the time of an option; nil if it is not set.
  /// - Throws: `CommandFailure` if the value is not a time.
  static func time(
    of option: any OptionDescribing, _ invocation: Invocation
  ) throws(CommandFailure) -> Timestamp? {
    guard let text = invocation.settings.written(option)?.last else { return nil }
    let ahead = option.timeDirection == .ahead
    guard let time = try time(text, invocation, ahead: ahead) else {
      throw CommandFailure(
        .usage,
        "--\(option.name) must be a date such as 2026-01-31, \(ahead ? "a time" : "an age") such as "
          + "30d or words such as '\(ahead ? "next friday" : "last friday")', not '\(text)'")
    }
    return time
  }

  private static func time(
    _ text: String, _ invocation: Invocation, ahead: Bool
  ) throws(CommandFailure) -> Timestamp? {
    let text = text.split(whereSeparator: \.isWhitespace).joined(separator: " ")
    let now = invocation.now()
    let isSigned = text.hasPrefix("+") || text.hasPrefix("-")
    let length = isSigned ? String(text.dropFirst()) : text
    if length.last?.isLetter == true, let age = DurationText.read(length) {
      let seconds = Int(age.components.seconds)
      let isAhead = isSigned ? text.hasPrefix("+") : ahead
      return Timestamp(seconds: now.seconds + (isAhead ? seconds : -seconds))
    }
    if let reading = ISO8601.read(text) {
      if reading.offset != nil { return reading.timestamp(assumingOffset: 0) }
      return try invocation.teamZone().timestamp(of: reading.civil)
    }
    let zone = try invocation.teamZone()
    let today = zone.timestamp(at: now)
    if let date = DayWords.date(text.lowercased(), today: today.civil.date, ahead: ahead) {
      return zone.timestamp(of: CivilDateTime(date: date, time: .midnight))
    }
    let reader = DueDateReader(setting: .phrase)
    // Words beyond the day, as in "friday or so", make the value invalid.
    guard let due = reader.firstDeadline(in: text, reference: today, zone: zone),
      due.words.utf8.count == text.utf8.count
    else { return nil }
    return due.timestamp
      ?? zone.timestamp(of: CivilDateTime(date: due.date, time: .midnight))
  }
}
