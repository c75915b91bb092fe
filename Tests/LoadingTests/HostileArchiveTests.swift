import Loading
import TestSupport
import Testing

/// Archives made to cause harm. Below: compressed files of formats that the program does not read.
@Suite struct HostileArchiveTests {
  /// Limits the smallest archive to one megabyte of output instead of 64.
  static let small: LoadingOptions = {
    var options = LoadingOptions.testing
    options.archiveRatioFloor = 1 << 20
    return options
  }()

  static func load(
    _ bytes: [UInt8], named name: String = "chats.zip", options: LoadingOptions = .testing
  ) throws -> RecordingSink {
    let folder = try TemporaryDirectory()
    let path = try folder.write(bytes, to: name)
    let sink = RecordingSink()
    SmallStack.run {
      do {
        try ConversationLoader(options: options).load(path: path, into: sink)
      } catch {
        Issue.record(error)
      }
    }
    return sink
  }

  static func zip(_ members: (name: String, bytes: [UInt8])...) -> [UInt8] {
    var writer = ZipWriter()
    for member in members { writer.add(member.name, member.bytes) }
    return writer.bytes()
  }

  @Test func `folders in a zip lie no deeper than those on disk`() throws {
    let deep = String(repeating: "a/", count: 2040) + "chat.json"
    let sink = try Self.load(
      Self.zip((deep, OneMessageChat.bytes), ("chat.json", OneMessageChat.bytes)))
    #expect(sink.lines == ["a: x"])
    #expect(
      sink.failures.map(\.description)
        == ["cannot be read: folders are nested more than 64 deep"])
  }

  @Test func `folders in archives in archives are counted together`() throws {
    let path = String(repeating: "a/", count: 30)
    var bytes = Self.zip((path + "chat.json", OneMessageChat.bytes))
    #expect(try Self.load(bytes).lines == ["a: x"])
    for _ in 0..<2 { bytes = Self.zip((path + "inner.zip", bytes)) }
    let sink = try Self.load(bytes)
    #expect(sink.lines.isEmpty)
    #expect(
      sink.failures.map(\.description)
        == ["cannot be read: folders are nested more than 64 deep"])
  }

  @Test(arguments: ["chats.zip", "chat.json.gz"])
  func `the ratio of what an archive may expand to can be raised`(name: String) throws {
    let text = OneMessageChat.bytes + Array(repeating: UInt8(ascii: " "), count: 65 << 14)
    let bytes =
      name.hasSuffix(".gz") ? GzipMember(text).bytes() : Self.zip(("chat.json", text))
    var options = Self.small
    let refused = try Self.load(bytes, named: name, options: options)
    #expect(refused.lines.isEmpty)
    #expect(
      refused.failures.first?.description.contains("--archive-ratio raises that") == true,
      "\(refused.failures)")
    options.archiveRatio = 4000
    let read = try Self.load(bytes, named: name, options: options)
    #expect(read.failures.isEmpty && read.lines == ["a: x"], "\(read.failures)")
  }

  @Test(arguments: [
    ("chats.tar.bz2", "425A6839314159265359", "bzip2"), ("chats.tar.xz", "FD377A585A000004", "xz"),
    ("chats.7z", "377ABCAF271C0004", "7-Zip"), ("chats.rar", "526172211A070100", "RAR"),
    ("chats.tar.zst", "28B52FFD0458", "Zstandard"),
  ])
  func `what other programs packed is to be unpacked first`(
    name: String, beginning: String, packing: String
  ) throws {
    let digits = Array(beginning)
    let bytes =
      stride(from: 0, to: digits.count, by: 2).compactMap {
        UInt8(String(digits[$0...$0 + 1]), radix: 16)
      } + Array(repeating: 0x80, count: 100)
    let named = try Self.load(bytes, named: name)
    #expect(
      named.failures.map(\.description) == [
        "has an unknown format, compressed as \(packing): decompress it first, and give the result"
      ])
    let found = try Self.load(Self.zip((name, bytes), ("chat.json", OneMessageChat.bytes)))
    #expect(
      found.lines == ["a: x"] && found.skippedFiles == [.foreignArchive], "\(found.skippedFiles)")
  }

  @Test func `a text that begins like bzip2 is not taken for it`() throws {
    let sink = try Self.load(Array("BZh is no word, and 314159 no chat".utf8), named: "notes.txt")
    #expect(sink.failures.first?.description.contains("unpack") == false)
  }

  @Test func `archives in archives share what they may expand to`() throws {
    let text =
      Array(#"[{"user":"a","text":""#.utf8) + Array(repeating: 0x78, count: 9 << 14)
      + Array(#""}]"#.utf8)
    let inner = Self.zip(("chat.json", text))
    var middle = ZipWriter()
    for number in 0..<5 { middle.add("\(number).zip", inner) }
    var outer = ZipWriter()
    for number in 0..<5 { outer.add("\(number).zip", middle.bytes()) }
    let sink = try Self.load(outer.bytes(), options: Self.small)
    // Each of 25 chats takes a seventh of the limit.
    #expect(sink.lines.count < 8 && !sink.lines.isEmpty)
    #expect(sink.failures.count == 1, "\(sink.failures)")
    #expect(sink.failures.first?.path.hasSuffix("chats.zip") == true)
    #expect(sink.failures.first?.description.contains("expands to more than") == true)
  }

  /// Each of 8 chats has 2.25 MiB, all read to detect its format.
  @Test(arguments: [(7, false), (19, true)])
  func `gzip files in a zip share what the zip may expand to, and count once`(
    mebibytes: Int, isEnough: Bool
  ) throws {
    let text =
      Array(#"[{"user":"a","text":""#.utf8) + Array(repeating: 0x78, count: 9 << 18)
      + Array(#""}]"#.utf8)
    var writer = ZipWriter()
    let packed = GzipMember(text).bytes()
    for number in 0..<8 { writer.add("\(number).json.gz", packed) }
    var options = LoadingOptions.testing
    options.archiveRatioFloor = mebibytes << 20
    let sink = try Self.load(writer.bytes(), options: options)
    #expect(isEnough ? sink.lines.count == 8 : (1..<4).contains(sink.lines.count))
    #expect(sink.failures.isEmpty == isEnough, "\(sink.failures)")
  }

  @Test func `what tells the format of a file counts once with the file`() throws {
    var writer = ZipWriter()
    for number in 0..<12 {
      writer.add(
        "\(number).json",
        OneMessageChat.bytes + Array(repeating: UInt8(ascii: " "), count: 60 << 10))
    }
    // 720 KiB and a few bytes.
    let sink = try Self.load(writer.bytes(), options: Self.small)
    #expect(sink.failures.isEmpty && sink.lines.count == 12, "\(sink.failures)")
  }
}
