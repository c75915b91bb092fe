import Crypto

/// Seals texts into frames, each with the next number of one direction, so that none can be read, changed, left out,
/// repeated or moved.
struct FrameSealer {
  private let key: ChaCha20Poly1305
  private var counter: UInt64 = 0

  /// Bytes that a frame has at most behind its length.
  static let longest = 1 << 20
  static let longestText = longest - ChaCha20Poly1305.tagBytes

  init(_ key: ChaCha20Poly1305) { self.key = key }

  /// Appends a frame with a text, which is not too long.
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

/// Opens the frames of one direction, in the order in which they were sealed.
struct FrameOpener {
  private let key: ChaCha20Poly1305
  private var counter: UInt64 = 0

  init(_ key: ChaCha20Poly1305) { self.key = key }

  /// Opens a frame where it is; false, leaving it as it was, for any but the next one.
  mutating func open(_ frame: inout [UInt8]) -> Bool {
    let header = FrameReader.header(frame.count)
    guard key.open(&frame, nonce: .init(counter: counter), additional: header) else { return false }
    counter += 1
    return true
  }
}
