import System

/// The weights of word stems. Rare stems identify the subject of a unit, common ones do not.
package struct StemWeights: Sendable {
  /// The weight of each bucket of stems, in sixteenths.
  package private(set) var weights: [UInt8]

  package static let bits = 14

  /// Gives all stems the same weight.
  package init() { weights = Array(repeating: 80, count: 1 << Self.bits) }

  /// Computes the weights from the number of texts that contain each bucket.
  package init(counts: [Int], of texts: Int) {
    weights = counts.map { count in
      let weight = Double.log(Double(max(2, texts)) / Double(max(2, count)))
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

  /// Returns the weight of a stem, from 0 to about 16.
  func weight(of stem: UInt64) -> Float { Float(weights[Self.bucket(of: stem)]) / 16 }

  /// Returns the sum of the stems' weights. It is exact, so the order does not matter.
  func weight(of stems: Set<UInt64>) -> Float { stems.reduce(0) { $0 + weight(of: $1) } }

  /// Returns the weight of the stems that both contain.
  func weight(of stems: Set<UInt64>, in others: Set<UInt64>) -> Float {
    stems.reduce(0) { $0 + (others.contains($1) ? weight(of: $1) : 0) }
  }
}
