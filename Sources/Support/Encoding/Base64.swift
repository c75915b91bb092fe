/// Encodes and decodes bytes and 64-bit numbers in base64 with padding (RFC 4648, section 4).
///
/// Decoding is strict. It requires the alphabet with `+` and `/`, and padding to a multiple of four characters. Unused
/// bits must be zero (RFC 4648, section 3.5).
public enum Base64 {
  /// Encodes bytes, with four characters for every three bytes or part of them.
  public static func string(_ bytes: some Collection<UInt8>) -> String {
    var text: [UInt8] = []
    append(bytes, to: &text)
    return String(decoding: text, as: UTF8.self)
  }

  /// Appends the encoded bytes as ASCII.
  @inlinable
  public static func append(_ bytes: some Collection<UInt8>, to text: inout [UInt8]) {
    bytes.withContiguousBytes { append($0, to: &text) }
  }

  /// Appends the encoded bytes as ASCII.
  public static func append(_ bytes: UnsafeRawBufferPointer, to text: inout [UInt8]) {
    let count = (bytes.count + 2) / 3 * 4
    text.append(addingCapacity: count) { output in
      output.withUnsafeMutableBufferPointer { buffer, initialized in
        guard let target = buffer.baseAddress else { return }
        encode(bytes, into: target + initialized)
        initialized += count
      }
    }
  }

  /// Appends encoded 64-bit numbers, each as eight little-endian bytes.
  public static func append(words: [UInt64], to text: inout [UInt8]) {
    #if _endian(big)
      words.map(\.byteSwapped).withUnsafeBytes { append($0, to: &text) }
    #else
      words.withUnsafeBytes { append($0, to: &text) }
    #endif
  }

  /// Decodes a text; nil if it is not strictly base64.
  public static func decode(_ text: some Collection<UInt8>) -> [UInt8]? {
    text.withContiguousBytes { text in
      guard let count = decodedCount(of: text) else { return nil }
      var valid = false
      let bytes = [UInt8](unsafeUninitializedCapacity: count) { buffer, initialized in
        valid = decode(text, into: UnsafeMutableRawBufferPointer(buffer))
        initialized = valid ? count : 0
      }
      return valid ? bytes : nil
    }
  }

  /// Decodes 64-bit numbers; nil if the text is not strictly base64, or does not decode to a multiple of eight bytes.
  public static func words(_ text: some Collection<UInt8>) -> [UInt64]? {
    text.withContiguousBytes { text in
      guard let count = decodedCount(of: text), count % 8 == 0 else { return nil }
      var valid = false
      let words = [UInt64](unsafeUninitializedCapacity: count / 8) { buffer, initialized in
        let room = UnsafeMutableRawBufferPointer(buffer)
        valid = decode(text, into: UnsafeMutableRawBufferPointer(rebasing: room.prefix(count)))
        initialized = valid ? count / 8 : 0
      }
      guard valid else { return nil }
      #if _endian(big)
        return words.map(\.byteSwapped)
      #else
        return words
      #endif
    }
  }

  private static func encode(
    _ bytes: UnsafeRawBufferPointer, into target: UnsafeMutablePointer<UInt8>
  ) {
    let pairs = Base64Tables.shared.pairs
    var target = UnsafeMutableRawPointer(target)
    var offset = 0
    func store(_ group: UInt32) {
      target.storeBytes(of: pairs[Int(group >> 12)], as: UInt16.self)
      (target + 2).storeBytes(of: pairs[Int(group & 0xfff)], as: UInt16.self)
      target += 4
    }
    // Eight bytes are loaded but only six are used, so the next loop handles the last ones.
    while offset + 8 <= bytes.count {
      let word = UInt64(bigEndian: bytes.loadUnaligned(fromByteOffset: offset, as: UInt64.self))
      store(UInt32(truncatingIfNeeded: word >> 40))
      store(UInt32(truncatingIfNeeded: word >> 16) & 0xff_ffff)
      offset += 6
    }
    while offset < bytes.count {
      var group = UInt32(bytes[offset]) << 16
      if offset + 1 < bytes.count { group |= UInt32(bytes[offset + 1]) << 8 }
      if offset + 2 < bytes.count { group |= UInt32(bytes[offset + 2]) }
      store(group)
      offset += 3
    }
    let padding = UInt8(ascii: "=")
    if offset > bytes.count { (target - 1).storeBytes(of: padding, as: UInt8.self) }
    if offset > bytes.count + 1 { (target - 2).storeBytes(of: padding, as: UInt8.self) }
  }

  /// Returns the number of decoded bytes, from length and padding; nil if the length is invalid.
  private static func decodedCount(of text: UnsafeRawBufferPointer) -> Int? {
    guard text.count % 4 == 0 else { return nil }
    guard text.count > 0 else { return 0 }
    let padding = UInt8(ascii: "=")
    let missing =
      text[text.count - 1] != padding ? 0 : text[text.count - 2] != padding ? 1 : 2
    return text.count / 4 * 3 - missing
  }

  /// Decodes into `target`, which must have exactly `decodedCount` bytes. Returns false if the text is invalid;
  /// `target` may then be partly written.
  private static func decode(
    _ text: UnsafeRawBufferPointer, into target: UnsafeMutableRawBufferPointer
  ) -> Bool {
    guard !text.isEmpty else { return true }
    let values = Base64Tables.shared.values
    var faults: UInt32 = 0
    var offset = 0
    var written = 0
    // Each step stores four bytes, of which three count. The last group may be padded and is handled below. It has at
    // least one byte, so there is space for the fourth.
    while offset + 4 < text.count {
      let word =
        values[Int(text[offset])] | values[256 + Int(text[offset + 1])]
        | values[512 + Int(text[offset + 2])] | values[768 + Int(text[offset + 3])]
      faults |= word
      target.storeBytes(of: (word << 8).bigEndian, toByteOffset: written, as: UInt32.self)
      offset += 4
      written += 3
    }
    let missing = text.count / 4 * 3 - target.count
    var word: UInt32 = 0
    for place in 0..<4 - missing { word |= values[place * 256 + Int(text[offset + place])] }
    // The unused bits must be zero.
    guard (faults | word) & Base64Tables.fault == 0, word & (1 << UInt32(8 * missing) - 1) == 0
    else { return false }
    for index in 0..<3 - missing {
      target[written + index] = UInt8(truncatingIfNeeded: word >> UInt32(16 - 8 * index))
    }
    return true
  }
}
