import ActionItemModel
import CivilTime

/// An item's place in repository order as four words that compare like it.
struct OrderKey: Hashable, Comparable, Sendable {
  private let words: SIMD4<UInt64>

  /// Puts back together what `append` wrote.
  init(words: SIMD4<UInt64>) {
    self.words = words
  }

  init(_ item: ActionItem) {
    var first: UInt64 = item.isComplete ? 1 << 63 : 0
    var instant: UInt64 = 0
    var offset: UInt64 = 0
    switch item.deadline {
    case nil: first |= 1 << 62
    case .day(let date)?:
      first |= Self.day(date) << 32 | 1 << 31
    case .time(let time)?:
      first |= Self.day(time.civil.date) << 32
      instant = Self.biased(time.microseconds)
      offset = Self.biased(Int64(time.offset))
    }
    // The most recently extracted come first.
    words = SIMD4(first, instant, offset, ~Self.biased(item.extractedAt.microseconds))
  }

  private static func day(_ date: CivilDate) -> UInt64 {
    UInt64(date.daysSinceEpoch - CivilDate.first.daysSinceEpoch)
  }

  /// A signed number as an unsigned one of the same order.
  private static func biased(_ number: Int64) -> UInt64 {
    UInt64(bitPattern: number) ^ 1 << 63
  }

  static func < (a: OrderKey, b: OrderKey) -> Bool {
    if a.words.x != b.words.x { return a.words.x < b.words.x }
    if a.words.y != b.words.y { return a.words.y < b.words.y }
    if a.words.z != b.words.z { return a.words.z < b.words.z }
    return a.words.w < b.words.w
  }

  /// How many bytes `append` writes.
  static let size = 32

  /// Appends the bytes, the highest first.
  func append(to bytes: inout [UInt8]) {
    for index in 0..<4 { bytes.append(bigEndian: words[index]) }
  }

  /// Reads what `append` wrote.
  init(_ bytes: ArraySlice<UInt8>) {
    var words = SIMD4<UInt64>()
    for index in 0..<4 { words[index] = UInt64(bigEndian: bytes.dropFirst(8 * index)) }
    self.words = words
  }
}
