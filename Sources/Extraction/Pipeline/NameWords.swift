import Digests

/// The words of a text as names are made of them: letters, digits, `_` and `-`.
struct NameWords {
  private let text: UnsafeBufferPointer<UInt8>
  private var index: Int

  init(_ text: UnsafeBufferPointer<UInt8>, from index: Int = 0) {
    self.text = text
    self.index = index
  }

  mutating func next() -> Range<Int>? {
    while index < text.count, !isOfWord(index) { index += text[index] < 0x80 ? 1 : 3 }
    let start = index
    while index < text.count, isOfWord(index) { index += 1 }
    return index > start ? start..<index : nil
  }

  /// The next word that may be a name by how it is written: with a capital, in a script that may have none, or
  /// before what parts somebody who is spoken to from the rest. Those behind an `@` are left out.
  mutating func nextMarked() -> Range<Int>? {
    while index < text.count {
      if index + 8 <= text.count, hasNoMarks(index) {
        index += 8
        continue
      }
      let byte = text[index]
      let start = index
      if byte == UInt8(ascii: ",") || byte == UInt8(ascii: ":") {
        index += 1
        let word = self.word(endingAt: start)
        if word.count > 1, Self.isSmall(text[word.lowerBound]), !isCalled(word) { return word }
      } else if byte >= 0x80 || byte &- UInt8(ascii: "A") < 26 {
        // The word ahead, or a mark of three bytes.
        guard isOfWord(start), let word = next() else {
          index += 3
          continue
        }
        if begins(start), word.count > 1, !isCalled(word) { return word }
      } else {
        index += 1
      }
    }
    return nil
  }

  /// Whether eight bytes are small letters, or signs like those, and spaces, as most are.
  @inline(__always)
  private func hasNoMarks(_ index: Int) -> Bool {
    let bytes = UnsafeRawBufferPointer(text).loadUnaligned(fromByteOffset: index, as: UInt64.self)
    let ones: UInt64 = 0x0101_0101_0101_0101
    let small = bytes &>> 5 & bytes &>> 6
    // A zero byte gets a high bit; so may an exclamation mark behind a space, which is no sign, either.
    let others = bytes ^ (ones &* 0x20)
    let spaces = ((others &- ones) & ~others) &>> 7
    return bytes & (ones &* 0x80) == 0 && (small | spaces) & ones == ones
  }

  private static func isSmall(_ byte: UInt8) -> Bool { byte &- UInt8(ascii: "a") < 26 }

  private func word(endingAt end: Int) -> Range<Int> {
    var start = end
    while !begins(start) { start -= 1 }
    return start..<end
  }

  /// Whether no word goes on at a place.
  private func begins(_ index: Int) -> Bool {
    index == 0 || !isOfWord(index - 1)
      || index > 2 && text[index - 3] == 0xE2 && text[index - 2] == 0x80
  }

  private func isCalled(_ word: Range<Int>) -> Bool {
    word.lowerBound > 0 && text[word.lowerBound - 1] == UInt8(ascii: "@")
  }

  /// Letters beyond ASCII are; quotation marks, dashes and narrow spaces, of three bytes, are not.
  @inline(__always)
  private func isOfWord(_ index: Int) -> Bool {
    let byte = text[index]
    if Self.isSmall(byte | 0x20) { return true }
    if byte >= 0x80 {
      return byte != 0xE2 || index + 1 >= text.count || text[index + 1] != 0x80
    }
    return byte &- UInt8(ascii: "0") < 10 || byte == UInt8(ascii: "_") || byte == UInt8(ascii: "-")
  }

  /// The hash of a word, capitals of ASCII being as small letters.
  func hash(_ word: Range<Int>) -> UInt64 {
    FNV1a.hash(text[word].lazy.map { $0 &- UInt8(ascii: "A") < 26 ? $0 | 0x20 : $0 })
  }

  func hash(_ word: Range<Int>, _ next: Range<Int>) -> UInt64 { hash(word) ^ hash(next) &* 31 }
}
