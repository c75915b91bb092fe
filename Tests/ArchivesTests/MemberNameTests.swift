import Archives
import TestSupport
import Testing

@Suite struct MemberNameTests {
  static func read(
    _ name: [UInt8], _ adjust: (inout ZipWriter.Member) -> Void = { _ in }
  ) throws -> ZipArchive {
    var zip = ZipWriter()
    zip.add("", "text") {
      $0.name = name
      adjust(&$0)
    }
    return try ZipArchive(zip.bytes())
  }

  @Test(arguments: [
    ("plain", "a/b.json", "a/b.json"), ("absolute", "/etc/passwd", "etc/passwd"),
    ("many slashes", "//a///b", "a/b"), ("dots", "./a/./b", "a/b"),
    ("backslashes", "a\\b\\c.txt", "a/b/c.txt"), ("a drive", "C:\\Users\\me.txt", "Users/me.txt"),
    ("a drive with slashes", "c:/me.txt", "me.txt"),
    ("a share", "\\\\host\\share\\x", "host/share/x"),
    ("a drive without a root is a name", "C:me.txt", "C:me.txt"),
    ("a colon", "12: noon/a", "12: noon/a"), ("three dots", ".../a", ".../a"),
    ("dots in a name", "a..b/..c/d..", "a..b/..c/d.."), ("hidden", ".a", ".a"),
    ("folder", "a/b/", "a/b/"), ("folder with backslash", "a\\", "a/"),
    ("folder itself", "a/.", "a/"),
    ("UTF-8", "Größe/日本/🎉.json", "Größe/日本/🎉.json"),
  ])
  func `names become safe relative paths`(name: String, raw: String, path: String) throws {
    for flags in [0, 0x800] as [UInt16] {
      let archive = try Self.read(Array(raw.utf8)) { $0.flags = flags }
      #expect(archive.entries.map(\.name) == [path], "\(name)")
      #expect(archive.entries.map { Array($0.nameBytes) } == [Array(path.utf8)], "\(name)")
      #expect(archive.problems.isEmpty, "\(name)")
      #expect(archive.entry(named: path) != nil, "\(name)")
      #expect(archive.contents() == [path: .success("text")], "\(name)")
    }
  }

  @Test(arguments: [
    ("parent", "../a"), ("parent inside", "a/../../b"), ("parent at the end", "a/.."),
    ("parent with backslashes", "..\\a"), ("parent behind a drive", "C:\\..\\a"),
    ("parent alone", ".."), ("NUL", "a\0.txt"), ("NUL alone", "\0"), ("empty", ""),
  ])
  func `names that lead out are skipped and reported`(name: String, raw: String) throws {
    let archive = try Self.read(Array(raw.utf8))
    #expect(archive.entries.isEmpty, "\(name)")
    #expect(archive.problems.listed == [.unsafeName(member: raw)], "\(name)")
  }

  @Test(arguments: ["./", "/", ".\\", "C:\\"])
  func `the top folder is no member`(raw: String) throws {
    let archive = try Self.read(Array(raw.utf8))
    #expect(archive.entries.isEmpty)
    #expect(archive.problems.isEmpty)
  }

  @Test(
    arguments: [
      ("letters", [0x47, 0x72, 0x94, 0xe1, 0x65], "Größe"),
      ("box", [0xb3, 0xc4, 0x2f, 0xfe], "│─/■"),
      ("UTF-8 that is cut", [0x61, 0xe2, 0x82], "aΓé"), ("surrogate", [0xed, 0xa0, 0x80], "φáÇ"),
    ] as [(String, [UInt8], String)])
  func `bytes that are not UTF-8 are code page 437`(
    name: String, raw: [UInt8], path: String
  ) throws {
    #expect(try Self.read(raw).entries.map(\.name) == [path], "\(name)")
    #expect(try Self.read(raw) { $0.flags = 0x800 }.entries.map(\.name) == [path], "\(name)")
  }

  @Test func `a Unicode path field stands in for bytes that are not UTF-8`() throws {
    let raw: [UInt8] = [0x47, 0x72, 0xf6, 0xdf, 0x65]
    func field(for raw: [UInt8], _ name: String) -> [UInt8] {
      var field: [UInt8] = [0x75, 0x70]
      field.append(littleEndian: UInt16(5 + name.utf8.count))
      field.append(1)
      field.append(littleEndian: Deflate.checksum(raw))
      return field + Array(name.utf8)
    }
    #expect(
      try Self.read(raw) { $0.extra = field(for: raw, "Größe") }.entries.map(\.name) == ["Größe"])
    #expect(
      try Self.read(raw) { $0.extra = field(for: [1], "stale") }.entries.map(\.name) == ["Gr÷▀e"])
    #expect(
      try Self.read(Array("a".utf8)) { $0.extra = field(for: [0x61], "b") }.entries.map(\.name)
        == ["a"])
    let archive = try Self.read(raw) { $0.extra = field(for: raw, "../a") }
    #expect(archive.entries.isEmpty)
    #expect(archive.problems.count == 1)
  }

  @Test func `names beyond the limits are refused`() throws {
    var zip = ZipWriter()
    let long = String(repeating: "a", count: 5000)
    zip.add(long, "")
    zip.add("b", "b")
    let archive = try ZipArchive(zip.bytes())
    #expect(archive.contents() == ["b": .success("b")])
    #expect(
      archive.problems.listed == [
        .nameTooLong(member: String(long.prefix(60)), length: 5000, limit: 4096)
      ])
    var limits = ArchiveLimits()
    limits.nameLength = .max
    #expect(try ZipArchive(zip.bytes(), limits: limits).entries.count == 2)
    limits.totalNameLength = 5000
    #expect(throws: ArchiveError.namesTooLong(limit: 5000)) {
      try ZipArchive(zip.bytes(), limits: limits)
    }
    // A byte of code page 437 may need three in UTF-8, which then exceeds the limit.
    var wide = ZipWriter()
    wide.add("", "") { $0.name = Array(repeating: 0xb3, count: 30_000) }
    limits.totalNameLength = .max
    #expect(try ZipArchive(wide.bytes(), limits: limits).problems.count == 1)
  }
}
