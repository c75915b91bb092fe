import CivilTime
import DueDates
import Testing

/// Reads a text as if written at a time on the clocks of a zone.
struct SampleReading {
  var written = "2026-03-11T10:30:00"
  var zone = Zone.utc
  var reader = SampleReading.messages

  static let messages = DueDateReader()
  static let phrases = DueDateReader(setting: .phrase)

  /// The first deadline.
  func deadline(_ text: String) throws -> DueDate? {
    let civil = try #require(ISO8601.read(written)).civil
    let reference = try #require(zone.timestamp(of: civil))
    return reader.firstDeadline(in: text, reference: reference, zone: zone)
  }

  /// The first deadline as `YYYY-MM-DD` or `YYYY-MM-DD HH:MM`; `none` if there is none.
  func callAsFunction(_ text: String) throws -> String {
    guard let due = try deadline(text) else { return "none" }
    return SampleReading.written(due.date, due.time)
  }

  /// All deadlines, as above.
  static func deadlines(_ text: String) throws -> [String] {
    let civil = try #require(ISO8601.read(SampleReading().written)).civil
    let reference = try #require(Zone.utc.timestamp(of: civil))
    return messages.deadlines(in: text, reference: reference, zone: .utc).map {
      written($0.date, $0.time)
    }
  }

  /// A day, and a time if given, in the format of the tables.
  static func written(_ date: CivilDate, _ time: TimeOfDay? = nil) -> String {
    time.map { "\(date) \("\($0)".prefix(5))" } ?? date.description
  }
}
