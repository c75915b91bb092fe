import Archives
import Glibc
import TestSupport
import Testing

@Suite struct FileSourceTests {
  static func read(_ source: some RandomAccessSource, at offset: Int, count: Int) throws -> [UInt8]
  {
    try [UInt8](unsafeUninitializedCapacity: count) { buffer, filled in
      filled = try source.read(into: UnsafeMutableRawBufferPointer(buffer), at: offset)
    }
  }

  @Test(arguments: [
    ("beginning", 0, 3, "abc"), ("middle", 2, 2, "cd"), ("over the end", 4, 10, "ef"),
    ("at the end", 6, 10, ""), ("beyond the end", 100, 10, ""), ("far beyond", Int.max, 10, ""),
    ("before the beginning", -1, 10, ""), ("no room", 0, 0, ""),
  ])
  func `bytes are read from any place`(
    name: String, offset: Int, count: Int, text: String
  ) throws {
    let folder = try TemporaryDirectory()
    let file = try FileSource(path: folder.write("abcdef", to: "file"))
    #expect(file.size == 6)
    #expect(try Self.read(file, at: offset, count: count) == Array(text.utf8), "\(name)")
    let memory = MemorySource(Array("abcdef".utf8))
    #expect(try Self.read(memory, at: offset, count: count) == Array(text.utf8), "\(name)")
  }

  @Test func `what is no readable file is refused by name`() throws {
    let folder = try TemporaryDirectory()
    let missing = folder.path + "/missing"
    #expect(
      throws: ArchiveError.unreadable(file: missing, reason: "No such file or directory")
    ) { try FileSource(path: missing) }
    #expect(throws: ArchiveError.unreadable(file: folder.path, reason: "not a regular file")) {
      try FileSource(path: folder.path)
    }
    let pipe = folder.path + "/pipe"
    #expect(mkfifo(pipe, 0o600) == 0)
    #expect(throws: ArchiveError.unreadable(file: pipe, reason: "not a regular file")) {
      try FileSource(path: pipe)
    }
  }

  @Test func `a file that is cut short while open only ends early`() throws {
    let folder = try TemporaryDirectory()
    var zip = ZipWriter()
    let noise = (0..<300_000).map { UInt8(truncatingIfNeeded: $0 &* $0 >> 7) }
    zip.add("a", noise) { $0.isDeflated = false }
    let path = try folder.write(zip.bytes(), to: "export.zip")
    let archive = try ZipArchive(FileSource(path: path))
    var reader = try archive.open(archive.entries[0])
    #expect(truncate(path, 100_000) == 0)
    var given: [UInt8] = []
    #expect(throws: ArchiveError.cutShort(member: "a")) { try reader.readAll(into: &given) }
    #expect(given.elementsEqual(noise.prefix(given.count)))
    #expect(given.count > 90_000)
    #expect(throws: ArchiveError.endMissing, "the cut is told of when it is opened anew") {
      throw try #require(try ZipArchive(FileSource(path: path)).problems.listed.first)
    }
  }
}
