import Encoding

/// A text normalised for finding quotations in it, and for comparing words. Quotation marks are removed.
///
/// White space becomes one space, and letters lose case and accents. A dash becomes a hyphen without surrounding
/// spaces. Invisible characters are removed. Every normalised byte records its origin.
package struct NormalisedText: Sendable {
  package private(set) var bytes: [UInt8] = []
  /// For each normalised byte, the offset of its character in the text.
  private var origins: [Int32] = []
  private let text: [UInt8]

  package init(_ text: String) {
    self.text = Array(text.utf8)
    bytes.reserveCapacity(self.text.count)
    origins.reserveCapacity(self.text.count)
    normalise()
  }

  private mutating func normalise() {
    var index = 0
    // A space is written only when a character follows that it separates.
    var space = -1
    var afterDash = true
    while index < text.count {
      let origin = index
      let byte = text[index]
      let kind: Kind
      if byte < 0x80 {
        index += 1
        kind = Kind(ascii: byte)
      } else {
        let (scalar, length) = Self.scalar(text, at: index)
        index += length
        kind = Kind(scalar)
      }
      switch kind {
      case .nothing: break
      case .space: if space < 0 { space = origin }
      case .dash:
        space = -1
        append(UInt8(ascii: "-"), origin)
        afterDash = true
      case .dots:
        if space >= 0, !afterDash { append(0x20, space) }
        for _ in 0..<3 { append(UInt8(ascii: "."), origin) }
        (space, afterDash) = (-1, false)
      case .plain(let byte):
        if space >= 0, !afterDash { append(0x20, space) }
        append(byte, origin)
        (space, afterDash) = (-1, false)
      case .letter(let letter):
        if space >= 0, !afterDash { append(0x20, space) }
        for byte in String(letter).utf8 { append(byte, origin) }
        (space, afterDash) = (-1, false)
      case .other(let scalar):
        if space >= 0, !afterDash { append(0x20, space) }
        for byte in Self.small(scalar).utf8 { append(byte, origin) }
        (space, afterDash) = (-1, false)
      }
    }
  }

  private mutating func append(_ byte: UInt8, _ origin: Int) {
    bytes.append(byte)
    origins.append(Int32(truncatingIfNeeded: origin))
  }

  private static func small(_ scalar: Unicode.Scalar) -> String {
    // Scripts from here on have no case.
    scalar.value >= 0x2E80 ? String(scalar) : scalar.properties.lowercaseMapping
  }

  private static func scalar(_ text: [UInt8], at index: Int) -> (Unicode.Scalar, Int) {
    let lead = text[index]
    let length = lead >= 0xF0 ? 4 : lead >= 0xE0 ? 3 : 2
    var value = UInt32(lead) & (0x7F >> UInt32(length))
    for offset in 1..<length where index + offset < text.count {
      value = value << 6 | UInt32(text[index + offset] & 0x3F)
    }
    return (Unicode.Scalar(value) ?? "\u{FFFD}", length)
  }

  /// The normalised form of a character.
  private enum Kind {
    case nothing, space, dash, dots
    case plain(UInt8)
    /// In lower case, without an accent.
    case letter(Unicode.Scalar)
    case other(Unicode.Scalar)

    @inline(__always)
    init(ascii byte: UInt8) {
      switch byte {
      case 0x09...0x0D, 0x20: self = .space
      case UInt8(ascii: "\""), UInt8(ascii: "'"), UInt8(ascii: "`"), 0..<0x09, 0x0E..<0x20, 0x7F:
        self = .nothing
      case UInt8(ascii: "-"): self = .dash
      case UInt8(ascii: "A")...UInt8(ascii: "Z"): self = .plain(byte | 0x20)
      default: self = .plain(byte)
      }
    }

    init(_ scalar: Unicode.Scalar) {
      if let letter = PlainLetter.of(scalar) {
        self = letter.isASCII ? .plain(UInt8(truncatingIfNeeded: letter.value)) : .letter(letter)
        return
      }
      switch scalar.value {
      // Quotes and primes.
      case 0xAB, 0xBB, 0xB4, 0x2018...0x201F, 0x2032, 0x2033, 0x2039, 0x203A, 0x300C...0x300F,
        0xFF02, 0xFF07:
        self = .nothing
      case 0x2010...0x2015, 0x2212, 0xFE58, 0xFE63, 0xFF0D: self = .dash
      case 0x2026: self = .dots
      // Most East Asian characters.
      case 0x3400...0xDFFF: self = .other(scalar)
      default:
        if PlainLetter.isSpace(scalar) {
          self = .space
        } else {
          self = PlainLetter.isNothing(scalar) ? .nothing : .other(scalar)
        }
      }
    }
  }

  // MARK: - Finding

  /// The normalised range of `wanted`, itself normalised, at or after a normalised offset; nil if it is absent.
  ///
  /// Short words must stand alone: "a" does not match every word that contains an a.
  package func find(_ wanted: ArraySlice<UInt8>, from start: Int = 0) -> Range<Int>? {
    let isShort = wanted.count < 8
    var index = start
    while let found = place(of: wanted, from: index) {
      let range = found..<found + wanted.count
      if !isShort || Self.standsAlone(bytes, range) { return range }
      index = found + 1
    }
    return nil
  }

  /// The normalised ranges of `wanted`, each as `find` finds it.
  package func places(of wanted: NormalisedText) -> some Sequence<Range<Int>> {
    sequence(state: 0) { start in
      let range = find(wanted.bytes[...], from: start)
      start = (range?.lowerBound ?? 0) + 1
      return range
    }
  }

  /// Returns whether a normalised name stands alone in the text: "christiane" does not contain "christian".
  package func holds(name: ArraySlice<UInt8>) -> Bool {
    var index = 0
    while let found = place(of: name, from: index) {
      if Self.standsAlone(bytes, found..<found + name.count) { return true }
      index = found + 1
    }
    return false
  }

  /// Returns whether the text contains normalised words, even inside other words.
  package func contains(_ wanted: [UInt8]) -> Bool { place(of: wanted[...], from: 0) != nil }

  /// The offset of bytes at or after a place; nil if they are absent or empty.
  private func place(of wanted: ArraySlice<UInt8>, from start: Int) -> Int? {
    wanted.isEmpty || start > bytes.count ? nil : bytes[start...].firstPlace(of: wanted)?.lowerBound
  }

  private static func standsAlone(_ bytes: [UInt8], _ range: Range<Int>) -> Bool {
    if range.lowerBound > 0, isWordByte(bytes[range.lowerBound]),
      isWordByte(bytes[range.lowerBound - 1])
    {
      return false
    }
    return range.upperBound >= bytes.count || !isWordByte(bytes[range.upperBound - 1])
      || !isWordByte(bytes[range.upperBound])
  }

  @inline(__always)
  package static func isWordByte(_ byte: UInt8) -> Bool {
    byte &- UInt8(ascii: "0") < 10 || byte &- UInt8(ascii: "a") < 26
  }

  /// The words in normalised bytes, without the punctuation between them.
  package static func words(of bytes: some Collection<UInt8>) -> [String] {
    bytes.split { !isWordByte($0) && $0 < 0x80 }.map { String(decoding: $0, as: UTF8.self) }
  }

  /// The bytes of each word.
  package var runs: [ArraySlice<UInt8>] { bytes.split { !Self.isWordByte($0) && $0 < 0x80 } }

  /// The bytes of the original text before a normalised range.
  package func original(before range: Range<Int>) -> ArraySlice<UInt8> {
    text[..<Int(origins[range.lowerBound])]
  }

  /// The original character of a normalised byte.
  package func character(at index: Int) -> Unicode.Scalar {
    let place = Int(origins[index])
    return text[place] < 0x80 ? Unicode.Scalar(text[place]) : Self.scalar(text, at: place).0
  }

  /// The original text of a normalised range.
  package func original(_ range: Range<Int>) -> String {
    String(decoding: originalBytes(range), as: UTF8.self)
  }

  /// The original text of a normalised range as UTF-8.
  package func originalBytes(_ range: Range<Int>) -> ArraySlice<UInt8> {
    guard let last = range.last else { return [] }
    let start = Int(origins[range.lowerBound])
    var end = Int(origins[last]) + 1
    while end < text.count, text[end] & 0xC0 == 0x80 { end += 1 }
    return text[start..<end]
  }
}
