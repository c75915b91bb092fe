import Encoding
import Testing

@testable import Loading

/// The amount of a file that is read to detect its format, and the number of JSON keys that are kept for it.
@Suite struct FormatSampleTests {
  /// A beginning followed by one byte without end; it counts the bytes read.
  private struct Endless: ByteSource {
    final class Count { var bytes = 0 }

    let count = Count()
    var beginning: ArraySlice<UInt8>
    let byte: UInt8

    init(_ beginning: String, _ byte: UInt8) {
      self.beginning = Array(beginning.utf8)[...]
      self.byte = byte
    }

    mutating func read(into buffer: UnsafeMutableRawBufferPointer) -> Int {
      count.bytes += buffer.count
      let first = beginning.prefix(buffer.count)
      beginning = beginning.dropFirst(first.count)
      buffer.copyBytes(from: first)
      UnsafeMutableRawBufferPointer(rebasing: buffer[first.count...])
        .initializeMemory(as: UInt8.self, repeating: byte)
      return buffer.count
    }
  }

  @Test func `of bytes that are no text little is read, of one long line not all`() throws {
    for (byte, limit) in [(0, FormatSample.length), (0x78, FormatSample.longestText)] {
      let source = Endless("", UInt8(byte))
      _ = try FormatSample(reading: source)
      #expect(source.count.bytes == limit)
    }
  }

  @Test func `keys behind a value that never ends are looked for to a limit`() throws {
    let source = Endless(#"[{"id":1,"text":""#, 0x78)
    let sample = try FormatSample(reading: source)
    #expect(sample.json?.has("id", "text") == true)
    #expect(source.count.bytes <= FormatSample.furthest)
  }

  @Test func `of an object of many keys few are kept`() throws {
    var text = Array(#"{"first":{"a":1}"#.utf8)
    let filler = [UInt8](repeating: 0x78, count: 400)
    for number in 0..<50_000 {
      text += Array(",\"\(number)".utf8) + filler + Array("\":{\"a\":1}".utf8)
    }
    text.append(UInt8(ascii: "}"))
    #expect(text.count > 20_000_000)
    let json = try #require(try FormatSample(reading: MemorySource(text)).json)
    #expect(json.keys.count == 1000)
    #expect(json["first"]?.has("a") == true)
  }

  @Test func `objects in objects are not kept without number`() throws {
    let inner = "{" + (0..<400).map { "\"\($0)\":{\"a\":1}" }.joined(separator: ",") + "}"
    let text = "{" + (0..<400).map { "\"\($0)\":\(inner)" }.joined(separator: ",") + "}"
    let json = try #require(JSONOutline(Array(text.utf8)))
    #expect(json.keys.count == 400)
    #expect((0..<400).reduce(0) { $0 + (json["\($1)"]?.keys.count ?? 0) } == 10_000)
  }
}
