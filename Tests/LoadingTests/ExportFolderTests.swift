import Glibc
import Loading
import TestSupport
import Testing

/// Exports in folders and in archives: zip, tar and gzip, also nested.
@Suite struct ExportFolderTests {
  @Test func `a folder is walked, and what is nobody's export is passed over`() throws {
    let folder = try TemporaryDirectory()
    try folder.write(OneMessageChat.text, to: "b/c/chat.json")
    try folder.write("hello", to: "b/notes.txt")
    try folder.write("", to: "empty.json")
    try folder.write(OneMessageChat.text, to: ".hidden.json")
    #expect(mkfifo(folder.path + "/pipe", 0o600) == 0)
    let sink = try RecordingSink.load(folder.path)
    #expect(sink.lines == ["a: x"])
    #expect(sink.failures.isEmpty)
    #expect(
      sink.skippedFiles.map(\.description).sorted() == [
        "empty", "hidden or not a regular file", "hidden or not a regular file",
        "in no known format",
      ])
  }

  @Test func `a circle of symbolic links is named once, the rest is read`() throws {
    let folder = try TemporaryDirectory()
    try folder.write(OneMessageChat.text, to: "a/chat.json")
    #expect(symlink("..", folder.path + "/a/up") == 0)
    #expect(symlink("self", folder.path + "/self") == 0)
    let sink = try RecordingSink.load(folder.path)
    #expect(sink.lines == ["a: x"])
    #expect(
      sink.failures.map(\.description).sorted() == [
        "cannot be read: a symbolic link leads back to a folder above it",
        "cannot be read: its symbolic links form a loop",
      ])
  }

  @Test func `a named path that cannot be read is a failure`() throws {
    let folder = try TemporaryDirectory()
    let missing = try RecordingSink.load(folder.path + "/nothing")
    #expect(missing.failures.map(\.description) == ["cannot be read: No such file or directory"])
    let empty = try RecordingSink.load(try folder.write("", to: "empty"))
    #expect(empty.failures.map(\.description) == ["is empty"])
    let text = try RecordingSink.load(try folder.write("hello there", to: "text"))
    #expect(text.failures.first?.description.hasPrefix("has an unknown format") == true)
  }

  @Test func `a damaged zip is named, its good members are read`() throws {
    let folder = try TemporaryDirectory()
    let junk = try RecordingSink.load(try folder.write("PK\u{3}\u{4}junk", to: "junk.zip"))
    #expect(junk.lines.isEmpty && junk.failures.count == 1)
    var writer = ZipWriter()
    writer.add("good.json", Array(OneMessageChat.text.utf8))
    writer.add("bad.json", Array("[{\"user\":\"b\",\"text\":\"y\"}]".utf8))
    var bytes = writer.bytes()
    let place = try #require(bytes.firstRange(of: Array("bad.json".utf8)))
    bytes[place.upperBound + 3] ^= 0xFF
    let sink = try RecordingSink.load(try folder.write(bytes, to: "half.zip"))
    #expect(sink.lines == ["a: x"])
    #expect(sink.failures.count == 1)
  }

  @Test func `a zip in a zip is read`() throws {
    let folder = try TemporaryDirectory()
    var inner = ZipWriter()
    inner.add("chat.json", Array(OneMessageChat.text.utf8))
    var outer = ZipWriter()
    outer.add("inner.zip", inner.bytes())
    let sink = try RecordingSink.load(try folder.write(outer.bytes(), to: "outer.zip"))
    #expect(sink.lines == ["a: x"])
  }

  static func nested(_ depth: Int) -> [UInt8] {
    var bytes = Array(OneMessageChat.text.utf8)
    for level in 0..<depth {
      var zip = ZipWriter()
      zip.add(level == 0 ? "chat.json" : "inner.zip", bytes)
      bytes = zip.bytes()
    }
    return bytes
  }

  @Test func `archives lie three deep in each other, no deeper`() throws {
    let folder = try TemporaryDirectory()
    let three = try RecordingSink.load(try folder.write(Self.nested(3), to: "three.zip"))
    #expect(three.lines == ["a: x"] && three.failures.isEmpty)
    let four = try RecordingSink.load(try folder.write(Self.nested(4), to: "four.zip"))
    #expect(four.lines.isEmpty)
    #expect(
      four.failures.map(\.description)
        == ["cannot be read: archives are nested more than 3 deep"])
  }

  @Test func `a packed tar counts as one archive`() throws {
    let folder = try TemporaryDirectory()
    var bytes = Array(OneMessageChat.text.utf8)
    for level in 1...4 {
      var tar = TarWriter()
      tar.add(level == 1 ? "chat.json" : "inner.tgz", bytes)
      bytes = GzipMember(tar.bytes()).bytes()
      let sink = try RecordingSink.load(try folder.write(bytes, to: "\(level).tgz"))
      #expect(sink.lines == (level < 4 ? ["a: x"] : []))
      #expect(
        sink.failures.map(\.description)
          == (level < 4 ? [] : ["cannot be read: archives are nested more than 3 deep"]))
    }
  }

  @Test func `gzip files are read, alone, in folders and in zips`() throws {
    let folder = try TemporaryDirectory()
    let packed = GzipMember(Array(OneMessageChat.text.utf8)).bytes()
    let alone = try RecordingSink.load(
      try folder.write(packed, to: "export/chat.json.gz"))
    #expect(alone.lines == ["a: x"])
    #expect(alone.loaded[0].report?.file.hasSuffix("/chat.json") == true)
    #expect(try RecordingSink.load(folder.path + "/export").lines == ["a: x"])
    var zip = ZipWriter()
    zip.add("chat.json.gz", packed)
    let zipped = try folder.write(zip.bytes(), to: "chat.zip")
    #expect(try RecordingSink.load(zipped).lines == ["a: x"])
    let zipInGzip = GzipMember(zip.bytes()).bytes()
    #expect(try RecordingSink.load(try folder.write(zipInGzip, to: "z.gz")).lines == ["a: x"])
  }
}
