import CivilTime
import Encoding
import Testing

@testable import Sync

@Suite struct RemoteTimeTests {
  typealias Encoding = RemoteTime.Encoding

  /// 2026-08-15T10:00:00Z.
  static let now = timestamp("2026-08-15T10:00:00Z")

  static func timestamp(_ text: String) -> Timestamp {
    ISO8601.read(text)?.timestamp(assumingOffset: 0) ?? .epoch
  }

  /// The reason why times are refused; nil if they are valid.
  static func problem(
    created: RemoteTime? = nil, updated: RemoteTime?, now: Timestamp = now, hint: Encoding? = nil
  ) -> String? {
    do {
      _ = try RemoteTime.resolve(created: created, updated: updated, now: now, hint: hint)
      return nil
    } catch {
      return error.description
    }
  }

  @Test(
    arguments: [
      ("ISO 8601", .text("2026-05-08T06:13:20Z"), .iso8601, "2026-05-08T06:13:20Z"),
      ("with an offset", .text("2026-05-08T08:13:20+02:00"), .iso8601, "2026-05-08T06:13:20Z"),
      ("a text of long ago", .text("1987-01-01"), .iso8601, "1987-01-01T00:00:00Z"),
      ("Unix seconds", .number(1_778_220_800), .seconds, "2026-05-08T06:13:20Z"),
      ("a fraction of them", .number(1_778_220_800.25), .seconds, "2026-05-08T06:13:20.25Z"),
      ("milliseconds", .number(1_778_220_800_123), .milliseconds, "2026-05-08T06:13:20.123Z"),
      (
        "microseconds", .number(1_778_220_800_123_456), .microseconds,
        "2026-05-08T06:13:20.123456Z"
      ),
      ("nanoseconds", .number(1_778_220_800e9), .nanoseconds, "2026-05-08T06:13:20Z"),
      ("Foundation's own", .number(799_913_600), .secondsSince2001, "2026-05-08T06:13:20Z"),
      (
        "a fraction of that", .number(799_913_600.5), .secondsSince2001,
        "2026-05-08T06:13:20.5Z"
      ),
      ("no year 1995", .number(800_000_000), .secondsSince2001, "2026-05-09T06:13:20Z"),
      ("before 2001", .number(-10_000_000), .secondsSince2001, "2000-09-07T06:13:20Z"),
      ("the first second of 2000", .number(946_684_800), .seconds, "2000-01-01T00:00:00Z"),
      ("digits as a text", .text("1778220800"), .seconds, "2026-05-08T06:13:20Z"),
      ("a fraction as a text", .text("799913600.5"), .secondsSince2001, "2026-05-08T06:13:20.5Z"),
      ("a year ahead", .number(1_818_000_000), .seconds, "2027-08-11T16:00:00Z"),
    ] as [(String, RemoteTime, Encoding, String)])
  func `the unit of a number follows from its date`(
    name: String, time: RemoteTime, encoding: Encoding, wanted: String
  ) throws {
    for isUpdate in [true, false] {
      let found = try RemoteTime.resolve(
        created: isUpdate ? nil : time, updated: isUpdate ? time : nil, now: Self.now)
      let (read, other) =
        isUpdate ? (found.updated, found.created) : (found.created, found.updated)
      #expect(read == Self.timestamp(wanted), "\(name): \(read.map { "\($0)" } ?? "none")")
      #expect(found.encoding == encoding && other == nil, "\(name)")
    }
  }

  @Test(
    arguments: [
      ("nought", .number(0), "0 is not a time"),
      ("negative", .number(-50_000_000), "-50000000 is not a time"),
      ("not a number", .number(.nan), "nan is not a time"),
      ("endless", .number(.infinity), "inf is not a time"),
      ("huge", .number(1e300), "1e+300 is not a time"),
      ("Unix, in two years", .number(1_850_000_000), "1850000000 is not a time"),
      ("a word", .text("yesterday"), "\"yesterday\" is not a time"),
      ("no text", .text(""), "\"\" is not a time"),
      ("a word for no number", .text("nan"), "\"nan\" is not a time"),
      ("few digits", .text("20"), nil),
      ("digits, as of a day in 2001", .text("20260508"), nil),
    ] as [(String, RemoteTime, String?)])
  func `an impossible time is refused if it decides, and ignored otherwise`(
    name: String, time: RemoteTime, problem: String?
  ) throws {
    #expect(Self.problem(updated: time) == problem.map { "its updatedAt \($0)" }, "\(name)")
    guard problem != nil else { return }
    let alone = try RemoteTime.resolve(created: time, updated: nil, now: Self.now)
    #expect(alone.created == nil && alone.encoding == nil, "\(name)")
    let both = try RemoteTime.resolve(
      created: time, updated: .number(1_778_220_800), now: Self.now)
    #expect(both.created == nil && both.encoding == .seconds, "\(name)")
  }

