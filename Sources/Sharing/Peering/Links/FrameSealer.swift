import Crypto

/// Encrypts texts into frames for one direction of a `PeerConnection`. Others cannot read frames, and cannot change,
/// drop, repeat or reorder them unnoticed. `FrameOpener` decrypts them.
struct FrameSealer {
  private let key: ChaCha20Poly1305
  private var counter: UInt64 = 0

  /// The limit of a frame's content in bytes.
  static let longest = 1 << 20
  static let longestText = longest - ChaCha20Poly1305.tagBytes

  init(_ key: ChaCha20Poly1305) { self.key = key }

  /// Appends a frame with a text of at most `longestText` bytes.
  mutating func seal(_ text: [UInt8], to output: inout [UInt8]) {
    precondition(text.count <= Self.longestText)
    let header = FrameReader.header(text.count + ChaCha20Poly1305.tagBytes)
    output += header
    let start = output.count
    output += text
    key.seal(&output, from: start, nonce: .init(counter: counter), additional: header)
    counter += 1
  }
}

/// Decrypts the frames of one direction, in the order in which they were sealed.
struct FrameOpener {
  private let key: ChaCha20Poly1305
  private var counter: UInt64 = 0

  init(_ key: ChaCha20Poly1305) { self.key = key }

  /// Decrypts a frame in place. Returns false, and leaves the bytes unchanged, unless it is the next frame.
  mutating func open(_ frame: inout [UInt8]) -> Bool {
    let header = FrameReader.header(frame.count)
    guard key.open(&frame, nonce: .init(counter: counter), additional: header) else { return false }
    counter += 1
    return true
  }
}
