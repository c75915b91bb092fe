import Archives
import TestSupport
import Testing

/// How the headers of a tar are found, even if some are damaged.
@Suite struct TarDirectoryTests {
  private static func read(
    _ source: any RandomAccessSource
  ) throws -> (contents: [String: String], problems: [ArchiveError]) {
    let archive = try TarArchive(source)
    var contents: [String: String] = [:]
    for entry in archive.entries where !entry.isFolder {
      var reader = try archive.open(entry)
      contents[entry.name] = String(decoding: try reader.readAll(), as: UTF8.self)
    }
    return (contents, archive.problems.listed)
  }

  private static func read(
    _ bytes: [UInt8]
  ) throws -> (contents: [String: String], problems: [ArchiveError]) {
    try read(MemoryArchive(bytes))
  }

  @Test(
    arguments: [
      ("a folder", "5"), ("a hard link", "1"), ("a symbolic link", "2"), ("a device", "3"),
      ("a pipe", "6"),
    ] as [(String, Character)])
  func `what has no bytes has none whatever size is told`(name: String, kind: Character) throws {
    for isPax in [false, true] {
      var tar = TarWriter()
      if isPax { tar.addRecords("size=4096") }
      tar.add("chats/", [], kind: kind, declaredSize: 4096)
      tar.add("chats/a.json", Array("[1]".utf8))
      tar.add("b.txt", Array("words".utf8))
      let (contents, problems) = try Self.read(tar.bytes())
      #expect(contents == ["chats/a.json": "[1]", "b.txt": "words"], "\(name)")
      #expect(problems.isEmpty, "\(name): \(problems)")
    }
  }

  @Test(arguments: [
    ("records, wrong checksum", true, 0), ("records, senseless size", true, 124),
    ("long name, wrong checksum", false, 0), ("long name, senseless size", false, 124),
  ])
  func `what is told of a member whose header is damaged is not told of the next`(
    name: String, isPax: Bool, place: Int
  ) throws {
    var tar = TarWriter()
    if isPax {
      tar.addRecords("path=wrong.json")
    } else {
      tar.add("././@LongLink", Array("wrong.json\0".utf8), kind: "L")
    }
    let offset = tar.size
    tar.add("lost.json", Array("[0]".utf8)) { $0[place] = UInt8(ascii: "x") }
    tar.add("next.json", Array("[1]".utf8))
    var bytes = tar.bytes()
    if place == 0 { bytes[offset] = UInt8(ascii: "y") }
    let (contents, problems) = try Self.read(bytes)
    #expect(contents == ["next.json": "[1]"], "\(name)")
    #expect(problems == [.directoryDamaged(offset: offset)], "\(name)")
  }

  @Test func `consecutive archives are read as one`() throws {
    var (first, second) = (TarWriter(), TarWriter())
    first.add("a.json", Array("[1]".utf8))
    second.add("b.json", Array("[2]".utf8))
    let padding = [UInt8](repeating: 0, count: 8192)
    let (contents, problems) = try Self.read(first.bytes() + padding + second.bytes())
    #expect(contents == ["a.json": "[1]", "b.json": "[2]"])
    #expect(problems.isEmpty)
  }

  @Test func `zeros in a member whose header is damaged end nothing`() throws {
    var tar = TarWriter()
    tar.add("lost", Array(repeating: 0, count: 3000) + [1])
    tar.add("next.json", Array("[1]".utf8))
    var bytes = tar.bytes()
    bytes[0] ^= 1
    let (contents, problems) = try Self.read(bytes)
    #expect(contents == ["next.json": "[1]"])
    #expect(problems == [.directoryDamaged(offset: 0)])
  }

  @Test(arguments: [("a line end", 1), ("a block", 512), ("blocks and more", 1500)])
  func `what stands behind the end and is no member is told of`(name: String, count: Int) throws {
    var tar = TarWriter()
    tar.add("a.json", Array("[1]".utf8))
    let bytes = tar.bytes()
    let (contents, problems) = try Self.read(bytes + [UInt8](repeating: 0x0A, count: count))
    #expect(contents == ["a.json": "[1]"])
    #expect(problems == [.directoryDamaged(offset: bytes.count)], "\(name)")
  }

