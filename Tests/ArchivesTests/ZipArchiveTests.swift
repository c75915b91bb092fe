import Archives
import TestSupport
import Testing

@Suite struct ZipArchiveTests {
  static func check(_ archive: ZipArchive, _ name: String) throws {
    #expect(
      archive.entries.map(\.name) == [
        "users.json", "general/", "general/empty.json", "general/2026-03-01.json", "a/b/c/d/e.txt",
      ], "\(name)")
    #expect(archive.entries.map(\.isFolder) == [false, true, false, false, false], "\(name)")
    #expect(archive.entries.map(\.size) == [2, 0, 0, ArchiveForms.long.count, 6], "\(name)")
    #expect(archive.problems.isEmpty, "\(name): \(archive.problems.listed)")
    for step in [1000, 1 << 20] {
      let entry = try #require(archive.entry(named: "general/2026-03-01.json"))
      var reader = try archive.open(entry)
      #expect(try reader.readAll(step: step) == ArchiveForms.long, "\(name)")
    }
    let contents = archive.contents()
    #expect(contents["users.json"] == .success("[]"), "\(name)")
    #expect(contents["general/"] == .success(""), "\(name)")
    #expect(contents["general/empty.json"] == .success(""), "\(name)")
    #expect(contents["a/b/c/d/e.txt"] == .success("nested"), "\(name)")
  }

  @Test(arguments: ArchiveForms.zip)
  func `members of every form are read`(
    name: String, adjust: @Sendable (inout ZipWriter.Member) -> Void
  ) throws {
    let bytes = ArchiveForms.sample(adjust).bytes()
    try Self.check(ZipArchive(bytes), name)
    try Self.check(ZipArchive(TricklingSource(bytes, step: 700)), name)
  }

  typealias Ends = (name: String, adjust: @Sendable (inout ZipWriter) -> Void)
  static let ends: [Ends] = [
    ("comment", { $0.comment = Array("made by hand".utf8) }),
    ("longest comment", { $0.comment = Array(repeating: 0x50, count: 65_535) }),
    ("comment with an end in it", { $0.comment = ZipWriter().bytes().dropLast() + [9, 0, 1] }),
    ("64-bit end", { $0.hasZip64End = true }),
    ("bytes before it", { $0.prefix = Array(repeating: 0x4b, count: 5000) }),
    (
      "bytes before it and 64-bit end",
      {
        $0.prefix = Array(repeating: 0x4b, count: 5000)
        $0.hasZip64End = true
      }
    ),
    ("wrong directory size", { $0.declaredDirectorySize = 7 }),
    ("wrong directory offset", { $0.declaredDirectoryOffset = 5 }),
    ("offset beyond the file", { $0.declaredDirectoryOffset = 0x7fff_ffff }),
  ]

  @Test(arguments: ends)
  func `archives with every end are read`(
    name: String, adjust: @Sendable (inout ZipWriter) -> Void
  ) throws {
    var zip = ArchiveForms.sample()
    adjust(&zip)
    try Self.check(ZipArchive(zip.bytes()), name)
  }

  @Test func `bytes after the archive do not hide it`() throws {
    try Self.check(ZipArchive(ArchiveForms.sample().bytes() + Array("\r\n".utf8)), "a line break")
  }

  @Test func `an archive without members is one`() throws {
    let archive = try ZipArchive(ZipWriter().bytes())
    #expect(archive.entries.isEmpty)
    #expect(archive.problems.isEmpty)
    #expect(archive.entry(named: "a") == nil)
    #expect(archive.entry(named: "") == nil)
  }

  @Test func `a count that ran over in 16 bits is understood`() throws {
    var zip = ZipWriter()
    for number in 0..<65_600 { zip.add("\(number)", []) { $0.isDeflated = false } }
    let archive = try ZipArchive(zip.bytes())
    #expect(archive.entries.count == 65_600)
    #expect(archive.problems.isEmpty)
    #expect(archive.entry(named: "65599")?.name == "65599")
    zip.members.removeLast(65)
    #expect(try ZipArchive(zip.bytes()).entries.count == 65_535)
  }

  @Test func `readers of different members do not disturb each other`() async throws {
    var zip = ZipWriter()
    let texts = (0..<8).map { Array(String(repeating: "line \($0)\n", count: 50_000).utf8) }
    for (number, text) in texts.enumerated() {
      zip.add("\(number)", text) { $0.isDeflated = number % 2 == 0 }
    }
    let archive = try ZipArchive(zip.bytes())
    try await withThrowingTaskGroup(of: Bool.self) { group in
      for _ in 0..<4 {
        for (entry, text) in zip.members.indices.map({ (archive.entries[$0], texts[$0]) }) {
          group.addTask {
            var reader = try archive.open(entry)
            return try reader.readAll(step: 3000) == text
          }
        }
      }
      for try await isSame in group { #expect(isSame) }
    }
  }

  @Test func `of members with one name the last stands`() throws {
    var zip = ZipWriter()
    zip.add("a.json", "first")
    zip.add("b.json", "other")
    zip.add("./a.json", "second")
    zip.add("a.json", "third")
    zip.add("A.json", "upper case")
    zip.add("a.json/", "")
    let archive = try ZipArchive(zip.bytes())
    #expect(archive.entries.map(\.name) == ["b.json", "a.json", "A.json", "a.json/"])
    #expect(archive.contents()["a.json"] == .success("third"))
    #expect(archive.problems.listed == Array(repeating: .duplicateName(member: "a.json"), count: 2))
  }

  @Test func `a folder that is listed twice is no problem`() throws {
    var zip = ZipWriter()
    for name in ["chats/", "chats/a.json", "chats/"] { zip.add(name, "") }
    let archive = try ZipArchive(zip.bytes())
    #expect(archive.entries.map(\.name) == ["chats/a.json", "chats/"])
    #expect(archive.problems.isEmpty)
  }
}
