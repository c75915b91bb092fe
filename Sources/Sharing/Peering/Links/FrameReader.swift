/// Splits the received bytes of a `PeerConnection` into frames: four bytes of length, big-endian, and then the content.
/// `FrameOpener` decrypts them. `header` returns the four bytes of a length.
struct FrameReader {
  /// The limit of a frame's content in bytes.
  var limit: Int
  private var bytes: [UInt8] = []
  private var start = 0

  /// The next frame, or why there is none.
  enum Next: Hashable {
    case frame([UInt8])
    case nothing
    /// A frame is longer than the limit; it is not kept.
    case tooLong
  }

  static let headerBytes = 4

  init(limit: Int) { self.limit = limit }

  mutating func append(_ more: UnsafeRawBufferPointer) {
    if start > 0 {
      bytes.removeFirst(start)
      start = 0
    }
    bytes += more
  }

  mutating func next() -> Next {
    guard bytes.count - start >= Self.headerBytes else { return .nothing }
    let count = bytes[start..<start + Self.headerBytes].reduce(0) { $0 << 8 | Int($1) }
    guard count <= limit else { return .tooLong }
    let end = start + Self.headerBytes + count
    guard end <= bytes.count else { return .nothing }
    defer { start = end }
    return .frame(Array(bytes[end - count..<end]))
  }

  static func header(_ count: Int) -> [UInt8] {
    withUnsafeBytes(of: UInt32(count).bigEndian) { Array($0) }
  }
}
