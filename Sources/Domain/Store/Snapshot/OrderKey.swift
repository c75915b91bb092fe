import ActionItems
import CivilTime

/// An item's sort key in list order, without its id: four words for indexes that compare in that order.
struct OrderKey: Hashable, Comparable, Sendable, IndexKey {
  // Four fields instead of a vector, whose alignment would waste space in every index entry.
  private let first: UInt64
  private let instant: UInt64
  private let offset: UInt64
  private let recency: UInt64

  /// Restores a key from the words that `append` wrote.
  init(words: SIMD4<UInt64>) {
    (first, instant, offset, recency) = (words.x, words.y, words.z, words.w)
  }

  /// The key before every item.
  static let least = OrderKey(words: SIMD4())
  /// The key before every done item and after every open one.
  static let firstDone = OrderKey(words: SIMD4(1 << 63, 0, 0, 0))

  init(_ item: ActionItem) { self.init(ItemSortKey(item)) }

  init(_ item: ItemSortKey) {
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
    // The most recent items come first.
    let recency = ~Self.biased(item.recency.microseconds)
    self.init(words: SIMD4(first, instant, offset, recency))
  }

  private static func day(_ date: CivilDate) -> UInt64 {
    UInt64(date.daysSinceEpoch - CivilDate.first.daysSinceEpoch)
  }

  /// A signed number as an unsigned one with the same order.
  private static func biased(_ number: Int64) -> UInt64 {
    UInt64(bitPattern: number) ^ 1 << 63
  }

  static func < (a: OrderKey, b: OrderKey) -> Bool {
    if a.first != b.first { return a.first < b.first }
    if a.instant != b.instant { return a.instant < b.instant }
    if a.offset != b.offset { return a.offset < b.offset }
    return a.recency < b.recency
  }

  /// Whether the item is done; done items come last.
  var isComplete: Bool { first >> 63 == 1 }

  /// The number of bytes that `append` writes.
  static let size = 32

  func append(to bytes: inout [UInt8]) {
    for word in [first, instant, offset, recency] { bytes.append(bigEndian: word) }
  }

  init(_ bytes: ArraySlice<UInt8>) {
    var words = SIMD4<UInt64>()
    for index in 0..<4 { words[index] = UInt64(bigEndian: bytes.dropFirst(8 * index)) }
    self.init(words: words)
  }
}
