import Encoding
import TestSupport
import Testing

@Suite struct StructureSkipperTests {
  /// A value of random shape with many quotes, backslashes and brackets inside strings.
  static func randomText(_ random: inout SeededRandom, depth: Int) -> String {
    let kinds = depth > 0 ? 6 : 4
    switch Int.random(in: 0..<kinds, using: &random) {
    case 0: return "\(Int.random(in: -99...99, using: &random))"
    case 1: return "true"
    case 2, 3:
      let pieces = ["\\\\", "\\\"", "[", "]", "{", "}", "a", "\\\\\\\\", "\\n", "é", ",", "    "]
      let count = Int.random(in: 0...40, using: &random)
      return "\"" + (0..<count).map { _ in pieces.randomElement(using: &random) ?? "" }.joined()
        + "\""
    case 4:
      let count = Int.random(in: 0...5, using: &random)
      return "["
        + (0..<count).map { _ in randomText(&random, depth: depth - 1) }
        .joined(separator: ", ") + "]"
    default:
      let count = Int.random(in: 0...5, using: &random)
      return "{"
        + (0..<count).map { "\"k\($0)\\\\\": " + randomText(&random, depth: depth - 1) }
        .joined(separator: ",\n") + "}"
    }
  }

  @Test func `a skipped value ends where the reader says it ends`() throws {
    var random = SeededRandom(seed: 1)
    for _ in 0..<2000 {
      let text = Self.randomText(&random, depth: 4)
      let bytes = Array((text + " 17").utf8)
      try bytes.withUnsafeBufferPointer { buffer in
        var reader = JSONReader(buffer)
        try reader.skipValue()
        #expect(reader.position == text.utf8.count, "\(text)")
        #expect(try reader.readInt() == 17)
      }
    }
  }

  @Test func `a value is skipped alike however the source hands it out`() throws {
    var random = SeededRandom(seed: 2)
    for round in 0..<500 {
      let inner = Self.randomText(&random, depth: 3)
      let bytes = Array("[\(inner),17]".utf8)
      let chunk = Int.random(in: 1...70, using: &random)
      var stream = try JSONStream(MemorySource(bytes, chunk: chunk))
      try stream.beginArray()
      #expect(try stream.nextElement())
      try stream.skipValue()
      #expect(try stream.nextElement())
      let number = try stream.value { reader throws(JSONError) in try reader.readInt() }
      #expect(number == 17, "round \(round): \(inner)")
      #expect(try !stream.nextElement())
      try stream.finish()
    }
  }
}
