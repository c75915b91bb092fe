import Encoding

/// Hashes the folded form of a word, for lookup in `DateLexicon`: lower case, without apostrophes, and with `ae`, `oe`,
/// `ue` and `ss` for `ä`, `ö`, `ü` and `ß`.
///
/// Only the 64-bit hash (FNV-1a) is kept. No two words of a lexicon share a hash. A chance collision with a word of a
/// text is practically impossible. A deliberate collision only makes a word read as another word, which its author
/// could have written anyway.
struct WordFolding {
  private(set) var hash = FNV1a.start
  private(set) var length = 0

  /// Adds an ASCII letter.
  @inline(__always)
  mutating func add(_ byte: UInt8) {
    let isCapital = byte >= UInt8(ascii: "A") && byte <= UInt8(ascii: "Z")
    append(isCapital ? byte | 0x20 : byte)
  }

  /// Adds a character beyond ASCII.
  mutating func add(wide bytes: UnsafeBufferPointer<UInt8>) {
    if bytes.count == 2, bytes[0] == 0xC3 {
      switch bytes[1] {
      case 0x84, 0xA4: return append("ae")
      case 0x96, 0xB6: return append("oe")
      case 0x9C, 0xBC: return append("ue")
      case 0x9F: return append("ss")
      case 0x80..<0x9F:
        append(0xC3)
        return append(bytes[1] | 0x20)
      default: break
      }
    }
    // A combining diaeresis after its vowel.
    if bytes.count == 2, bytes[0] == 0xCC, bytes[1] == 0x88 { return append("e") }
    for byte in bytes { append(byte) }
  }

  @inline(__always)
  private mutating func append(_ byte: UInt8) {
    hash = FNV1a.adding(byte, to: hash)
    length += 1
  }

  private mutating func append(_ text: StaticString) {
    text.withUTF8Buffer { for byte in $0 { append(byte) } }
  }

  /// Folds a word of a language file.
  init(_ word: some StringProtocol) {
    for scalar in word.unicodeScalars where scalar != "'" {
      let bytes = Array(String(scalar).utf8)
      if bytes.count == 1 { add(bytes[0]) } else { bytes.withUnsafeBufferPointer { add(wide: $0) } }
    }
  }

  init() {}
}