  @Test func `zeros behind the end need not fill a block`() throws {
    var tar = TarWriter()
    tar.add("a.json", Array("[1]".utf8))
    #expect(try Self.read(tar.bytes() + [0, 0, 0]).problems.isEmpty)
    #expect(try Self.read(tar.bytes().dropLast(1024) + [0, 0, 0]).problems.isEmpty)
  }

  @Test func `a file that has become shorter is cut short`() throws {
    var tar = TarWriter()
    tar.add("a.json", Array("[1]".utf8))
    let (contents, problems) = try Self.read(ShrunkSource(bytes: tar.bytes().dropLast(1024)))
    #expect(contents == ["a.json": "[1]"])
    #expect(problems == [.tarCutShort])
  }

  @Test(arguments: [("records of pax", "x"), ("long name", "L")] as [(String, Character)])
  func `a member with overlong records is skipped and reported`(
    name: String, kind: Character
  ) throws {
    var tar = TarWriter()
    let long = String(repeating: "c", count: 1 << 20)
    if kind == "x" {
      tar.addRecords("comment=\(long)", "path=deep/real.json")
    } else {
      tar.add("././@LongLink", Array((long + "\0").utf8), kind: kind)
    }
    tar.add("short.json", Array("[0]".utf8))
    tar.add("next.json", Array("[1]".utf8))
    let (contents, problems) = try Self.read(tar.bytes())
    #expect(contents == ["next.json": "[1]"], "\(name)")
    #expect(problems.count == 1 && problems[0].description.contains("was skipped"), "\(name)")
  }

  @Test(arguments: ["8", "a", "U", "7"] as [Character])
  func `a member of unknown type is a file`(kind: Character) throws {
    var tar = TarWriter()
    tar.add("a.json", Array("[1]".utf8), kind: kind)
    tar.add("b.json", Array("[2]".utf8))
    let (contents, problems) = try Self.read(tar.bytes())
    #expect(contents == ["a.json": "[1]", "b.json": "[2]"])
    #expect(problems.isEmpty)
  }

  @Test(arguments: ["A", "D", "E", "I", "K", "N", "V", "g"] as [Character])
  func `what programs add of their own is passed over`(kind: Character) throws {
    var tar = TarWriter()
    tar.add("label", Array("[1]".utf8), kind: kind)
    tar.add("b.json", Array("[2]".utf8))
    let (contents, problems) = try Self.read(tar.bytes())
    #expect(contents == ["b.json": "[2]"])
    #expect(problems.isEmpty)
  }

  @Test func `files in pieces are refused, and what stands behind them is found`() throws {
    var tar = TarWriter()
    // The header announces a map of the holes, and its first block says that the map continues.
    var map = [UInt8](repeating: 0, count: 1024)
    (map[0], map[504]) = (0x31, 1)
    tar.add("holes.json", [], kind: "S", declaredSize: 3) { $0[482] = 1 }
    tar.addBlocks(map)
    tar.addBlocks(Array("[1]".utf8))
    tar.add("second-volume.json", Array("[2]".utf8), kind: "M")
    tar.add("next.json", Array("[3]".utf8))
    let archive = try TarArchive(MemoryArchive(tar.bytes()))
    #expect(archive.entries.map(\.name) == ["holes.json", "second-volume.json", "next.json"])
    #expect(archive.problems.isEmpty)
    for entry in archive.entries.prefix(2) {
      #expect(throws: ArchiveError.self) { try archive.open(entry) }
    }
    var reader = try archive.open(archive.entries[2])
    #expect(try reader.readAll() == Array("[3]".utf8))
  }
}

/// A file that was longer when its size was read.
private struct ShrunkSource: RandomAccessSource {
  let bytes: [UInt8]
  var size: Int { bytes.count + 4096 }

  func read(into buffer: UnsafeMutableRawBufferPointer, at offset: Int) -> Int {
    MemoryArchive(bytes).read(into: buffer, at: offset)
  }
}
