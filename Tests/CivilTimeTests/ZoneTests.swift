import TestSupport
import Testing

@testable import CivilTime

@Suite struct ZoneTests {
  private let berlin: Zone
  private let newYork: Zone
  private let lordHowe: Zone

  init() throws {
    berlin = try #require(Zone(posixRule: "CET-1CEST,M3.5.0,M10.5.0/3"))
    newYork = try #require(Zone(posixRule: "EST5EDT,M3.2.0,M11.1.0"))
    lordHowe = try #require(Zone(posixRule: "<+1030>-10:30<+11>-11,M10.1.0,M4.1.0"))
  }

  private func civil(_ text: String) throws -> CivilDateTime {
    try #require(ISO8601.read(text)).civil
  }

  @Test(arguments: [
    ("winter", "2026-01-15T12:00:00", "2026-01-15T12:00:00+01:00"),
    ("summer", "2026-07-15T12:00:00", "2026-07-15T12:00:00+02:00"),
    ("the last second before the gap", "2026-03-29T01:59:59", "2026-03-29T01:59:59+01:00"),
    ("the start of the gap", "2026-03-29T02:00:00", "2026-03-29T03:00:00+02:00"),
    ("in the gap", "2026-03-29T02:30:00", "2026-03-29T03:30:00+02:00"),
    ("the end of the gap", "2026-03-29T03:00:00", "2026-03-29T03:00:00+02:00"),
    ("before the fold", "2026-10-25T01:59:59", "2026-10-25T01:59:59+02:00"),
    ("in the fold", "2026-10-25T02:30:00", "2026-10-25T02:30:00+02:00"),
    ("after the fold", "2026-10-25T03:00:00", "2026-10-25T03:00:00+01:00"),
    ("the last day of the calendar", "9999-12-31T12:00:00", "9999-12-31T12:00:00+01:00"),
  ])
  func `a reading becomes an instant`(name: String, reading: String, instant: String) throws {
    #expect(berlin.timestamp(of: try civil(reading))?.description == instant, "\(name)")
  }

  @Test func `readings become instants where a rule puts changes of two years in each other`()
    throws
  {
    let zone = try #require(Zone(posixRule: "AAA0BBB,J365/48,J1/-24"))
    for day in 28...31 {
      #expect(zone.timestamp(of: try civil("2149-12-\(day)T12:00:00")) != nil)
      #expect(zone.timestamp(of: try civil("2150-01-0\(day - 27)T12:00:00")) != nil)
    }
  }

  @Test(arguments: [86_400, -86_400, .max, .min]) func `no zone is a day off or more`(offset: Int) {
    #expect(Zone(offset: offset) == nil)
  }

  @Test func `the later of two readings can be asked for`() throws {
    let reading = try civil("2026-10-25T02:30:00")
    #expect(
      berlin.timestamp(of: reading, fold: .later)?.description == "2026-10-25T02:30:00+01:00")
    let once = try civil("2026-10-25T03:30:00")
    #expect(berlin.timestamp(of: once, fold: .later) == berlin.timestamp(of: once))
  }

  @Test(arguments: [
    ("west, gap", 1, "2026-03-08T02:30:00", "2026-03-08T03:30:00-04:00"),
    ("west, fold", 1, "2026-11-01T01:30:00", "2026-11-01T01:30:00-04:00"),
    ("half an hour, gap", 2, "2026-10-04T02:10:00", "2026-10-04T02:40:00+11:00"),
    ("half an hour, fold", 2, "2026-04-05T01:45:00", "2026-04-05T01:45:00+11:00"),
  ])
  func `gaps and folds elsewhere`(
    name: String, zone: Int, reading: String, instant: String
  ) throws {
    let zone = [berlin, newYork, lordHowe][zone]
    #expect(zone.timestamp(of: try civil(reading))?.description == instant, "\(name)")
  }

  @Test func `every instant comes back from its reading, the earlier or the later`() {
    var random = SeededRandom(seed: 3)
    for zone in [berlin, newYork, lordHowe] {
      for _ in 0..<2000 {
        let seconds = Int.random(in: -2_000_000_000...6_000_000_000, using: &random)
        let offset = zone.offset(at: seconds)
        guard let reading = CivilDateTime(secondsSinceEpoch: seconds, offset: offset) else {
          continue
        }
        let both = [Zone.Fold.earlier, .later].map {
          zone.timestamp(of: reading, fold: $0)?.seconds
        }
        #expect(both.contains(seconds))
      }
    }
  }

  @Test func `readings around every change of some years stay in order`() throws {
    for zone in [berlin, newYork, lordHowe] {
      var previous = Int.min
      let start = try civil("2025-12-31T00:00:00").secondsSinceEpoch()
      for reading in stride(from: start, to: start + 800 * 86_400, by: 900) {
        let civil = try #require(CivilDateTime(secondsSinceEpoch: reading))
        let instant = try #require(zone.timestamp(of: civil, fold: .later)).seconds
        // Readings in a gap are moved forward, so the first ones after it come twice.
        #expect(instant > previous || zone.offset(at: instant) != zone.offset(at: instant - 7200))
        previous = instant
      }
    }
  }

  @Test(arguments: [
    ("UTC", "UTC", 0), ("utc", "UTC", 0), ("Z", "UTC", 0), ("GMT", "UTC", 0),
    ("Etc/UTC", "UTC", 0), ("+02:00", "+02:00", 7200), ("-0330", "-03:30", -12_600),
    ("+02", "+02:00", 7200), ("UTC+2", "+02:00", 7200), ("GMT-05:30", "-05:30", -19_800),
    ("\u{2212}07:00", "-07:00", -25_200), ("+00:00", "UTC", 0), ("utc+1:30", "+01:30", 5400),
  ])
  func `offsets are named`(text: String, identifier: String, offset: Int) {
    let zone = Zone.fixed(named: text)
    #expect(zone?.identifier == identifier)
    #expect(zone?.offset(at: 0) == offset)
  }

  @Test(arguments: [
    "", "+", "+2", "2", "UTC+", "UTC2", "+24:00", "+02:60", "+2:00", "+02:0", "+020", "+02:000",
    "Europe/Berlin", "EST", "+\u{0662}:00", "UTC+02:00:00", "Zulu",
  ])
  func `other names are no fixed offset`(text: String) {
    #expect(Zone.fixed(named: text) == nil)
  }

  @Test func `an offset of a day is refused`() {
    #expect(Zone(offset: 86_400) == nil)
    #expect(Zone(offset: -86_399)?.offset(at: 0) == -86_399)
  }
}
