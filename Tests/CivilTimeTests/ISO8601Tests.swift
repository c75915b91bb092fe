import CivilTime
import Testing

/// The reading and writing of times, and the range of `Timestamp` and `CivilDateTime`.
@Suite struct ISO8601Tests {
  @Test(arguments: [
    ("day", "2026-03-01", "2026-03-01T00:00:00Z"),
    ("minutes", "2026-03-01T09:05", "2026-03-01T09:05:00Z"),
    ("seconds", "2026-03-01T09:05:07", "2026-03-01T09:05:07Z"),
    ("space", "2026-03-01 09:05:07Z", "2026-03-01T09:05:07Z"),
    ("lower case", "2026-03-01t09:05:07z", "2026-03-01T09:05:07Z"),
    ("offset", "2026-03-01T09:05:07+05:30", "2026-03-01T09:05:07+05:30"),
    ("short offset", "2026-03-01T09:05:07-0800", "2026-03-01T09:05:07-08:00"),
    ("hours only", "2026-03-01T09:05:07+01", "2026-03-01T09:05:07+01:00"),
    ("UTC", "2026-03-01 09:05:07 UTC", "2026-03-01T09:05:07Z"),
    ("milliseconds", "2026-03-01T09:05:07.120Z", "2026-03-01T09:05:07.12Z"),
    ("comma", "2026-03-01T09:05:07,5Z", "2026-03-01T09:05:07.5Z"),
    ("nanoseconds", "2026-03-01T09:05:07.123456789Z", "2026-03-01T09:05:07.123456Z"),
    ("24:00", "2026-12-31T24:00:00Z", "2027-01-01T00:00:00Z"),
    ("leap second", "2016-12-31T23:59:60Z", "2016-12-31T23:59:59Z"),
  ])
  func `is read and written again`(name: String, text: String, written: String) throws {
    let reading = try #require(ISO8601.read(text), "\(name)")
    #expect(reading.timestamp(assumingOffset: 0)?.description == written, "\(name)")
  }

  @Test(arguments: [
    ("sign for a digit", "2026-0+-01T09:05:07"), ("no digit", "2026-03-01T09:0a:07Z"),
    ("second 61", "2026-03-01T09:05:61"), ("two offsets", "2026-03-01T09:05:07Z+01"),
    ("the midnight behind the calendar", "9999-12-31T24:00:00Z"), ("empty", ""),
    ("word", "tomorrow"), ("no day", "2026-03"), ("day 32", "2026-03-32"),
    ("hour 25", "2026-03-01T25:00"), ("tail", "2026-03-01T09:05:07Zx"),
    ("bare T", "2026-03-01T"), ("no digits after point", "2026-03-01T09:05:07.Z"),
    ("half an offset", "2026-03-01T09:05:07+1"), ("full-width digits", "２０２６-03-01"),
  ])
  func `anything else is refused`(name: String, text: String) {
    #expect(ISO8601.read(text) == nil, "\(name)")
  }

  @Test func `the usual form is read like any other, whatever its bytes`() {
    let usual = Array("2026-11-23T05:19:12".utf8)
    for place in usual.indices {
      for byte in UInt8.min...UInt8.max {
        var bytes = usual
        bytes[place] = byte
        // A space before the time makes the reader parse it part by part.
        var other = bytes
        if place == 10, byte | 0x20 != UInt8(ascii: "t"), byte != 0x20 {
          #expect(ISO8601.read(bytes) == nil)
          continue
        }
        other[10] = 0x20
        #expect(ISO8601.read(bytes) == ISO8601.read(other), "\(place): \(byte)")
      }
    }
  }

  @Test func `an instant keeps the clock it was read from`() throws {
    let reading = try #require(ISO8601.read("2026-03-01T23:30:00-05:00"))
    let timestamp = try #require(reading.timestamp(assumingOffset: 0))
    #expect(timestamp.civil.date.day == 1)
    #expect(timestamp.at(offset: 0).description == "2026-03-02T04:30:00Z")
  }

  @Test func `instants before 1970 round towards the past`() throws {
    let timestamp = try #require(Timestamp(microseconds: -1))
    #expect(timestamp.description == "1969-12-31T23:59:59.999999Z")
  }

  @Test func `instants that cannot be written are refused`() {
    #expect(Timestamp(microseconds: .max) == nil)
    #expect(Timestamp(seconds: .min) == nil)
    #expect(Timestamp(seconds: 0, offset: 86_400) == nil)
    for end in [Int.min, .max] {
      #expect(Timestamp(seconds: 0, offset: end) == nil)
      #expect(CivilDateTime(secondsSinceEpoch: end) == nil)
      #expect(CivilDateTime(secondsSinceEpoch: end, offset: end) == nil)
      #expect(CivilDateTime(secondsSinceEpoch: end, offset: -1) == nil)
    }
  }
}
