import CivilTime
import TimeZones

/// Times as options have them: a date in the team's zone, a date and time, or an age such as `30d`.
enum TimeLimit {
  /// The time of an option; nil where it is not set. An age counts back, or ahead where that is what
  /// makes sense.
  static func time(
    of option: Option<String>, _ invocation: Invocation, ahead: Bool = false
  ) throws(CommandFailure) -> Timestamp? {
    guard let text = invocation.settings.value(of: option) else { return nil }
    guard let time = try time(text, invocation, ahead: ahead) else {
      throw CommandFailure(
        .usage,
        "--\(option.name) has to be a date such as 2026-01-31 or \(ahead ? "a time" : "an age") "
          + "such as 30d, not '\(text)'")
    }
    return time
  }

  private static func time(
    _ text: String, _ invocation: Invocation, ahead: Bool
  ) throws(CommandFailure) -> Timestamp? {
    if text.last?.isLetter == true, let age = DurationText.read(text) {
      let seconds = Int(age.components.seconds)
      return Timestamp(seconds: invocation.now().seconds + (ahead ? seconds : -seconds))
    }
    guard let reading = ISO8601.read(text) else { return nil }
    if reading.offset != nil { return reading.timestamp(assumingOffset: 0) }
    return try invocation.teamZone().timestamp(of: reading.civil)
  }
}
