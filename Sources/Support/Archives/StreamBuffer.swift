/// Buffers a `ByteStream`, so that archive parsers can look at the next bytes before they consume them.
/// Below: `HeapBytes`, memory that is freed with its owner.
struct StreamBuffer<Input: ByteStream & ~Copyable>: ~Copyable {
  /// The number of bytes consumed so far, without those that `jump(over:)` passed beyond the buffer.
  private(set) var consumed = 0
  private var input: Input
  private let memory: HeapBytes
  /// The range of `memory` that has been read but not consumed.
  private var held = 0..<0
  private var inputEnded = false

  /// Makes a buffer for `capacity` bytes, at least 1.
  init(_ input: consuming Input, capacity: Int) {
    self.input = input
    memory = HeapBytes(count: capacity)
  }

  private var storage: UnsafeMutableRawBufferPointer { memory.bytes }

  /// The buffered bytes. The pointer is valid until the next mutating call.
  var bytes: UnsafeRawBufferPointer { UnsafeRawBufferPointer(storage).part(held) }

  /// Drops `count` bytes from the front; they must be buffered.
  mutating func consume(_ count: Int) {
    held = held.lowerBound + count..<held.upperBound
    consumed += count
  }

  /// Buffers at least `count` bytes, which must fit the capacity.
  ///
  /// Returns false if the stream has fewer bytes left. They are then buffered.
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

  /// Drops bytes, at least one, until one of the little-endian `words` comes next, or until the end.
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

  /// Moves bytes to the caller's buffer and returns how many; 0 at the end.
  ///
  /// Reads straight from the stream if nothing is buffered.
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
  /// The offset in the source of the first buffered byte.
  var position: Int { input.offset - held.count }

  /// Skips `count` bytes, or to the end of the source.
  mutating func jump(over count: Int) {
    guard count > held.count else { return consume(count) }
    let (place, overflow) = position.addingReportingOverflow(count)
    held = 0..<0
    input.move(to: overflow ? input.end : place, end: input.end)
  }

  /// Makes the stream end after `count` more bytes, or at the end of the source if that comes first.
  mutating func cut(after count: Int) {
    let start = position
    held = held.lowerBound..<held.lowerBound + min(held.count, count)
    let (end, overflow) = start.addingReportingOverflow(count)
    input.move(to: start + held.count, end: overflow ? input.end : min(end, input.end))
    inputEnded = false
  }
}

// Only the single owner can reach the memory.
extension StreamBuffer: @unchecked Sendable where Input: Sendable, Input: ~Copyable {}

/// The memory of a buffer, freed with its owner.
///
/// It is a class because of a bug in Swift 6.3: the optimiser drops the `deinit` of a generic noncopyable struct that
/// another module releases. A class in that struct is released correctly.
final class HeapBytes {
  let bytes: UnsafeMutableRawBufferPointer

  init(count: Int) {
    bytes = .allocate(byteCount: count, alignment: 16)
  }

  deinit { bytes.deallocate() }
}
