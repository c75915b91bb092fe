/// Looks for texts in the line of an item before it is understood, which takes ten times as long.
///
/// It goes by letters, digits and signs of ASCII, large and small ones alike: they stand in a line as they are, in
/// whatever release it was written.
struct LineSieve: Sendable {
  /// In small letters; what is looked for of each text.
  private let needles: [[UInt8]]

  init(_ texts: [String]) {
    needles = texts.compactMap { text in
      text.utf8.split { !Self.isPlain($0) }.max { $0.count < $1.count }?.map(Self.lowered)
    }
  }

  /// Whether an item may have the texts that has such a line.
  func mayHold(_ line: UnsafeBufferPointer<UInt8>) -> Bool {
    needles.allSatisfy { Self.holds(line, $0) }
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

  /// Whether a byte stands for itself in JSON.
  private static func isPlain(_ byte: UInt8) -> Bool {
    (0x20..<0x7F).contains(byte) && byte != UInt8(ascii: "\"") && byte != UInt8(ascii: "\\")
      && byte != UInt8(ascii: "/")
  }
}
