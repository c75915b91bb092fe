/// Receives the features of an example, each as a hash and a value. Below: their kinds, and `Example`, for training.
package protocol FeatureSink {
  mutating func add(_ hash: UInt64, _ value: Float)
}

extension FeatureSink {
  @inline(__always)
  mutating func add(_ kind: FeatureKind, _ a: UInt64, _ value: Float = 1) {
    add(kind.placed(mix(kind.seed, a)), value)
  }

  @inline(__always)
  mutating func add(_ kind: FeatureKind, _ a: UInt64, _ b: UInt64, _ value: Float = 1) {
    add(kind.placed(mix(mix(kind.seed, a), b)), value)
  }

  @inline(__always)
  mutating func add(
    _ kind: FeatureKind, _ a: UInt64, _ b: UInt64, _ c: UInt64, _ value: Float = 1
  ) {
    add(kind.placed(mix(mix(mix(kind.seed, a), b), c)), value)
  }
}

@inline(__always)
package func mix(_ a: UInt64, _ b: UInt64) -> UInt64 {
  var hash = (a ^ (b &+ 0x9E37_79B9_7F4A_7C15)) &* 0xFF51_AFD7_ED55_8CCD
  hash ^= hash >> 32
  return hash
}

/// The kind of a feature; each kind has separate hashes. The trained weights depend on these numbers.
enum FeatureKind: UInt64 {
  case one = 1
  case two, three, skip, start, end, length
  case next = 9
  case nextStart, previous, talk
  case answers = 14
  case dayForm = 27
  case dayBefore, dayAfter, dayPlace, dayCount
  case aboutDistance, aboutHead, aboutOverlap, aboutWord, aboutNames
  case linkWord = 64
  case linkPair, linkLength, linkDistance, linkTime, linkOverlap, linkRank, linkNames, linkHead
  case linkOwn, linkSource, linkAnswer
  // Only the models of reports (`LinkKind.isReport`) learn from these.
  case linkUnit = 96
  case linkTask, linkShare

  /// Moves the hash of a link's feature into its half of the buckets, the upper one if only reports learn from it.
  @inline(__always)
  func placed(_ hash: UInt64) -> UInt64 {
    if rawValue < Self.linkWord.rawValue { return hash }
    return rawValue < Self.linkUnit.rawValue ? hash & ~(1 << 63) : hash | 1 << 63
  }

  @inline(__always)
  var seed: UInt64 { rawValue &* 0xD6E8_FEB8_6659_FD93 }
}

/// The features of an example for training.
package struct Example: FeatureSink, Sendable {
  package private(set) var buckets: [Int32] = []
  package private(set) var values: [Float] = []
  private let bits: Int

  package init(bits: Int) { self.bits = bits }

  package mutating func add(_ hash: UInt64, _ value: Float) {
    buckets.append(Int32(truncatingIfNeeded: hash >> UInt64(64 - bits)))
    values.append(value)
  }
}
