import TestSupport
import Testing

@testable import CivilTime

@Suite struct TZifReaderTests {
  private func offset(_ writer: TZifWriter, at seconds: Int) throws -> Int {
    try TZifReader.read(writer.bytes, name: "test").type(at: seconds).offset
  }

  @Test(arguments: [
    ("before the first change", 1_585_443_599, 3600, "CET"),
    ("at the first change", 1_585_443_600, 7200, "CEST"),
    ("between changes", 1_610_000_000, 3600, "CET"),
    ("just before the last change", 1_635_641_999, 7200, "CEST"),
    ("after the table, winter", 1_640_000_000, 3600, "CET"),
    ("after the table, first change by the rule", 1_648_342_800, 7200, "CEST"),
    ("a second before it", 1_648_342_799, 3600, "CET"),
    ("year 2150, summer", 5_695_056_000, 7200, "CEST"),
    ("year 2150, winter", 5_680_000_000, 3600, "CET"),
    ("long before", -9_000_000_000, 3600, "CET"),
  ])
  func `the type in force is found`(
    name: String, seconds: Int, offset: Int, abbreviation: String
  ) throws {
    let type = try TZifReader.read(TZifWriter.berlin.bytes, name: "test").type(at: seconds)
    #expect(type.offset == offset, "\(name)")
    #expect(type.abbreviation == abbreviation, "\(name)")
  }

  @Test(arguments: ["2", "3", "4", "9"] as [Character])
  func `versions from 2 on use the second block`(version: Character) throws {
    var writer = TZifWriter.berlin
    writer.version = version
    #expect(try offset(writer, at: 1_600_000_000) == 7200)
  }

  @Test func `version 1 has its only block read, and its last type holds on`() throws {
    var writer = TZifWriter.berlin
    writer.version = "\0"
    #expect(try offset(writer, at: 1_600_000_000) == 7200)
    #expect(try offset(writer, at: 1_690_000_000) == 3600)
  }

  @Test func `without a rule the last type holds on`() throws {
    var writer = TZifWriter.berlin
    writer.footer = ""
    #expect(try offset(writer, at: 1_690_000_000) == 3600)
  }

  @Test func `the rule of RFC 9636 for a year of daylight time holds throughout`() throws {
    var writer = TZifWriter.berlin
    writer.footer = "XXX3EDT4,0/0,J365/23"
    for day in stride(from: 1_641_081_600, to: 1_672_531_200, by: 43_200) {
      #expect(try offset(writer, at: day) == -14_400)
    }
  }

  /// Replacement bytes for a file, and the error that results.
  private static let damages: [(String, Range<Int>, [UInt8], TimeZoneError.Damage)] = {
    let end = TZifWriter.berlin.bytes.count
    return [
      ("not a zone", 0..<4, Array("TZiF".utf8), .notTZif),
      ("empty", 0..<end, [], .truncated),
      ("cut in the header", 30..<end, [], .truncated),
      ("cut in the table", 120..<end, [], .truncated),
      ("cut in the footer", end - 1..<end, [], .truncated),
      ("no types", 36..<40, [0, 0, 0, 0], .counts),
      ("too many types", 36..<40, [0, 0, 1, 1], .counts),
      ("a count below zero", 32..<36, [255, 255, 255, 255], .counts),
    ]
  }()

  @Test(arguments: damages)
  func `damaged bytes are refused`(
    name: String, range: Range<Int>, replacement: [UInt8], reason: TimeZoneError.Damage
  ) {
    var bytes = TZifWriter.berlin.bytes
    bytes.replaceSubrange(range, with: replacement)
    #expect(throws: TimeZoneError.damaged(name: "test", reason: reason), "\(name)") {
      try TZifReader.read(bytes, name: "test")
    }
  }

  @Test func `a file beyond the limit is refused`() {
    let limit = TZifReader.sizeLimit
    let bytes = TZifWriter.berlin.bytes + Array(repeating: 10, count: limit)
    #expect(
      throws: TimeZoneError.damaged(name: "test", reason: .tooLarge(limit: limit))
    ) {
      try TZifReader.read(bytes, name: "test")
    }
  }

  /// Zones with contradictions, and the errors that result.
  private static let contradictions: [(String, TZifWriter, TimeZoneError.Damage)] = {
    func zone(_ change: (inout TZifWriter) -> Void) -> TZifWriter {
      var writer = TZifWriter.berlin
      change(&writer)
      return writer
    }
    return [
      ("transitions out of order", zone { $0.changes.swapAt(0, 1) }, .order),
      ("a transition twice", zone { $0.changes[1] = $0.changes[0] }, .order),
      ("a type that is not there", zone { $0.typeOfChange[2] = 2 }, .index),
      ("a name that is not there", zone { $0.types[1].name = 9 }, .index),
      ("a name without an end", zone { $0.characters = "CET\0CEST" }, .index),
      ("an offset of a day", zone { $0.types[1].offset = 86_400 }, .offset(86_400)),
      ("a rule without days", zone { $0.footer = "CET-1CEST" }, .rule("CET-1CEST")),
      ("leap seconds", zone { $0.leapSeconds = 1 }, .leapSeconds),
    ]
  }()

  @Test(arguments: contradictions)
  func `contradictions are refused`(
    name: String, writer: TZifWriter, reason: TimeZoneError.Damage
  ) {
    #expect(throws: TimeZoneError.damaged(name: "test", reason: reason), "\(name)") {
      try TZifReader.read(writer.bytes, name: "test")
    }
  }

  @Test func `mutants are read or refused, and what is read answers everywhere`() {
    var mutator = ByteMutator(
      seed: 7, tokens: ["TZif2", "\n", ",M3.5.0", "\u{7F}\u{7F}\u{7F}\u{7F}", "J60/-167"])
    var random = SeededRandom(seed: 8)
    var read = 0
    for _ in 0..<3000 {
      guard
        let rules = try? TZifReader.read(mutator.mutate(TZifWriter.berlin.bytes), name: "mutant")
      else { continue }
      read += 1
      for _ in 0..<4 {
        let seconds = Int(truncatingIfNeeded: random.next()) >> Int.random(in: 0...40)
        #expect(abs(rules.type(at: seconds).offset) < 86_400)
        let zone = Zone(identifier: "mutant", rules: rules)
        if let civil = CivilDateTime(secondsSinceEpoch: seconds) {
          _ = zone.timestamp(of: civil)
        }
      }
    }
    #expect(read > 100)
  }
}