  @Test(
    arguments: [
      ("both since 2001", .number(700_000_000), .number(799_913_600), .secondsSince2001),
      (
        "both in milliseconds", .number(1_600_000_000_000), .number(1_778_220_800_000),
        .milliseconds
      ),
      ("a clock that is behind", .number(1_778_220_900), .number(1_778_220_800), .seconds),
      (
        "a text and a number", .text("2026-05-01T00:00:00Z"), .number(799_913_600),
        .secondsSince2001
      ),
      ("a number and a text", .number(1_778_220_800), .text("2026-05-09"), .seconds),
      ("created long after", .number(1_778_520_800), .number(1_778_220_800), nil),
      ("two encodings", .number(1_600_000_000_000), .number(1_778_220_800), nil),
      ("created behind a text", .number(1_778_220_800), .text("2026-01-01"), nil),
    ] as [(String, RemoteTime, RemoteTime, Encoding?)])
  func `the numbers of one payload share one encoding, and are in order`(
    name: String, created: RemoteTime, updated: RemoteTime, encoding: Encoding?
  ) {
    let found = try? RemoteTime.resolve(created: created, updated: updated, now: Self.now)
    #expect(found?.encoding == encoding, "\(name)")
    #expect((found?.created != nil && found?.updated != nil) == (encoding != nil), "\(name)")
    if encoding == nil {
      let problem = Self.problem(created: created, updated: updated) ?? ""
      #expect(problem.hasSuffix("and its other time contradict each other"), "\(name): \(problem)")
    }
  }

