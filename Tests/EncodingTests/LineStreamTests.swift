import Encoding
import Testing

@Suite struct LineStreamTests {
  static func lines(_ text: String, chunk: Int, limit: Int = 1000) throws -> [String] {
    var stream = LineStream(MemorySource(Array(text.utf8), chunk: chunk), limit: limit)
    var lines: [String] = []
    while let line = try stream.next() {
      switch line {
      case .bytes(let bytes):
        lines.append("\(stream.lineOffset):\(String(decoding: bytes, as: UTF8.self))")
      case .tooLong: lines.append("\(stream.lineOffset):too long")
      }
      #expect(lines.count == stream.lineNumber)
    }
    return lines
  }

  @Test(arguments: [1, 2, 5, 17, 4096])
  func `lines end in LF or CRLF, the last one in nothing`(chunk: Int) throws {
    let lines = try Self.lines("one\r\ntwo\n\n\rfour\r\r\nlast", chunk: chunk)
    #expect(lines == ["0:one", "5:two", "9:", "10:\rfour\r", "18:last"])
  }

  @Test(arguments: [1, 3, 64, 4096])
  func `a line beyond the limit is passed over`(chunk: Int) throws {
    let long = String(repeating: "z", count: 300)
    let text = "a\n\(long)\nb\n\(long)"
    #expect(
      try Self.lines(text, chunk: chunk, limit: 100) == [
        "0:a", "2:too long", "303:b", "305:too long",
      ])
  }

  @Test(arguments: [10, 1 << 17 - 10, 1 << 17 + 10, 1 << 18 - 10])
  func `a last line that fills the memory to its end is whole`(length: Int) throws {
    let last = String((0..<length).map { Character(UnicodeScalar(UInt8(97 + $0 % 26))) })
    let first = String(repeating: "x", count: 1 << 18 - length - 1)
    let lines = try Self.lines("\(first)\n\(last)", chunk: .max, limit: 16 << 20)
    #expect(lines == ["0:\(first)", "\(first.utf8.count + 1):\(last)"])
  }

  @Test func `a line of exactly the limit is taken`() throws {
    let line = String(repeating: "z", count: 100)
    #expect(
      try Self.lines(line + "\n" + line, chunk: 9, limit: 100) == ["0:\(line)", "101:\(line)"])
  }

  @Test func `nothing has no lines`() throws {
    #expect(try Self.lines("", chunk: 1).isEmpty)
    #expect(try Self.lines("\n", chunk: 1) == ["0:"])
  }
}
