import CivilTime
import FoundationEssentials
import TestSupport
import Testing

/// Zones by name, offset, `TZ` and local time. `SystemZoneDatabaseTests`, below, reads the machine's own database.
@Suite struct ZoneDatabaseTests {
  private func database(
    _ environment: [String: String] = [:], _ files: PretendFiles = .usual
  ) -> ZoneDatabase {
    ZoneDatabase(environment: environment, files: files)
  }

  @Test func `a zone is found by name and read once`() throws {
    let database = database()
    #expect(try database.zone(named: "Europe/Berlin").offset(at: 1_600_000_000) == 7200)
    #expect(try database.zone(named: "Europe/Berlin").identifier == "Europe/Berlin")
  }

  @Test func `TZDIR goes first`() throws {
    var files = PretendFiles.usual
    var west = TZifWriter.berlin
    west.types[1].offset = 60
    files.contents["/own/Europe/Berlin"] = west.bytes
    let zone = try database(["TZDIR": "/own"], files).zone(named: "Europe/Berlin")
    #expect(zone.offset(at: 1_600_000_000) == 60)
  }

  @Test(arguments: [
    "../../etc/passwd", "/etc/passwd", "Europe/../Europe/Berlin", "Europe//Berlin", "Europe/",
    "Europe/Berlin\u{0}", "Europe\\Berlin", ".", "", "Zürich", "a b",
  ])
  func `names never lead out of the directory`(name: String) {
    var files = PretendFiles.usual
    files.contents["/usr/share/zoneinfo/\(name)"] = TZifWriter.berlin.bytes
    #expect(throws: TimeZoneError.notAName(name)) {
      try database([:], files).zone(named: name)
    }
  }

  @Test func `a name that is too long is refused`() {
    let name = String(repeating: "a", count: 129)
    #expect(throws: TimeZoneError.notAName(name)) { try database().zone(named: name) }
  }

  @Test func `a name that is not there is told from a database that is not there`() throws {
    #expect(throws: TimeZoneError.unknownZone("Europe/Atlantis")) {
      try database().zone(named: "Europe/Atlantis")
    }
    let error = try #require(throws: TimeZoneError.self) {
      try database([:], PretendFiles()).zone(named: "Europe/Berlin")
    }
    #expect(error.description.contains("install the package tzdata"))
    #expect(error.description.contains("Europe/Berlin"))
  }

  @Test func `offsets need no database`() throws {
    let database = database([:], PretendFiles())
    #expect(try database.zone(named: "+02:00").offset(at: 0) == 7200)
    #expect(try database.zone(named: "Etc/UTC") == .utc)
    #expect(try database.systemZone() == .utc)
  }

  @Test func `a file that cannot be read is named`() {
    var files = PretendFiles.usual
    files.refused = ["/usr/share/zoneinfo/Europe/Berlin"]
    let path = "/usr/share/zoneinfo/Europe/Berlin"
    #expect(throws: TimeZoneError.unreadable(path: path, code: 13)) {
      try database([:], files).zone(named: "Europe/Berlin")
    }
  }

  @Test(arguments: [
    ("a name", "Europe/Berlin", "Europe/Berlin", 7200),
    ("a name after a colon", ":Europe/Berlin", "Europe/Berlin", 7200),
    ("a path into the database", ":/usr/share/zoneinfo/Europe/Berlin", "Europe/Berlin", 7200),
    ("nothing", "", "UTC", 0), ("a colon", ":", "UTC", 0),
    ("a rule", "EST5EDT,M3.2.0,M11.1.0", "EST5EDT,M3.2.0,M11.1.0", -14_400),
    ("an offset that counts westwards", "UTC+2", "UTC+2", -7200),
    ("a quoted name", "<+03>-3", "<+03>-3", 10_800),
    ("UTC", "UTC", "UTC", 0),
  ])
  func `TZ is read as POSIX and the C library do`(
    name: String, value: String, identifier: String, offset: Int
  ) throws {
    let zone = try database(["TZ": value]).systemZone()
    #expect(zone.identifier == identifier, "\(name)")
    #expect(zone.offset(at: 1_600_000_000) == offset, "\(name)")
  }

  @Test func `a TZ that names nothing is an error, not UTC`() {
    #expect(throws: TimeZoneError.unknownZone("Europe/Atlantis")) {
      try database(["TZ": "Europe/Atlantis"]).systemZone()
    }
    #expect(throws: TimeZoneError.notAName("/etc/shadow")) {
      try database(["TZ": "/etc/shadow"]).systemZone()
    }
  }

  @Test func `a path into a database whose name has letters beyond ASCII is a name in it`() {
    #expect(throws: TimeZoneError.unknownZone("X")) {
      try database(["TZ": ":/zönes/é/X", "TZDIR": "/zönes/é"]).systemZone()
    }
  }

  @Test(arguments: [
    "/usr/share/zoneinfo/Europe/Berlin", "../usr/share/zoneinfo/Europe/Berlin",
    "/usr/share/zoneinfo/posix/Europe/Berlin", "/var/db/timezone/zoneinfo/Europe/Berlin",
  ])
  func `the link of the local time names the zone`(target: String) throws {
    var files = PretendFiles.usual
    files.links["/etc/localtime"] = target
    #expect(try database([:], files).systemZone().identifier == "Europe/Berlin")
  }

  @Test func `a copy instead of a link is named by the file beside it, if that is true`() throws {
    var files = PretendFiles.usual
    files.contents["/etc/localtime"] = TZifWriter.berlin.bytes
    #expect(try database([:], files).systemZone().identifier == "localtime")
    files.contents["/etc/timezone"] = Array("Europe/Berlin\n".utf8)
    #expect(try database([:], files).systemZone().identifier == "Europe/Berlin")
    files.contents["/etc/timezone"] = Array("Etc/UTC\n".utf8)
    let zone = try database([:], files).systemZone()
    #expect(zone.identifier == "localtime")
    #expect(zone.offset(at: 1_600_000_000) == 7200)
  }

  @Test func `the stated name serves where there is no local time`() throws {
    var files = PretendFiles.usual
    files.contents["/etc/timezone"] = Array("Europe/Berlin\n".utf8)
    #expect(try database([:], files).systemZone().identifier == "Europe/Berlin")
    files.contents["/etc/timezone"] = Array("../shadow\n".utf8)
    #expect(try database([:], files).systemZone() == .utc)
  }

  @Test func `real files and links are read, folders are not`() throws {
    let directory = try TemporaryDirectory()
    let path = try directory.write(TZifWriter.berlin.bytes, to: "Europe/Berlin")
    try directory.write([], to: "Etc/UTC")
    let database = ZoneDatabase(environment: ["TZDIR": directory.path])
    #expect(try database.zone(named: "Europe/Berlin").offset(at: 1_600_000_000) == 7200)
    #expect(throws: TimeZoneError.unknownZone("Europe")) { try database.zone(named: "Europe") }
    let link = directory.path + "/link"
    try FileManager.default.createSymbolicLink(atPath: link, withDestinationPath: path)
    #expect(SystemZoneFiles().linkTarget(link) == path)
    #expect(SystemZoneFiles().linkTarget(path) == nil)
    #expect(try SystemZoneFiles().read(path, limit: 4) == Array("TZif".utf8))
  }
}

