import CivilTime
import Encoding
package import Networking

/// The waits that the header fields of a response ask for: `retry-after` and the resets of rate limits.
package struct WaitFields {
  /// The requested wait: `retry-after-ms`, or else `retry-after` (RFC 9110, section 10.2.3).
  package let retryAfter: Duration?
  /// The time until an exhausted limit resets; nil if none is exhausted.
  let exhausted: Duration?
  /// The time until a limit resets whose remaining amount is not reported.
  let reset: Duration?

  /// Reads the fields. `now` is in seconds since 1970.
  package init(_ headers: HTTPHeaders, now: Double) {
    // The server's clock may be wrong, so times are relative to its own `Date`.
    let reference = headers["date"].flatMap { HTTPDate.seconds($0) } ?? now
    retryAfter = Self.asked(headers, reference)
    var exhausted: Double?
    var reset: Double?
    for field in headers.fields {
      guard Self.contains("ratelimit", field.name), Self.contains("reset", field.name),
        let seconds = Self.wait(field.value, reference)
      else { continue }
      let name = field.name.lowercased()
      let remaining = headers[name.replacing(every: "reset", with: "remaining")]
      if remaining == nil {
        reset = max(reset ?? 0, seconds)
      } else if let left = remaining.flatMap({ Double($0) }), left <= 0 {
        exhausted = max(exhausted ?? 0, seconds)
      }
    }
    self.exhausted = exhausted.flatMap(Self.duration)
    self.reset = reset.flatMap(Self.duration)
  }

  /// Returns whether a name contains a word, which must be in lower case. Compares bytes for speed, because every field
  /// of each response is checked.
  private static func contains(_ word: StaticString, _ name: String) -> Bool {
    var name = name
    let length = word.utf8CodeUnitCount
    return name.withUTF8 { name in
      guard name.count >= length else { return false }
      return (0...name.count - length).contains { start in
        (0..<length).allSatisfy { name[start + $0] | 0x20 == word.utf8Start[$0] }
      }
    }
  }

  private static func asked(_ headers: HTTPHeaders, _ reference: Double) -> Duration? {
    for name in ["retry-after-ms", "x-ms-retry-after-ms"] {
      if let value = headers[name].flatMap({ Double($0) }), let wait = duration(value / 1000) {
        return wait
      }
    }
    guard let text = headers["retry-after"] else { return nil }
    if let value = Double(text) { return duration(value) }
    if let date = HTTPDate.seconds(text) { return duration(max(0, date - reference)) }
    return WaitText.read(text[...]).flatMap(duration)
  }

  /// Parses `7.66s`, `30`, a Unix time in seconds or milliseconds, or an RFC 3339 time.
  private static func wait(_ text: String, _ reference: Double) -> Double? {
    if let number = Double(text) {
      if number > 1e11 { return max(0, number / 1000 - reference) }
      if number > 1e9 { return max(0, number - reference) }
      return number >= 0 ? number : nil
    }
    if text.utf8.count > 18, let time = ISO8601.read(text)?.timestamp(assumingOffset: 0) {
      return max(0, Double(time.microseconds) / 1e6 - reference)
    }
    return WaitText.read(text[...])
  }

  /// Converts seconds to a duration of at most about 116 days. Returns nil for a negative number.
  static func duration(_ seconds: Double) -> Duration? {
    guard seconds >= 0 else { return nil }
    return .milliseconds(Int((min(seconds, longest) * 1000).rounded()))
  }

  /// The upper limit of any wait, in seconds.
  private static let longest = 1e7
}
