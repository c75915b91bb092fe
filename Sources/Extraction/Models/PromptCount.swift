/// How long a prompt is as the endpoint counts it, and how long it is at the very least.
public struct PromptCount: Hashable, Sendable {
  /// Tokens, as the endpoint says.
  public var counted: Int
  /// Tokens that the whole prompt has at the least.
  public var least: Int
  /// Tokens that the rules alone have at the least.
  public var leastOfRules: Int
  /// Tokens that the whole prompt was estimated to have; nought where nobody did.
  public var estimated: Int

  /// Puts the counts together.
  public init(counted: Int, least: Int, leastOfRules: Int, estimated: Int = 0) {
    self.counted = counted
    self.least = least
    self.leastOfRules = leastOfRules
    self.estimated = estimated
  }

  /// Whether less was counted than there must be, and yet so much that it may well be a count.
  public var isShort: Bool { counted * 10 < least * 9 && counted >= leastOfRules }

  /// The least number of tokens that a text can have: every tokeniser in use parts words at white
  /// space and punctuation, and numbers after three digits.
  static func least(in text: String) -> Int {
    var text = text
    return text.withUTF8 { bytes in
      var count = 0
      var isInWord = false
      var digits = 0
      for byte in bytes {
        let isDigit = byte &- UInt8(ascii: "0") < 10
        let isLetter = byte >= 0x80 || (byte | 0x20) &- UInt8(ascii: "a") < 26
        if isLetter, !isInWord { count += 1 }
        if isDigit {
          if digits % 3 == 0 { count += 1 }
          digits += 1
        } else {
          digits = 0
        }
        isInWord = isLetter
      }
      return count
    }
  }
}
