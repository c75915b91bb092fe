import Encoding
import TestSupport
import Testing

@testable import Loading

@Suite struct LineStretchTests {
  /// Lines and their offsets, by chunks that are read into one or two buffers in turn.
  private func stretches(_ bytes: [UInt8], chunk: Int, limit: Int) throws -> [String] {
    var reader = LineStretch.Reader(MemorySource(bytes, chunk: chunk), limit: limit)
    let memories = [LineStretch(), LineStretch()]
    var lines: [String] = []
    var turn = 0
    while try reader.read(into: memories[turn % 2]) {
      memories[turn % 2].forEachLine(limit: limit) { line, offset in
        lines.append("\(offset) \(Self.text(line))")
      }
      turn += 1
    }
    return lines
  }

  private func streamed(_ bytes: [UInt8], limit: Int) throws -> [String] {
    var stream = TextLines(MemorySource(bytes), limit: limit)
    var lines: [String] = []
    while let line = try stream.next() { lines.append("\(stream.offset) \(Self.text(line))") }
    return lines
  }

  private static func text(_ line: LineStream.Line) -> String {
    switch line {
    case .bytes(let bytes): "'\(String(decoding: bytes, as: UTF8.self))'"
    case .tooLong: "too long"
    }
  }

  @Test(arguments: [
    ("nothing", ""), ("one line", "a"), ("an end", "a\n"), ("blank lines", "\n\n\r\n\n"),
    ("a mark", "\u{FEFF}a\nb"), ("returns", "a\r\nb\rc\r\n\r"),
    ("a long line", "ab\n" + String(repeating: "x", count: 90) + "\ncd\n"),
    ("a long line first", String(repeating: "x", count: 90) + "\ncd\nef"),
    ("a long line last", "ab\n" + String(repeating: "x", count: 90)),
    (
      "long lines behind each other",
      String(repeating: String(repeating: "y", count: 70) + "\n", count: 3)
    ),
  ])
  func `stretches have the lines that a stream has`(name: String, text: String) throws {
    for chunk in [1, 2, 7, 64, 1000] {
      let found = try stretches(Array(text.utf8), chunk: chunk, limit: 64)
      #expect(found == (try streamed(Array(text.utf8), limit: 64)), "\(name), \(chunk) at a time")
    }
  }

  @Test func `any file has the lines that a stream has`() throws {
    var random = SeededRandom(seed: 11)
    for round in 0..<200 {
      let bytes = (0..<Int.random(in: 0..<2000, using: &random)).map { _ in
        Array("ab\n\r".utf8).randomElement(using: &random) ?? 0
      }
      let (chunk, limit) = (
        Int.random(in: 1..<300, using: &random), Int.random(in: 1..<20, using: &random)
      )
      let found = try stretches(bytes, chunk: chunk, limit: limit)
      let expected = try streamed(bytes, limit: limit)
      #expect(found == expected, "round \(round)")
    }
  }

  @Test func `a line larger than the memory is whole, and the next stretch has room for the rest`()
    throws
  {
    let long = String(repeating: "x", count: 700_000)
    let text = "a\n\(long)\nb\n" + String(repeating: "\(long.prefix(5000))\n", count: 200)
    let found = try stretches(Array(text.utf8), chunk: 300_001, limit: 16 << 20)
    #expect(found == (try streamed(Array(text.utf8), limit: 16 << 20)))
  }

  @Test func `behind a long line no more lines come at once than usual`() throws {
    let text =
      String(repeating: "x", count: 3 << 20) + "\n" + String(repeating: "1\n", count: 1 << 18)
    var reader = LineStretch.Reader(MemorySource(Array(text.utf8)), limit: 16 << 20)
    let memory = LineStretch()
    var most = 0
    while try reader.read(into: memory) {
      var count = 0
      memory.forEachLine(limit: 16 << 20) { _, _ in count += 1 }
      most = max(most, count)
    }
    #expect(most < 140_000)
  }

  /// A source of lines that ends with an error.
  private struct Failing: ByteSource {
    struct Broken: Error {}
    var left: Int

    mutating func read(into buffer: UnsafeMutableRawBufferPointer) throws -> Int {
      if left == 0 { throw Broken() }
      let count = min(buffer.count, left, 1000)
      buffer[..<count].copyBytes(from: [UInt8](repeating: 0x0A, count: count))
      left -= count
      return count
    }
  }

  @Test(arguments: [1, 2, 7])
  func `an error ends all threads, whoever meets it`(jobs: Int) throws {
    struct Enough: Error {}
    func count(_ left: Int, until limit: Int) throws -> Int {
      var lines = 0
      try ParallelLineReader.read(
        Failing(left: left), limit: 1000, jobs: jobs, into: &lines, { 0 },
        look: { found, stretch in
          found = 0
          stretch.forEachLine(limit: 1000) { _, _ in found += 1 }
        },
        note: { lines, found in
          lines += found
          if lines > limit { throw Enough() }
        })
      return lines
    }
    #expect(throws: Failing.Broken.self) { try count(8 << 18, until: .max) }
    #expect(throws: Enough.self) { try count(8 << 18, until: 1 << 18) }
  }
}
