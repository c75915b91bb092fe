/// A prefilter that searches an item's line for texts before it is decoded; decoding takes ten times as long.
///
/// It compares only bytes that every release writes in lines exactly as they stand in texts. These are ASCII
/// characters, regardless of case, except those that JSON escapes or that equal a character beyond ASCII.
struct LinePrefilter: Sendable {
  /// The bytes to search for, one run for each text, in lower case.
  private let needles: [[UInt8]]

  init(_ texts: [String]) {
    needles = texts.compactMap { Self.longestRun(of: Array($0.utf8)) }
  }

  /// Whether the item in a line may contain the texts.
  func mayHold(_ line: UnsafeBufferPointer<UInt8>) -> Bool {
    needles.allSatisfy { Self.holds(line, $0) }
  }

  private static func longestRun(of text: [UInt8]) -> [UInt8]? {
    var longest: ArraySlice<UInt8> = []
    var start = 0
    for index in 0...text.count where index == text.count || !isPlain(text[index]) {
      var run = text[start..<index]
      // A combining accent would make the last letter another character.
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

  /// Whether JSON does not escape a byte, and no character beyond ASCII equals it (Kelvin sign, Greek question mark,
  /// varia).
  private static func isPlain(_ byte: UInt8) -> Bool {
    (0x20..<0x7F).contains(byte) && !"\"\\/kK;`".utf8.contains(byte)
  }
}
