/// Reads and writes dates of HTTP header fields (RFC 9110, section 5.6.7), without the two obsolete formats.
package enum HTTPDate {
  private static let months = [
    "Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec",
  ]
  private static let weekdays = ["Mon", "Tue", "Wed", "Thu", "Fri", "Sat", "Sun"]

  /// Returns the seconds after 1970 of a date such as `Sun, 06 Nov 1994 08:49:37 GMT`; nil for anything else.
  package static func seconds(_ text: String) -> Double? {
    let parts = text.split(separator: " ")
    guard parts.count == 6, parts[0].hasSuffix(","), parts[5] == "GMT",
      let day = Int(parts[1]), let month = months.firstIndex(of: String(parts[2])),
      let year = Int(parts[3]), let date = CivilDate(year: year, month: month + 1, day: day)
    else { return nil }
    let clock = parts[4].split(separator: ":").compactMap { Int($0) }
    guard clock.count == 3, (0...23).contains(clock[0]), (0...59).contains(clock[1]),
      (0...60).contains(clock[2])
    else { return nil }
    let time = clock[0] * 3600 + clock[1] * 60 + clock[2]
    return Double(date.daysSinceEpoch * 86_400 + time)
  }

  /// Returns a date in the format that `seconds` reads.
  package static func text(_ timestamp: Timestamp) -> String {
    let utc = Timestamp(microseconds: timestamp.microseconds)?.civil ?? timestamp.civil
    let (date, time) = (utc.date, utc.time)
    let day = date.day < 10 ? "0\(date.day)" : "\(date.day)"
    let year = String(repeating: "0", count: 4 - "\(date.year)".utf8.count) + "\(date.year)"
    return
      "\(weekdays[date.weekday.rawValue - 1]), \(day) \(months[date.month - 1]) \(year) \(time) GMT"
  }
}
