import Archives
import TestSupport
import Testing

@Suite struct GzipReaderTests {
  static let text = Array(String(repeating: "Can you call the client back? ", count: 20_000).utf8)

  static func read(
    _ bytes: [UInt8], limits: ArchiveLimits = ArchiveLimits(), step: Int = 5000
  ) throws -> [UInt8] {
    var reader = try GzipReader(
      SourceStream(MemoryArchive(bytes)), name: "chat.gz", limits: limits)
    return try reader.readAll(step: step)
  }

  @Test(arguments: ArchiveForms.gzip)
  func `streams with every header are read`(form: ArchiveForms.Gzip) throws {
    var member = GzipMember(Self.text)
    form.adjust(&member)
    #expect(try Self.read(member.bytes()) == Self.text, "\(form.name)")
    #expect(try Self.read(member.bytes(), step: 1 << 20) == Self.text, "\(form.name)")
    let slow = SourceStream(TricklingSource(member.bytes(), step: 3))
    var reader = try GzipReader(slow, name: "chat.gz")
    #expect(try reader.readAll() == Self.text, "\(form.name)")
  }

  @Test func `members that follow each other are one stream`() throws {
    let parts = ["one ", "", "two ", String(repeating: "three ", count: 50_000)]
    let bytes = parts.flatMap { GzipMember($0.utf8).bytes() }
    for padding in [0, 1, 100_000] {
      let padded = bytes + Array(repeating: 0, count: padding)
      for step in [1, 7, 1 << 20] where step > 1 || padding < 2 {
        #expect(try Self.read(padded, step: step) == Array(parts.joined().utf8))
      }
    }
    let many = Array(repeating: GzipMember([]).bytes(), count: 10_000).flatMap { $0 }
    #expect(try Self.read(many).isEmpty)
  }

  /// A damaged stream, too long to print as a test's argument.
  struct Fault: CustomTestStringConvertible, Sendable {
    let name: String
    let bytes: [UInt8]
    let error: ArchiveError

    var testDescription: String { name }
  }

  static var faults: [Fault] {
    func member(_ adjust: (inout GzipMember) -> Void) -> [UInt8] {
      var member = GzipMember(text)
      adjust(&member)
      return member.bytes()
    }
    let whole = member { _ in }
    let header = member {
      $0.fileName = [0x61]
      $0.hasHeaderChecksum = true
    }
    func changed(_ bytes: [UInt8], _ place: Int, to byte: UInt8) -> [UInt8] {
      var bytes = bytes
      bytes[place] = byte
      return bytes
    }
    let faults: [(String, [UInt8], ArchiveError)] = [
      ("nothing", [], .notGzip(member: "chat.gz")),
      ("text", Array("hello".utf8), .notGzip(member: "chat.gz")),
      ("half the mark", [0x1f], .notGzip(member: "chat.gz")),
      ("zeros", [0, 0, 0], .notGzip(member: "chat.gz")),
      (
        "other method", changed(whole, 2, to: 7),
        .unsupportedMethod(member: "chat.gz", method: 7)
      ),
      (
        "unknown flags", changed(whole, 3, to: 0x20),
        .damaged(member: "chat.gz", detail: "its header has unknown flags")
      ),
      (
        "header checksum", changed(header, 10, to: 0x62),
        .damaged(member: "chat.gz", detail: "its header's checksum is wrong")
      ),
      (
        "endless name", member { $0.fileName = Array(repeating: 0x61, count: 70_000) },
        .damaged(member: "chat.gz", detail: "a string in its header is not terminated")
      ),
      ("checksum", member { $0.declaredChecksum = 5 }, .checksumMismatch(member: "chat.gz")),
      (
        "size", member { $0.declaredSize = 5 },
        .sizeMismatch(member: "chat.gz", declared: 5, found: text.count)
      ),
      (
        "text after it", whole + Array("text".utf8), .trailingBytes(member: "chat.gz")
      ),
      ("half a member after it", whole + [0x1f, 0x8b, 8], .cutShort(member: "chat.gz")),
      (
        "not deflate", Array(whole.prefix(10)) + Array(repeating: 0xff, count: 90),
        .damaged(member: "chat.gz", detail: "invalid block type")
      ),
    ]
    return faults.map(Fault.init)
  }

  @Test(arguments: faults)
  func `each fault is reported by name`(fault: Fault) {
    for step in [1000, 1 << 21] {
      #expect(throws: fault.error, "\(fault.name)") { try Self.read(fault.bytes, step: step) }
    }
    #expect("\(fault.error)".contains("\"chat.gz\""), "\(fault.name)")
  }

  @Test func `wherever a stream is cut, what came before is given and the cut is told of`() throws {
    var member = GzipMember((0..<3000).map { UInt8(truncatingIfNeeded: $0 &* $0 >> 5) })
    member.fileName = [0x61]
    member.extra = [1, 2, 1, 0, 3]
    member.hasHeaderChecksum = true
    let bytes = member.bytes()
    for length in 2..<bytes.count {
      var reader = try GzipReader(
        SourceStream(MemoryArchive(Array(bytes.prefix(length)))), name: "chat.gz")
      var given: [UInt8] = []
      for _ in 0..<2 {
        #expect(throws: ArchiveError.cutShort(member: "chat.gz")) {
          try reader.readAll(into: &given)
        }
      }
      #expect(given.elementsEqual(member.contents.prefix(given.count)))
      if length >= bytes.count - 8 { #expect(given.count == 3000) }
    }
  }

  @Test func `members before a wrong one are given even in the same read`() throws {
    var wrong = GzipMember("wrong".utf8)
    wrong.declaredChecksum = 0
    let bytes = GzipMember("right".utf8).bytes() + wrong.bytes()
    var reader = try GzipReader(SourceStream(MemoryArchive(bytes)), name: "chat.gz")
    var given: [UInt8] = []
    #expect(throws: ArchiveError.checksumMismatch(member: "chat.gz")) {
      try reader.readAll(into: &given)
    }
    #expect(given == Array("right".utf8))
  }

  @Test func `limits are kept over all members`() throws {
    let bytes = GzipMember(Self.text).bytes() + GzipMember(Self.text).bytes()
    var limits = ArchiveLimits()
    limits.memberSize = Self.text.count * 2 - 1
    #expect(throws: ArchiveError.tooLarge(member: "chat.gz", limit: limits.memberSize)) {
      try Self.read(bytes, limits: limits)
    }
    limits.memberSize += 1
    #expect(try Self.read(bytes, limits: limits).count == Self.text.count * 2)
    limits.ratioFloor = 1000
    limits.ratio = 20
    #expect(throws: ArchiveError.ratioTooHigh(member: "chat.gz", limit: 20)) {
      try Self.read(bytes, limits: limits)
    }
  }

  @Test func `gzip inside a zip is read without a copy in between`() throws {
    var zip = ZipWriter()
    zip.add("chat.jsonl.gz", GzipMember(Self.text).bytes()) { $0.isDeflated = false }
    let archive = try ZipArchive(zip.bytes())
    var reader = try GzipReader(archive.open(archive.entries[0]), name: archive.entries[0].name)
    #expect(try reader.readAll() == Self.text)
  }
}