  @Test(
    arguments: [
      ("2039 or 2008, in 2040", "2040-01-01", 1.2e9, nil, .secondsSince2001),
      ("2039 or 2008, in 2050", "2050-01-01", 1.2e9, nil, nil),
      ("the same, from a peer that counts so", "2050-01-01", 1.2e9, .seconds, .seconds),
      (
        "the same, from one that does not", "2050-01-01", 1.2e9, .secondsSince2001,
        .secondsSince2001
      ),
      ("the same, from one that never does", "2050-01-01", 1.2e9, .milliseconds, nil),
      ("a peer's that counts otherwise", "2026-08-15", 8e8, .seconds, .secondsSince2001),
      ("our clock has lost its time", "1970-01-01", 8e8, nil, .secondsSince2001),
    ] as [(String, String, Double, Encoding?, Encoding?)])
  func `the reading closest to now wins, or the one known for the remote`(
    name: String, now: String, number: Double, hint: Encoding?, wanted: Encoding?
  ) {
    let now = Self.timestamp(now)
    let found = try? RemoteTime.resolve(
      created: nil, updated: .number(number), now: now, hint: hint)
    #expect(found?.encoding == wanted, "\(name)")
    if wanted == nil {
      #expect(
        Self.problem(updated: .number(number), now: now, hint: hint)
          == "its updatedAt 1200000000 could be seconds since 2001 or Unix seconds", "\(name)")
    }
  }

  @Test func `a missing time stays missing`() throws {
    let found = try RemoteTime.resolve(created: nil, updated: nil, now: Self.now, hint: .seconds)
    #expect(found.created == nil && found.updated == nil && found.encoding == nil)
  }

  @Test func `a quoted text is short and on one line`() {
    let problem = Self.problem(updated: .text("a\nb" + String(repeating: "c", count: 100)))
    #expect(problem == "its updatedAt \"ab\(String(repeating: "c", count: 37))\" is not a time")
  }

  /// Frames as different kinds of clients and servers send them.
  static let frames: [(String, String, Encoding?, created: String?, updated: String?)] = [
    (
      "a Swift program with JSONEncoder's own dates",
      #"""
      {"type":"item.updated","messageID":"5C1C8E0E-58C4-4B0B-9C5B-1D2E0F6A7B01","payload":{
        "id":"A1","title":"Call Bo","createdAt":799912800.123456,"updatedAt":799913600.5}}
      """#, .secondsSince2001, "2026-05-08T06:00:00.123456Z", "2026-05-08T06:13:20.5Z"
    ),
    (
      "a Swift program with .iso8601",
      #"""
      {"type":"item.created","messageID":"m","payload":{"id":"A1","title":"Call Bo",
        "createdAt":"2026-05-08T06:00:00Z","updatedAt":"2026-05-08T06:13:20Z","tags":[]}}
      """#, .iso8601, "2026-05-08T06:00:00Z", "2026-05-08T06:13:20Z"
    ),
    (
      "JavaScript's Date.now()",
      #"""
      {"payload":{"updatedAt":1778220800123,"createdAt":1778220000000,"title":"Call Bo",
        "id":"a1"},"messageID":"m","type":"item.updated","timestamp":1778220800200}
      """#, .milliseconds, "2026-05-08T06:00:00Z", "2026-05-08T06:13:20.123Z"
    ),
    (
      "JavaScript's toISOString()",
      #"""
      {"type":"item.updated","messageID":"m","payload":{"id":"a1","title":"Call Bo",
        "createdAt":"2026-05-08T06:00:00.000Z","updatedAt":"2026-05-08T06:13:20.123Z"}}
      """#, .iso8601, "2026-05-08T06:00:00Z", "2026-05-08T06:13:20.123Z"
    ),
    (
      "Python's time.time()",
      #"""
      {"type": "item.updated", "messageID": "m", "payload": {"id": "a1", "title": "Call Bo",
        "createdAt": 1778220000.0, "updatedAt": 1778220800.123456}}
      """#, .seconds, "2026-05-08T06:00:00Z", "2026-05-08T06:13:20.123456Z"
    ),
    (
      "Python's isoformat()",
      #"""
      {"type": "item.updated", "messageID": "m", "payload": {"id": "a1", "title": "Call Bo",
        "createdAt": "2026-05-08T06:00:00+00:00", "updatedAt": "2026-05-08T06:13:20.123456+00:00"}}
      """#, .iso8601, "2026-05-08T06:00:00Z", "2026-05-08T06:13:20.123456Z"
    ),
    (
      "whole seconds", #"{"type":"item.updated","payload":{"id":"a1","updatedAt":1778220800}}"#,
      .seconds, nil, "2026-05-08T06:13:20Z"
    ),
    (
      "seconds in an exponent",
      #"{"type":"item.updated","payload":{"id":"a1","updatedAt":1.7782208e9}}"#, .seconds, nil,
      "2026-05-08T06:13:20Z"
    ),
    (
      "a database's microseconds",
      #"{"type":"item.updated","payload":{"id":"a1","updatedAt":1778220800123456}}"#,
      .microseconds, nil, "2026-05-08T06:13:20.123456Z"
    ),
    (
      "Go's UnixNano()",
      #"{"type":"item.updated","payload":{"id":"a1","updatedAt":1778220800000000000}}"#,
      .nanoseconds, nil, "2026-05-08T06:13:20Z"
    ),
    (
      "numbers as texts",
      #"{"type":"item.updated","payload":{"createdAt":"1778220000","updatedAt":"1778220800"}}"#,
      .seconds, "2026-05-08T06:00:00Z", "2026-05-08T06:13:20Z"
    ),
    (
      "no times", #"{"type":"item.deleted","payload":{"id":"a1","createdAt":null,"x":[1]}}"#, nil,
      nil, nil
    ),
    (
      "something else in their place",
      #"{"type":"item.deleted","payload":{"createdAt":{"seconds":1},"updatedAt":true}}"#, nil, nil,
      nil
    ),
  ]

  @Test(arguments: frames)
  func `times in the frames of peers`(
    name: String, text: String, encoding: Encoding?, created: String?, updated: String?
  ) throws {
    let frame = try SyncFrame(parsing: Array(text.utf8))
    let times = try frame.payload.withUnsafeBufferPointer { buffer -> [String: RemoteTime] in
      var reader = JSONReader(buffer)
      var times: [String: RemoteTime] = [:]
      try reader.beginObject()
      while let key = try reader.nextKey() {
        let name = key.string
        times[name] = try RemoteTime(reading: &reader)
      }
      return times
    }
    let found = try RemoteTime.resolve(
      created: times["createdAt"], updated: times["updatedAt"], now: Self.now)
    #expect(found.encoding == encoding, "\(name)")
    #expect(found.created == created.map(Self.timestamp), "\(name)")
    #expect(found.updated == updated.map(Self.timestamp), "\(name)")
  }
}
