import System

/// Parses key presses from a terminal's bytes. A key may arrive in several parts.
struct KeyReader: Sendable {
  private var bytes: [UInt8] = []
  private var isPasting = false

  /// The sequences that mark pasted text (bracketed paste).
  private static let pasteBegin = Array("\u{1B}[200~".utf8)
  private static let pasteEnd = Array("\u{1B}[201~".utf8)

  /// Maximum bytes of a key's sequence.
  private static let longestSequence = 32

  /// Whether a key has arrived in part. If nothing follows soon, it was the escape key.
  var isWaiting: Bool { !bytes.isEmpty && !isPasting }

  /// Adds bytes. Returns the complete keys.
  mutating func keys(_ new: some Sequence<UInt8>) -> [ReviewKey] {
    bytes += new
    var keys: [ReviewKey] = []
    while let (key, length) = isPasting ? nextPasted() : next() {
      let whole = Array(bytes.prefix(length))
      bytes.removeFirst(length)
      switch whole {
      case Self.pasteBegin: isPasting = true
      case Self.pasteEnd: isPasting = false
      default: if let key { keys.append(key) }
      }
    }
    return keys
  }

  /// Ends the input. Returns the escape key if it was pending.
  mutating func finish() -> [ReviewKey] {
    defer { bytes = [] }
    return bytes.first == 0x1B ? [.escape] : []
  }

  /// Returns the first key and its length; nil if it is incomplete. The key is nil for bytes that are not a key.
  private func next() -> (key: ReviewKey?, length: Int)? {
    guard let first = bytes.first else { return nil }
    switch first {
    case 0x1B: return sequence()
    case 0x0D, 0x0A: return (.enter, 1)
    case 0x7F, 0x08: return (.erase, 1)
    case 0x15: return (.eraseLine, 1)
    case 0x17: return (.eraseWord, 1)
    case 0x04: return (.end, 1)
    case ..<0x20: return (.other, 1)
    case ..<0x80: return (.character(Character(Unicode.Scalar(first))), 1)
    default: return character(first)
    }
  }

  /// Returns the first key of pasted text and its length; nil if it is incomplete. Line breaks become spaces.
  private func nextPasted() -> (key: ReviewKey?, length: Int)? {
    guard let first = bytes.first else { return nil }
    if first == 0x1B {
      if bytes.starts(with: Self.pasteEnd) { return (nil, Self.pasteEnd.count) }
      return Self.pasteEnd.starts(with: bytes) ? nil : (nil, 1)
    }
    switch next() {
    case nil: return nil
    case (.character(let character), let length)?: return (.pasted(character), length)
    case (_, let length)?: return ([0x09, 0x0A, 0x0D].contains(first) ? .pasted(" ") : nil, length)
    }
  }

  private func sequence() -> (key: ReviewKey?, length: Int)? {
    guard bytes.count > 1 else { return nil }
    switch bytes[1] {
    case UInt8(ascii: "["):
      let end = bytes.dropFirst(2).firstIndex { (0x40...0x7E).contains($0) }
      if let end { return (.other, end + 1) }
      return bytes.count > Self.longestSequence ? (nil, bytes.count) : nil
    case UInt8(ascii: "O"): return bytes.count > 2 ? (.other, 3) : nil
    // A second escape, or a byte beyond ASCII, begins another key. Other bytes mean Alt and a key.
    case 0x1B, 0x80...: return (.escape, 1)
    default: return (.other, 2)
    }
  }

  private func character(_ first: UInt8) -> (key: ReviewKey?, length: Int)? {
    let length = first >= 0xF0 ? 4 : first >= 0xE0 ? 3 : first >= 0xC2 ? 2 : 1
    if length == 1 { return (nil, 1) }
    // An invalid continuation byte means that this is not a character.
    guard bytes.dropFirst().prefix(length - 1).allSatisfy({ $0 & 0xC0 == 0x80 }) else {
      return (nil, 1)
    }
    guard bytes.count >= length else { return nil }
    guard let text = String(validating: bytes.prefix(length), as: UTF8.self),
      let character = text.first
    else { return (nil, 1) }
    return (.character(character), length)
  }
}
