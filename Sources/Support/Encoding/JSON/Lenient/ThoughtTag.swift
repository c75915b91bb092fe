/// Recognizes the tags around a model's thoughts, such as `<think>` and `</think>`.
enum ThoughtTag: Equatable {
  /// `<think>`
  case open
  /// `</think>`, or the marker of the channel for the answer.
  case close

  /// The names of tags, in lower case.
  private static let names: [StaticString] = [
    "think", "thinking", "thought", "thoughts", "reasoning", "reflection", "scratchpad",
    "seed:think",
  ]

  /// The marker before the answer of gpt-oss models.
  private static let finalChannel: StaticString = "<|channel|>final<|message|>"

  /// Returns the tag at a position and its length in bytes; nil if there is no such tag.
  static func at(_ index: Int, in bytes: [UInt8]) -> (tag: ThoughtTag, length: Int)? {
    let first = bytes[index]
    guard first == UInt8(ascii: "<") || first == UInt8(ascii: "[") else { return nil }
    if matches(finalChannel, at: index, in: bytes) {
      return (.close, finalChannel.utf8CodeUnitCount)
    }
    var position = index + 1
    let closes = position < bytes.count && bytes[position] == UInt8(ascii: "/")
    if closes { position += 1 }
    // In square brackets, only [THINK] and [/THINK] are known.
    if first == UInt8(ascii: "[") {
      guard matches("think]", at: position, in: bytes) else { return nil }
      return (closes ? .close : .open, position + 6 - index)
    }
    for name in names where matches(name, at: position, in: bytes) {
      let end = position + name.utf8CodeUnitCount
      guard end < bytes.count, bytes[end] == UInt8(ascii: ">") else { continue }
      return (closes ? .close : .open, end + 1 - index)
    }
    return nil
  }

  /// Whether a literal is at a position, ignoring case. The literal must be in lower case.
  private static func matches(
    _ literal: StaticString, at index: Int, in bytes: [UInt8]
  ) -> Bool {
    let count = literal.utf8CodeUnitCount
    guard index + count <= bytes.count else { return false }
    for offset in 0..<count {
      let byte = bytes[index + offset]
      let lower = byte &- UInt8(ascii: "A") < 26 ? byte | 0x20 : byte
      if lower != literal.utf8Start[offset] { return false }
    }
    return true
  }
}
