import Encoding
import TestSupport
import Testing

@testable import Loading

@Suite struct PositionedReaderTests {
  /// Bytes in memory that count the bytes read.
  final class Memory: PositionedBytes {
    let bytes: [UInt8]
    private(set) var taken = 0

    init(_ bytes: [UInt8]) { self.bytes = bytes }

    func read(into buffer: UnsafeMutableRawBufferPointer, at offset: Int) -> Int {
      let count = max(0, min(buffer.count, bytes.count - offset, 5000))
      for index in 0..<count { buffer[index] = bytes[offset + index] }
      taken += count
      return count
    }
  }

  @Test(arguments: [1, 2, 7, 40, 400])
  func `records are read whole, and little of what lies between them`(step: Int) throws {
    var random = SeededRandom(seed: UInt64(step))
    var bytes: [UInt8] = []
    var places: [(offset: Int, text: String)] = []
    for number in 0..<2000 {
      // Some records are longer than a usual read.
      let length = number % 500 == 77 ? 300_000 : Int.random(in: 1...400, using: &random)
      let text = String(repeating: "\(number % 10)", count: length)
      places.append((bytes.count, text))
      bytes += Array("\"\(text)\"\n".utf8)
    }
    let memory = Memory(bytes)
    let reader = PositionedReader(memory, limit: 1 << 20)
    for start in 0..<min(step, 3) {
      for number in stride(from: start, to: places.count, by: step) {
        let (offset, text) = places[number]
        let read = try reader.value(at: offset, limits: .init()) { json throws(JSONError) in
          try json.readString()
        }
        #expect(read == text, "\(number)")
      }
    }
    if step == 1 { #expect(memory.taken < bytes.count * 3 / 2) }
    // Reading single records of a large file takes single reads.
    if step == 400 { #expect(memory.taken < 3 * (2_000_000 + 5 * 8192)) }
  }

  @Test func `records of forty mixed conversations are read for little more than their own bytes`()
    throws
  {
    var random = SeededRandom(seed: 40)
    var bytes: [UInt8] = []
    var places = [[Int]](repeating: [], count: 40)
    for number in 0..<12_000 {
      // At first each conversation is contiguous, which suits large reads.
      let conversation = number < 4000 ? number / 100 : Int.random(in: 0..<40, using: &random)
      places[conversation].append(bytes.count)
      let length = Int.random(in: 300...1300, using: &random)
      bytes += Array("\"\(String(repeating: "x", count: length))\"\n".utf8)
    }
    let memory = Memory(bytes)
    for conversation in places {
      let reader = PositionedReader(memory, limit: 1 << 20)
      for offset in conversation {
        _ = try reader.value(at: offset, limits: .init()) { json throws(JSONError) in
          try json.readString()
        }
      }
    }
    #expect(memory.taken < bytes.count * 5 / 2)
  }
}
