import COfflineWeights
import Glibc

/// What the model has learned: how much each feature counts.
///
/// The score of a sentence is the logit of a logistic regression. Its bytes, all numbers little-endian: `AIW2`;
/// the digest of the labels (8); the size of the table as a power of two (2); floats: the bias, the scale of the
/// table, the thresholds for low, normal and high sensitivity, slope and shift of the calibration; then the
/// table, a signed byte for each bucket.
package struct LearnedWeights: Sendable {
  /// The digest of the labels that it was learned from.
  package var digest: UInt64 = 0
  package var bias: Float = 0
  package var scale: Float = 1
  /// From which score on a sentence is an item, by sensitivity: low, normal, high.
  package var thresholds: [Float] = [0, 0, 0]
  /// The probability is that of `slope * score + shift`.
  package var slope: Float = 1
  package var shift: Float = 0
  /// A weight for each bucket, in units of `scale`.
  package var table: [Int8] = Array(repeating: 0, count: 1 << Self.bits)

  /// The table's size: 2 to the power of this.
  package static let bits = 19

  package init() {}

  /// The weights that the tool ships.
  static let shipped: LearnedWeights = {
    let bytes = UnsafeBufferPointer(
      start: offline_weights_bytes(), count: Int(offline_weights_count))
    guard let weights = LearnedWeights(bytes: bytes) else {
      preconditionFailure("Sources/COfflineWeights/weights.bin.gz is no file of weights")
    }
    return weights
  }()

  /// Reads weights; nil where the bytes are none.
  package init?(bytes: UnsafeBufferPointer<UInt8>) {
    var place = 0
    func integer(_ count: Int) -> UInt64? {
      guard place + count <= bytes.count else { return nil }
      defer { place += count }
      return bytes[place..<place + count].littleEndian
    }
    func float() -> Float? {
      integer(4).map { Float(bitPattern: UInt32($0)) }
    }
    guard bytes.prefix(4).elementsEqual(Self.magic) else { return nil }
    place = 4
    guard let digest = integer(8), let bits = integer(2), Int(bits) == Self.bits else { return nil }
    self.digest = digest
    let numbers = (0..<7).compactMap { _ in float() }
    guard numbers.count == 7, bytes.count - place == table.count else { return nil }
    (bias, scale) = (numbers[0], numbers[1])
    thresholds = Array(numbers[2...4])
    (slope, shift) = (numbers[5], numbers[6])
    // All at once: a process that reads one message would spend its time with them, one by one.
    table = UnsafeBufferPointer(rebasing: bytes[place...]).withMemoryRebound(to: Int8.self) {
      Array($0)
    }
  }

  private static let magic = Array("AIW2".utf8)

  /// The bytes of a file of weights.
  package var bytes: [UInt8] {
    var bytes = Self.magic
    bytes.append(littleEndian: digest)
    bytes.append(littleEndian: UInt16(Self.bits))
    for number in [bias, scale] + thresholds + [slope, shift] {
      bytes.append(littleEndian: number.bitPattern)
    }
    bytes += table.map { UInt8(bitPattern: $0) }
    return bytes
  }

  // MARK: - Scores

  /// The logit of a sentence being an item.
  package func score(of features: Features) -> Double {
    table.withUnsafeBufferPointer { table in
      features.groups.reduce(Double(bias)) { score, group in
        let sum = group.hashes.reduce(0) { $0 + Int(table[Self.bucket(of: $1)]) }
        return score + group.value * Double(scale) * Double(sum)
      }
    }
  }

  /// Where the weight of a feature stands.
  package static func bucket(of hash: UInt32) -> Int { Int(hash & (1 << UInt32(bits) - 1)) }

  /// How likely a sentence of this score is an item.
  func probability(of score: Double) -> Double {
    1 / (1 + exp(-(Double(slope) * score + Double(shift))))
  }
}

extension [UInt8] {
  mutating func append(littleEndian value: some FixedWidthInteger) {
    Swift.withUnsafeBytes(of: value.littleEndian) { append(contentsOf: $0) }
  }
}

extension Collection<UInt8> {
  /// The number that up to eight bytes hold, the lowest first.
  var littleEndian: UInt64 { reversed().reduce(0) { $0 << 8 | UInt64($1) } }
}

/// How readily the offline model takes something for an item.
package enum Sensitivity: String, CaseIterable, Sendable {
  /// Few finds, most of them right.
  case low
  /// As many finds as go with a list that can be read from top to bottom.
  case normal
  /// Most items, and many finds that are none.
  case high

  func threshold(of weights: LearnedWeights) -> Double {
    switch self {
    case .low: Double(weights.thresholds[0])
    case .normal: Double(weights.thresholds[1])
    case .high: Double(weights.thresholds[2])
    }
  }
}
