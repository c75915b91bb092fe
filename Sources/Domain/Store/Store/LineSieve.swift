/// Looks for texts in the line of an item before it is understood, which takes ten times as long.
///
/// It goes by what stands in a line just as it does in a text, in whatever release it was written: ASCII, large and small
/// letters alike, without what a line escapes and what other characters are equal to.
struct LineSieve: Sendable {
  /// In small letters; what is looked for of each text.
  private let needles: [[UInt8]]

  init(_ texts: [String]) {
    needles = texts.compactMap { Self.longestRun(of: Array($0.utf8)) }
  }

  /// Whether the item of a line may have the texts.
  func mayHold(_ line: UnsafeBufferPointer<UInt8>) -> Bool {
    needles.allSatisfy { Self.holds(line, $0) }
  }

  private static func longestRun(of text: [UInt8]) -> [UInt8]? {
    var longest: ArraySlice<UInt8> = []
    var start = 0
    for index in 0...text.count where index == text.count || !isPlain(text[index]) {
      var run = text[start..<index]
      // With an accent that follows, it is another character.
      if index < text.count, text[index] >= 0x80 { run = run.dropLast() }
      if run.count > longest.count { longest = run }
      start = index + 1
    }
    return longest.isEmpty ? nil : longest.map(lowered)
  }

  private static func holds(_ line: UnsafeBufferPointer<UInt8>, _ needle: [UInt8]) -> Bool {
    let last = line.count - needle.count
    var start = 0
    while start <= last {
      var index = 0
      while index < needle.count, lowered(line[start + index]) == needle[index] { index += 1 }
      if index == needle.count { return true }
      start += 1
    }
    return false
  }

  @inline(__always)
  private static func lowered(_ byte: UInt8) -> UInt8 {
    byte &- UInt8(ascii: "A") < 26 ? byte | 0x20 : byte
  }

  /// Whether a byte stands for itself in JSON, and no character beyond ASCII is equal to it (Kelvin sign, Greek question
  /// mark, varia).
  private static func isPlain(_ byte: UInt8) -> Bool {
    (0x20..<0x7F).contains(byte) && !"\"\\/kK;`".utf8.contains(byte)
  }
}
