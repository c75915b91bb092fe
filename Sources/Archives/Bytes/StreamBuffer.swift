/// A stream's next bytes in memory, as many as its reader asks for.
struct StreamBuffer<Input: ByteStream & ~Copyable>: ~Copyable {
  /// Bytes taken from the front so far; those dropped by `restart` are not counted.
  private(set) var consumed = 0
  private var input: Input
  private let storage: UnsafeMutableRawBufferPointer
  /// The bytes of `storage` that were read and not consumed.
  private var held: Range<Int>
  private var inputEnded = false

  /// Makes a buffer with room for `capacity` bytes, at least 1.
  init(_ input: consuming Input, capacity: Int) {
    self.input = input
    storage = .allocate(byteCount: capacity, alignment: 16)
    held = 0..<0
  }

  deinit { storage.deallocate() }

  /// The bytes at hand. The pointer is good until the next call that changes the buffer.
  var bytes: UnsafeRawBufferPointer {
    UnsafeRawBufferPointer(rebasing: UnsafeRawBufferPointer(storage)[held])
  }

  /// Drops bytes from the front, no more than are at hand.
  mutating func consume(_ count: Int) {
    held = held.lowerBound + count..<held.upperBound
    consumed += count
  }

  /// Goes on with another stream behind the first `kept` of the bytes at hand, and drops the others,
  /// which `consumed` does not count.
  mutating func restart(_ input: consuming Input, keeping kept: Int = 0) {
    self.input = input
    held = held.lowerBound..<held.lowerBound + kept
    inputEnded = false
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

  /// Moves bytes to the caller's buffer, past this one where it is empty; 0 at the end.
  mutating func read(into buffer: UnsafeMutableRawBufferPointer) throws -> Int {
    guard held.isEmpty else {
      let count = min(held.count, buffer.count)
      buffer.copyMemory(from: UnsafeRawBufferPointer(rebasing: bytes.prefix(count)))
      consume(count)
      return count
    }
    let count = try input.read(into: buffer)
    consumed += count
    return count
  }
}

// The one owner is the only one who can reach the storage.
extension StreamBuffer: @unchecked Sendable where Input: Sendable, Input: ~Copyable {}
