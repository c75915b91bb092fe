import ActionItems
import Loading
import TestSupport
import Testing

/// Gzip files that are cut short or damaged, alone and among others.
@Suite struct CutGzipTests {
  /// Lines of JSON that hardly compress, so that a cut loses few of them.
  static let lines: [String] = {
    var random = SeededRandom(seed: 5)
    return (0..<5000).map { number in
      let noise = (0..<4).map { _ in String(random.next(), radix: 36) }.joined(separator: " ")
      return #"{"id":"\#(number)","user":"a","text":"\#(noise)"}"#
    }
  }()
  static let packed = GzipMember(Array((lines.joined(separator: "\n") + "\n").utf8)).bytes()

  static func damaged() -> [UInt8] {
    var bytes = packed
    for place in 0..<64 { bytes[bytes.count / 2 + place] ^= 0x5A }
    return bytes
  }

  static func wrongSum() -> [UInt8] {
    var bytes = packed
    bytes[bytes.count - 6] ^= 1
    return bytes
  }

  static let cases: [(name: String, bytes: [UInt8], messages: ClosedRange<Int>, why: String)] = [
    ("cut in half", Array(packed.prefix(packed.count / 2)), 1000...4000, "cut short"),
    ("without its end", packed.dropLast(3), 4000...5000, "cut short"),
    ("damaged within", damaged(), 1000...4999, "damaged"),
    ("with a wrong sum", wrongSum(), 1000...5000, "CRC-32"),
    ("with junk behind it", packed + Array("junk".utf8), 5000...5000, "other bytes"),
  ]

  @Test(arguments: cases)
  func `what can be read is, and the rest is told of once`(
    name: String, bytes: [UInt8], messages: ClosedRange<Int>, why: String
  ) throws {
    let folder = try TemporaryDirectory()
    let path = try folder.write(bytes, to: "export/chat.jsonl.gz")
    try folder.write(#"{"id":"other","user":"b","text":"y"}"#, to: "export/other.jsonl")
    for (path, more) in [(path, 0), (folder.path + "/export", 1)] {
      let sink = try RecordingSink.load(path)
      let found = sink.loaded.flatMap(\.messages)
      #expect(messages.contains(found.count - more), "\(name): \(found.count)")
      #expect(found.first?.id == "0")
      let told = sink.failures.filter { $0.path.hasSuffix("chat.jsonl.gz") }.map(\.description)
      #expect(told.count == 1 && told[0].contains(why), "\(name): \(told)")
      #expect(told.first?.hasSuffix("the part before that was read") == true)
    }
  }

  @Test func `of one that leaves nothing to go by, nothing else is said`() throws {
    let folder = try TemporaryDirectory()
    let path = try folder.write(Self.packed.prefix(14), to: "chat.jsonl.gz")
    let sink = try RecordingSink.load(path)
    #expect(sink.loaded.isEmpty && sink.failures.count == 1 && sink.skippedFiles.isEmpty)
    #expect(sink.failures[0].description.contains("is cut short"))
  }

  @Test func `one that is short and whole but for its end is read`() throws {
    let folder = try TemporaryDirectory()
    let bytes = GzipMember(Array(OneMessageChat.text.utf8)).bytes().dropLast(4)
    let sink = try RecordingSink.load(try folder.write(bytes, to: "chat.json.gz"))
    #expect(sink.lines == ["a: x"] && sink.failures.count == 1)
  }
}
