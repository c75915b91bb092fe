import ActionItems
import Testing

@Suite struct DeadlineTests {
  @Test(arguments: [
    ("day", "2026-03-01", "2026-03-01"),
    ("time", "2026-03-01T17:00:00+01:00", "2026-03-01T17:00:00+01:00"),
    ("UTC is written as an offset", "2026-03-01T17:00:00Z", "2026-03-01T17:00:00+00:00"),
    ("half an hour", "2026-03-01T17:00-09:30", "2026-03-01T17:00:00-09:30"),
  ])
  func `is read and written`(name: String, text: String, written: String) {
    #expect(Deadline(text)?.description == written, "\(name)")
  }

  @Test(arguments: [
    ("words", "by Friday"), ("a time without offset", "2026-03-01T17:00"), ("empty", ""),
  ])
  func `text that names no instant is refused`(name: String, text: String) {
    #expect(Deadline(text) == nil, "\(name)")
  }
}
