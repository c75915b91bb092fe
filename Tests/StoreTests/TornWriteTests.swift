import TestSupport
import Testing

@testable import Store

/// Holes that a power cut leaves in a write, and zeros with another cause.
@Suite struct TornWriteTests {
  /// A journal with two writes, and the offset of the second.
  private static func journal(second: [[Int]]) throws -> (JournalFixture, start: Int) {
    let journal = try JournalFixture()
    try journal.append([[10, 11]])
    let start = try journal.last().end
    try journal.append(second)
    return (journal, start)
  }

  private static func read(
    _ journal: JournalFixture, _ bytes: [UInt8], acknowledgedEnd: Int
  ) throws -> (lines: Int, reader: JournalReader, tail: Int) {
    try journal.directory.write(bytes, to: "j")
    var reader = JournalReader(
      try journal.folder.open("j", .reading), path: "j", acknowledgedEnd: acknowledgedEnd)
    var lines = 0
    let tail = try reader.readCommitted { _ in lines += 1 }
    return (lines, reader, tail)
  }

  @Test(arguments: [
    ("one commit", [[12, 13]], [2, 23, 64]), ("several commits", [[12], [13], [14, 15]], [9]),
  ])
  func `a hole at any place of the last write is a write that was not finished`(
    name: String, second: [[Int]], lengths: [Int]
  ) throws {
    let (journal, start) = try Self.journal(second: second)
    let whole = try journal.directory.read("j")
    for begin in start..<whole.count - 1 {
      for length in lengths where begin + length <= whole.count {
        var bytes = Array(whole)
        for index in begin..<begin + length { bytes[index] = 0 }
        let (lines, reader, tail) = try Self.read(journal, bytes, acknowledgedEnd: start)
        // Complete commits before the hole count, as before a torn end.
        let end = bytes.count - tail
        #expect(reader.damages.isEmpty && !reader.isTailDamaged, "\(name): \(begin), \(length)")
        #expect(end >= start && end <= begin && lines >= 4, "\(name): \(begin), \(length)")
        #expect(reader.last.end == end, "\(name): \(begin), \(length)")
      }
    }
  }

  @Test func `a hole in a write larger than a block is found`() throws {
    let (journal, start) = try Self.journal(second: [Array(0..<20_000)])
    var bytes = try Array(journal.directory.read("j"))
    for index in 400_000..<404_096 { bytes[index] = 0 }
    let (lines, reader, tail) = try Self.read(journal, bytes, acknowledgedEnd: start)
    #expect(lines == 4 && reader.damages.isEmpty && tail == bytes.count - start)
  }

  @Test func `zeros in what was acknowledged are damage`() throws {
    let (journal, start) = try Self.journal(second: [[12, 13]])
    let whole = try Array(journal.directory.read("j"))
    for begin in start..<whole.count - 1 {
      var bytes = whole
      (bytes[begin], bytes[begin + 1]) = (0, 0)
      let (_, reader, tail) = try Self.read(journal, bytes, acknowledgedEnd: whole.count)
      #expect(!reader.damages.isEmpty || reader.isTailDamaged || tail > 0, "\(begin)")
      if tail == 0 { #expect(reader.last.end == whole.count, "\(begin)") }
    }
  }

  @Test(arguments: ["a write before the last", "what lines behind it show was finished"])
  func `zeros that no power cut left are damage, whether the index tells or not`(
    name: String
  ) throws {
    let (journal, start) = try Self.journal(second: [[12, 13]])
    let end = try journal.last().end
    if name.hasPrefix("a write") {
      try journal.append([[14]])
    } else {
      var begun: [UInt8] = []
      JournalLine.append(Array(#"{"v":14}"#.utf8), sequence: 7, to: &begun)
      try journal.folder.open("j", .appending).append(begun)
    }
    var bytes = try Array(journal.directory.read("j"))
    for index in start + 3..<start + 30 { bytes[index] = 0 }
    let (lines, reader, _) = try Self.read(journal, bytes, acknowledgedEnd: start)
    #expect(reader.damages.count == 1 && lines > 4 && reader.last.end >= end, "\(name)")
  }

  @Test func `a flipped bit that makes a zero is damage`() throws {
    let (journal, start) = try Self.journal(second: [[12, 13]])
    var bytes = try Array(journal.directory.read("j"))
    bytes[start + 30] = 0
    let (lines, reader, tail) = try Self.read(journal, bytes, acknowledgedEnd: start)
    #expect(lines == 6 && reader.damages.count == 1 && tail == 0)
  }
}
