/// The part of a `ByteSource` that a parser holds in memory. It moves forward and grows up to a limit.
final class ByteWindow {
  /// The bytes in memory that are not consumed yet.
  var bytes: UnsafeBufferPointer<UInt8> {
    UnsafeBufferPointer(start: storage + start, count: count)
  }
  /// The offset of the first of those bytes in the source.
  private(set) var offset = 0
  /// Whether the source has ended.
  private(set) var isAtEnd = false

  private var source: any ByteSource
  private var storage: UnsafeMutablePointer<UInt8>
  private var capacity: Int
  private var start = 0
  private var count = 0
  private let limit: Int

  /// Creates an empty window with room for at most `limit` bytes.
  init(_ source: any ByteSource, capacity: Int, limit: Int) {
    self.source = source
    self.capacity = min(capacity, limit)
    self.limit = limit
    storage = .allocate(capacity: self.capacity)
  }

  deinit { storage.deallocate() }

  /// Consumes bytes from the front.
  func take(_ taken: Int) {
    start += taken
    count -= taken
    offset += taken
  }

  /// Reads more bytes at the end. Returns false if the source has ended or the window is full.
  func extend() throws -> Bool {
    if isAtEnd { return false }
    if start + count == capacity { makeRoom() }
    let room = UnsafeMutableRawBufferPointer(
      start: storage + start + count, count: capacity - start - count)
    guard room.count > 0 else { return false }
    let added = try source.read(into: room)
    count += added
    isAtEnd = added == 0
    return added > 0
  }

  private func makeRoom() {
    // Moving is worthwhile if it frees half of the room. Otherwise the room doubles.
    if start < capacity / 2, capacity < limit {
      capacity = min(capacity * 2, limit)
      let larger = UnsafeMutablePointer<UInt8>.allocate(capacity: capacity)
      larger.update(from: storage + start, count: count)
      storage.deallocate()
      storage = larger
    } else if start > 0 {
      storage.update(from: storage + start, count: count)
    }
    start = 0
  }
}
