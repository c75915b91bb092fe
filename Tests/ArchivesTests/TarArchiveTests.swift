import Archives
import TestSupport
import Testing

@Suite struct TarArchiveTests {
  private static func contents(_ archive: TarArchive) throws -> [String: String] {
    var contents: [String: String] = [:]
    for entry in archive.entries where !entry.isFolder {
      var reader = try archive.open(entry)
      contents[entry.name] = String(decoding: try reader.readAll(step: 100), as: UTF8.self)
    }
    return contents
  }

  private static func sample() -> TarWriter {
    var tar = TarWriter()
    tar.add("chats/", [], kind: "5")
    tar.add("chats/a.json", Array("[1, 2]".utf8))
    tar.add("chats/link.json", [], kind: "2", declaredSize: 6)
    tar.add("b.txt", Array(String(repeating: "words ", count: 200).utf8))
    return tar
  }

  @Test func `members are read, links passed over`() throws {
    let archive = try TarArchive(MemoryArchive(Self.sample().bytes()))
    #expect(
      try Self.contents(archive)
        == ["chats/a.json": "[1, 2]", "b.txt": String(repeating: "words ", count: 200)])
    #expect(archive.problems.isEmpty)
  }

  @Test func `long names are those of pax and of GNU tar`() throws {
    let long = String(repeating: "folder/", count: 30) + "a.json"
    var tar = TarWriter()
    tar.addRecords("path=\(long)")
    tar.add("short", Array("pax".utf8))
    tar.add("././@LongLink", Array("gnu/\(long)\0".utf8), kind: "L")
    tar.add("././@LongLink", Array("target\0".utf8), kind: "K")
    tar.add("short", Array("gnu".utf8))
    tar.addRecords("path=solaris/\(long)", kind: "X")
    tar.add("short", Array("solaris".utf8))
    let archive = try TarArchive(MemoryArchive(tar.bytes()))
    #expect(
      try Self.contents(archive)
        == [long: "pax", "gnu/\(long)": "gnu", "solaris/\(long)": "solaris"])
  }

  @Test func `of one name the last stands, and names that lead out are left out`() throws {
    var tar = TarWriter()
    tar.add("a", Array("old".utf8))
    tar.add("./a", Array("new".utf8))
    tar.add("../b", Array("out".utf8))
    let archive = try TarArchive(MemoryArchive(tar.bytes()))
    #expect(try Self.contents(archive) == ["a": "new"])
    #expect(archive.problems.listed == [.unsafeName(member: "../b")])
  }

  @Test func `a folder that is listed twice is no problem`() throws {
    var tar = Self.sample()
    tar.add("chats", [], kind: "5")
    tar.add("chats/c.json", Array("[3]".utf8))
    let archive = try TarArchive(MemoryArchive(tar.bytes()))
    #expect(
      archive.entries.map(\.name) == ["chats/a.json", "b.txt", "chats/", "chats/c.json"])
    #expect(archive.problems.isEmpty)
  }

  @Test func `a truncated archive yields its remaining members`() throws {
    let whole = Self.sample().bytes()
    let archive = try TarArchive(MemoryArchive(Array(whole.prefix(512 * 5 + 100))))
    #expect(try Self.contents(archive)["chats/a.json"] == "[1, 2]")
    #expect(archive.problems.listed == [.tarCutShort])
  }

  @Test func `members after a damaged header are found`() throws {
    var bytes = Self.sample().bytes()
    bytes[512] ^= 1
    let archive = try TarArchive(MemoryArchive(bytes))
    #expect(try Self.contents(archive).keys.sorted() == ["b.txt"])
    #expect(archive.problems.listed == [.directoryDamaged(offset: 512)])
  }

  @Test func `damaged archives do no harm`() throws {
    var tar = Self.sample()
    tar.addRecords("path=a/b.json", "size=3")
    tar.add("short", Array("pax".utf8))
    tar.add("././@LongLink", Array("gnu/c.json\0".utf8), kind: "L")
    tar.add("short", Array("gnu".utf8))
    let seed = tar.bytes()
    #expect(
      try Self.contents(TarArchive(MemoryArchive(seed))).filter { $0.key.contains("/") }
        == ["chats/a.json": "[1, 2]", "a/b.json": "pax", "gnu/c.json": "gnu"])
    var mutator = ByteMutator(seed: 7, tokens: ["ustar", "77777777777", "\0", "../"])
    for _ in 0..<500 {
      do {
        let archive = try TarArchive(MemoryArchive(mutator.mutate(seed)))
        for entry in archive.entries {
          #expect(!entry.name.hasPrefix("/") && !entry.name.split(separator: "/").contains(".."))
          var reader = try archive.open(entry)
          #expect(try reader.readAll(step: 100).count == entry.size)
        }
      } catch is ArchiveError {
      }
    }
  }
}
