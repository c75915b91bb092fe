import CivilTime
import Testing

@Suite struct HTTPDateTests {
  @Test(arguments: [
    ("RFC 9110", "Sun, 06 Nov 1994 08:49:37 GMT", 784_111_777),
    ("1970", "Thu, 01 Jan 1970 00:00:00 GMT", 0),
    ("a leap day", "Thu, 29 Feb 2024 23:59:59 GMT", 1_709_251_199),
    ("long ago", "Mon, 01 Jan 0001 00:00:00 GMT", -62_135_596_800),
  ])
  func `a date is read and written`(name: String, text: String, seconds: Int) throws {
    #expect(HTTPDate.seconds(text) == Double(seconds), "\(name)")
    for offset in [0, 3600] {
      let time = try #require(
        Timestamp(microseconds: Int64(seconds) * 1_000_000, offset: seconds > 0 ? offset : 0))
      #expect(HTTPDate.text(time) == text, "\(name)")
    }
  }
}
