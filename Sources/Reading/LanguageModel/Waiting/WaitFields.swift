import CivilTime
import Encoding
package import Networking

/// What the header fields of an answer say about waiting.
package struct WaitFields {
  /// The wait that is asked for: `retry-after-ms`, then `retry-after` (RFC 9110, section 10.2.3).
  package let after: Duration?
  /// When a limit of which nothing is left begins anew; nil where something is left of all.
  let exhausted: Duration?
  /// When any limit begins anew, where nothing is said of what is left.
  let reset: Duration?

  /// Reads the fields; `now` is in seconds after 1970.
  package init(_ headers: HTTPHeaders, now: Double) {
    // A server's clock may be wrong; what counts is how far ahead of it the named time is.
    let reference = headers["date"].flatMap { HTTPDate.seconds($0) } ?? now
    after = Self.asked(headers, reference)
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

  /// Whether a word in small letters stands in a name, in whatever case; every answer has its fields looked
  /// through.
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

  /// `7.66s`, `30`, an instant in seconds or milliseconds after 1970, or an RFC 3339 time.
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

  /// Seconds as a duration, a third of a year at the most; nil for what is no wait at all.
  static func duration(_ seconds: Double) -> Duration? {
    guard seconds >= 0 else { return nil }
    return .milliseconds(Int((min(seconds, longest) * 1000).rounded()))
  }

  /// Nobody waits that long, in seconds: what asks for more asks for no more than that.
  private static let longest = 1e7
}
