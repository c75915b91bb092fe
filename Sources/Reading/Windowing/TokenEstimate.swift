import ActionItems

/// A rough estimate of how many tokens a language model needs for a text.
///
/// Tokenisers for English use about one token for four letters, and about one for each character of less common
/// scripts. The endpoint supplies exact counts.
package enum TokenEstimate {
  package static func tokens(in text: String) -> Int {
    var text = text
    return text.withUTF8 { tokens(in: $0) }
  }

  static func tokens(in text: UnsafeBufferPointer<UInt8>) -> Int {
    let raw = UnsafeRawBufferPointer(text)
    if isASCII(raw) { return (raw.count + 3) / 4 }
    var high = 0
    var leads = 0
    var place = 0
    // Eight bytes at a time, since every message and every prompt is counted here.
    while place + 8 <= raw.count {
      let word = raw.loadUnaligned(fromByteOffset: place, as: UInt64.self)
      let tops = word & 0x8080_8080_8080_8080
      high &+= tops.nonzeroBitCount
      leads &+= (tops & word &<< 1).nonzeroBitCount
      place += 8
    }
    while place < raw.count {
      high &+= raw[place] >= 0x80 ? 1 : 0
      leads &+= raw[place] >= 0xC0 ? 1 : 0
      place += 1
    }
    return (raw.count - high + 3) / 4 + leads
  }

  static func tokens(in message: borrowing Message) -> Int { message.withText { tokens(in: $0) } }

  private static func isASCII(_ raw: UnsafeRawBufferPointer) -> Bool {
    var seen = SIMD4<UInt64>()
    var place = 0
    while place + 32 <= raw.count {
      seen |= raw.loadUnaligned(fromByteOffset: place, as: SIMD4<UInt64>.self)
      place += 32
    }
    if place > 0 {
      // The last block overlaps the previous one, so that no byte of a long text is checked individually.
      seen |= raw.loadUnaligned(fromByteOffset: raw.count - 32, as: SIMD4<UInt64>.self)
      place = raw.count
    }
    var rest: UInt8 = 0
    while place < raw.count {
      rest |= raw[place]
      place += 1
    }
    let all = seen[0] | seen[1] | seen[2] | seen[3]
    return all & 0x8080_8080_8080_8080 == 0 && rest < 0x80
  }
}
