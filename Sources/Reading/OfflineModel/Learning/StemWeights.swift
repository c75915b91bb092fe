import Glibc

/// How telling the stems of words are: rare ones say what a unit is about, common ones do not.
package struct StemWeights: Sendable {
  /// Of each bucket of stems its weight in sixteenths.
  package private(set) var weights: [UInt8]

  package static let bits = 14

  /// All stems alike.
  package init() { weights = Array(repeating: 80, count: 1 << Self.bits) }

  /// Takes how many of some texts hold each bucket of stems.
  package init(counts: [Int], of texts: Int) {
    weights = counts.map { count in
      let weight = log(Double(max(2, texts)) / Double(max(2, count)))
      return UInt8(min(255, max(0, weight * 16)))
    }
  }

  package init?(bytes: some Collection<UInt8>) {
    guard bytes.count == 1 << Self.bits else { return nil }
    weights = Array(bytes)
  }

  package static func bucket(of stem: UInt64) -> Int {
    Int(truncatingIfNeeded: (stem &* 0x9E37_79B9_7F4A_7C15) >> UInt64(64 - bits))
  }

  /// How telling a stem is, from 0 to about 10.
  func weight(of stem: UInt64) -> Float { Float(weights[Self.bucket(of: stem)]) / 16 }
}