/// Comparisons with the machine's own database, if it has one.
@Suite(.enabled(if: FileManager.default.fileExists(atPath: "/usr/share/zoneinfo/Europe/Berlin")))
struct SystemZoneDatabaseTests {
  private let database = ZoneDatabase(environment: [:])

  @Test(arguments: [
    ("Europe/Berlin", "2026-07-01T12:00:00Z", 7200, "CEST"),
    ("Europe/Berlin", "1945-06-01T00:00:00Z", 10_800, "CEMT"),
    ("America/New_York", "2040-07-01T12:00:00Z", -14_400, "EDT"),
    ("Asia/Kolkata", "2026-07-01T12:00:00Z", 19_800, "IST"),
    ("Australia/Lord_Howe", "2026-01-01T00:00:00Z", 39_600, "+11"),
    ("Pacific/Apia", "2011-12-30T10:00:00Z", 50_400, "+14"),
    ("Africa/Casablanca", "2026-06-01T00:00:00Z", 3600, "+01"),
  ])
  func `well-known instants are right`(
    name: String, instant: String, offset: Int, abbreviation: String
  ) throws {
    let zone = try database.zone(named: name)
    let seconds = try #require(ISO8601.read(instant)?.timestamp(assumingOffset: 0)).seconds
    // The names of 1945 are missing from databases built without the "backzone" data.
    let type = zone.localTimeType(at: seconds)
    #expect(type.offset == offset, "\(name)")
    if seconds > 0 { #expect(type.abbreviation == abbreviation, "\(name)") }
  }

  @Test func `every zone of the database can be read and stays within a day`() throws {
    let root = "/usr/share/zoneinfo"
    var count = 0
    for name in try FileManager.default.subpathsOfDirectory(atPath: root) {
      guard let first = name.first, first.isUppercase, !name.contains(".") else { continue }
      guard let head = FileManager.default.contents(atPath: "\(root)/\(name)")?.prefix(4),
        head.elementsEqual("TZif".utf8)
      else { continue }
      let zone = try database.zone(named: name)
      count += 1
      for seconds in stride(from: -3_000_000_000, through: 5_000_000_000, by: 250_000_000) {
        #expect(abs(zone.offset(at: seconds)) <= 16 * 3600)
      }
    }
    #expect(count > 100)
  }
}
