import TestSupport
import Testing

@testable import Archives

/// Damaged archives may be refused or read in part. They never crash, hang, exceed their declared size or yield
/// wrong bytes.
@Suite struct ArchiveFuzzTests {
  static let tokens = [
    "PK\u{1}\u{2}", "PK\u{3}\u{4}", "PK\u{5}\u{6}", "PK\u{7}\u{8}", "../", "\0\0",
  ]

  static func seeds() -> [[UInt8]] {
    var seeds = ArchiveForms.zip.prefix(7).map { form in
      var zip = ZipWriter()
      zip.add("a.json", "[1, 2, 3]", form.adjust)
      zip.add("general/", "") { $0.isDeflated = false }
      zip.add("general/b.json", String(repeating: "words ", count: 100), form.adjust)
      zip.add("c.json", "last", form.adjust)
      return zip.bytes()
    }
    var zip = ZipWriter()
    zip.add("a.json", "[1, 2, 3]")
    zip.hasZip64End = true
    zip.comment = [0x50, 0x4b, 5, 6]
    zip.prefix = [1, 2, 3]
    seeds.append(zip.bytes())
    return seeds
  }

  static func readAll(_ bytes: [UInt8]) {
    var limits = ArchiveLimits()
    limits.memberSize = 1 << 20
    limits.totalSize = 4 << 20
    do {
      let archive = try ZipArchive(bytes, limits: limits)
      var names: Set<String> = []
      for entry in archive.entries {
        let name = entry.name
        #expect(names.insert(name).inserted)
        #expect(!name.hasPrefix("/") && !name.contains("\0") && !name.isEmpty)
        #expect(!name.split(separator: "/").contains(".."))
        #expect(archive.entry(named: name)?.record.checksum == entry.record.checksum)
        var given: [UInt8] = []
        do {
          var reader = try archive.open(entry)
          try reader.readAll(into: &given, step: 100)
          #expect(given.count == entry.size)
          #expect(Deflate.checksum(given) == entry.record.checksum)
        } catch is ArchiveError {
          #expect(given.count <= max(entry.size, 0))
        }
      }
    } catch is ArchiveError {
    } catch {
      Issue.record("\(error) is no ArchiveError")
    }
  }

  @Test func `damaged zips do no harm`() {
    for (number, seed) in Self.seeds().enumerated() {
      var mutator = ByteMutator(seed: UInt64(number), tokens: Self.tokens)
      for _ in 0..<250 { Self.readAll(mutator.mutate(seed)) }
    }
  }

  @Test func `damaged headers without an end do no harm`() {
    for (number, seed) in Self.seeds().enumerated() {
      var mutator = ByteMutator(seed: 100 + UInt64(number), tokens: Self.tokens)
      let cut = Array(seed.dropLast(60))
      for _ in 0..<150 { Self.readAll([0x50, 0x4b, 3, 4] + mutator.mutate(cut).dropFirst(4)) }
    }
  }

  @Test func `damaged gzip streams do no harm`() throws {
    var limits = ArchiveLimits()
    limits.memberSize = 1 << 20
    for (number, form) in ArchiveForms.gzip.enumerated() where form.name != "extra field" {
      var member = GzipMember(String(repeating: "words ", count: 100).utf8)
      form.adjust(&member)
      member.comment = member.comment.map { Array($0.prefix(20)) }
      let seed = member.bytes() + GzipMember("two".utf8).bytes()
      let original = member.contents + Array("two".utf8)
      var mutator = ByteMutator(seed: UInt64(number), tokens: ["\u{1f}", "\0\0\0"])
      for _ in 0..<300 {
        var reader = try GzipReader(
          SourceStream(TricklingSource(mutator.mutate(seed), step: 50)), name: "chat.gz",
          limits: limits)
        var given: [UInt8] = []
        do {
          try reader.readAll(into: &given, step: 100)
          // Whole members may be lost or repeated unnoticed, but not changed.
          let parts = [original, member.contents, Array("two".utf8), []]
          #expect(parts.contains(given) || given.count > original.count)
        } catch is ArchiveError {
          #expect(given.count <= limits.memberSize)
        }
      }
    }
  }
}
