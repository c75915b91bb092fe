/// A stream's next bytes in memory, as many as its reader asks for.
struct StreamBuffer<Input: ByteStream & ~Copyable>: ~Copyable {
  /// Bytes taken from the front so far; those that were jumped over beyond the ones at hand are not counted.
  private(set) var consumed = 0
  private var input: Input
  private let memory: HeapBytes
  /// The bytes of `memory` that were read and not consumed.
  private var held = 0..<0
  private var inputEnded = false

  /// Makes a buffer with room for `capacity` bytes, at least 1.
  init(_ input: consuming Input, capacity: Int) {
    self.input = input
    memory = HeapBytes(count: capacity)
  }

  private var storage: UnsafeMutableRawBufferPointer { memory.bytes }

  /// The bytes at hand. The pointer is good until the next call that changes the buffer.
  var bytes: UnsafeRawBufferPointer { UnsafeRawBufferPointer(storage).part(held) }

  /// Drops bytes from the front, no more than are at hand.
  mutating func consume(_ count: Int) {
    held = held.lowerBound + count..<held.upperBound
    consumed += count
  }

  /// Has at least `count` bytes at hand, no more than the capacity; false where the stream ends
  /// before, with what is left of it at hand.
  mutating func require(_ count: Int) throws -> Bool {
    while held.count < count {
      guard !inputEnded else { return false }
      if held.isEmpty {
        held = 0..<0
      } else if storage.count - held.lowerBound < count {
        storage.copyMemory(from: bytes)
        held = 0..<held.count
      }
      let room = UnsafeMutableRawBufferPointer(rebasing: storage[held.upperBound...])
      let read = try input.read(into: room)
      inputEnded = read == 0
      held = held.lowerBound..<held.upperBound + read
    }
    return true
  }

  /// Drops at least one byte, and all before the next of some little-endian words or before the end.
  mutating func skip(to words: [UInt32]) throws {
    guard try require(1) else { return }
    consume(1)
    while try require(4) {
      let bytes = bytes
      var skipped = 0
      while skipped + 4 <= bytes.count {
        if words.contains(bytes.uint32(at: skipped)) { return consume(skipped) }
        skipped += 1
      }
      consume(skipped)
    }
    consume(held.count)
  }

  /// Moves bytes to the caller's buffer, past this one where it is empty; 0 at the end.
  mutating func read(into buffer: UnsafeMutableRawBufferPointer) throws -> Int {
    guard held.isEmpty else {
      let count = min(held.count, buffer.count)
      buffer.copyMemory(from: bytes.part(0..<count))
      consume(count)
      return count
    }
    let count = try input.read(into: buffer)
    consumed += count
    return count
  }
}

extension StreamBuffer where Input == SourceStream {
  /// The place in the source of the first byte at hand.
  var position: Int { input.offset - held.count }

  /// Goes on `count` bytes further, or at the end of the source.
  mutating func jump(over count: Int) {
    guard count > held.count else { return consume(count) }
    let (place, overflow) = position.addingReportingOverflow(count)
    held = 0..<0
    input.move(to: overflow ? input.end : place, end: input.end)
  }

  /// Ends `count` bytes further, unless the source does so before.
  mutating func cut(after count: Int) {
    let start = position
    held = held.lowerBound..<held.lowerBound + min(held.count, count)
    let (end, overflow) = start.addingReportingOverflow(count)
    input.move(to: start + held.count, end: overflow ? input.end : min(end, input.end))
    inputEnded = false
  }
}

// The one owner is the only one who can reach the memory.
extension StreamBuffer: @unchecked Sendable where Input: Sendable, Input: ~Copyable {}

/// Raw memory that lives as long as its owner.
///
/// A class, because Swift 6.3 drops the `deinit` of a generic noncopyable struct that another module
/// lets go of when it optimises; a class in such a struct is let go of as it should be.
final class HeapBytes {
  let bytes: UnsafeMutableRawBufferPointer

  init(count: Int) {
    bytes = .allocate(byteCount: count, alignment: 16)
  }

  deinit { bytes.deallocate() }
}
