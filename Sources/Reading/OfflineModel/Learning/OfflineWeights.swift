import COfflineWeights

/// The trained weights of the offline model, as written by `offline-train`.
///
/// The file format, with all numbers little-endian:
/// - `AIW8` and the digest of the labels (8 bytes).
/// - Floats: the thresholds for low, normal and high sensitivity; slope and shift of the calibration; that of deadlines.
/// - Floats: the weights of the closing evidence (16 rows of 16), their bias, the thresholds for done and perhaps done.
/// - The stems' weights.
/// - Three weight tables, each with the base-2 logarithm of the number of buckets (2 bytes), 16 scales, 16 biases, a
///   bit per bucket that says whether it is used, and 16 signed bytes per used bucket.
package struct OfflineWeights: Sendable {
  /// The digest of the labels used in training.
  package var digest: UInt64 = 0
  /// The minimum logit of an item by sensitivity: low, normal, high.
  package var thresholds = SIMD4<Float>(repeating: 0)
  /// The probability that a unit states an item is the sigmoid of `slope * logit + shift`.
  package var slope: Float = 1
  package var shift: Float = 0
  /// A day with a higher logit is the deadline.
  package var dayThreshold: Float = 0
  /// The symmetric weights of the products of each two numbers of `ClosingEvidence`, and their bias.
  package var closing = [SIMD16<Float>](repeating: SIMD16(), count: SIMD16<Float>.scalarCount)
  package var closingBias: Float = 0
  /// A task whose `closingLogit` is above a threshold is done, or perhaps done.
  package var closingThreshold: Float = 0
  package var perhapsThreshold: Float = 0
  package var stems: StemWeights
  /// Weights of the heads of units.
  package var heads: WeightTable
  /// Weights of the effects of later units on a task.
  package var links: WeightTable
  /// Weights for choosing the deadline; in the second lane, for choosing the earlier unit that names the subject.
  package var days: WeightTable

  package init(heads: WeightTable, links: WeightTable, days: WeightTable, stems: StemWeights) {
    (self.heads, self.links, self.days, self.stems) = (heads, links, days, stems)
  }

  /// The weights shipped with the tool.
  static let shipped: OfflineWeights = {
    let bytes = UnsafeBufferPointer(
      start: offline_weights_bytes(), count: Int(offline_weights_count))
    guard let weights = OfflineWeights(bytes: bytes) else {
      preconditionFailure("Sources/Reading/COfflineWeights/weights.bin is damaged")
    }
    return weights
  }()

  private static let magic = Array("AIW8".utf8)

  /// Parses weights. Returns nil if the bytes have another format.
  package init?(bytes: UnsafeBufferPointer<UInt8>) {
    var reader = WeightReader(rest: bytes[...])
    guard reader.take(4).map(Array.init) == Self.magic, let digest = reader.integer(8),
      let numbers = reader.floats(6 + 256 + 3),
      let stems = reader.take(1 << StemWeights.bits).flatMap({ StemWeights(bytes: $0) }),
      let heads = reader.table(), let links = reader.table(), let days = reader.table(),
      reader.rest.isEmpty
    else { return nil }
    self.init(heads: heads, links: links, days: days, stems: stems)
    self.digest = digest
    thresholds = SIMD4(numbers[0], numbers[1], numbers[2], 0)
    (slope, shift) = (numbers[3], numbers[4])
    dayThreshold = numbers[5]
    closing = closing.indices.map { SIMD16(numbers[6 + 16 * $0..<22 + 16 * $0]) }
    (closingBias, closingThreshold, perhapsThreshold) = (numbers[262], numbers[263], numbers[264])
  }

  /// The file contents for these weights.
  package var bytes: [UInt8] {
    var bytes = Self.magic
    bytes.append(littleEndian: digest)
    let numbers =
      [thresholds[0], thresholds[1], thresholds[2], slope, shift, dayThreshold]
      + closing.flatMap { row in row.indices.map { row[$0] } }
      + [closingBias, closingThreshold, perhapsThreshold]
    for number in numbers { bytes.append(littleEndian: number.bitPattern) }
    bytes += stems.weights
    for table in [heads, links, days] {
      bytes.append(littleEndian: UInt16(table.bits))
      for lanes in [table.scales, table.biases] {
        for lane in lanes.indices { bytes.append(littleEndian: lanes[lane].bitPattern) }
      }
      for group in table.groups { bytes.append(littleEndian: group.used) }
      table.rows.withUnsafeBytes { bytes += $0 }
    }
    return bytes
  }

  /// Returns the logit that a task with these numbers of `ClosingEvidence` was closed.
  func closingLogit(of numbers: SIMD16<Float>) -> Float {
    numbers.indices.reduce(closingBias) { $0 + numbers[$1] * (numbers * closing[$1]).sum() }
  }

  /// Returns the probability that a unit with this logit states an item.
  func probability(of logit: Float) -> Float { sigmoid(slope * logit + shift) }
}

/// Reads numbers and tables sequentially from bytes.
private struct WeightReader {
  /// The bytes not yet read.
  var rest: Slice<UnsafeBufferPointer<UInt8>>

  mutating func take(_ count: Int) -> Slice<UnsafeBufferPointer<UInt8>>? {
    guard count <= rest.count else { return nil }
    defer { rest = rest.dropFirst(count) }
    return rest.prefix(count)
  }

  mutating func integer(_ count: Int) -> UInt64? {
    take(count).map { $0.reversed().reduce(0) { $0 << 8 | UInt64($1) } }
  }

  mutating func floats(_ count: Int) -> [Float]? {
    let found = (0..<count).compactMap { _ in
      integer(4).map { Float(bitPattern: UInt32($0)) }
    }
    return found.count == count && found.allSatisfy(\.isFinite) ? found : nil
  }

  mutating func table() -> WeightTable? {
    guard let bits = integer(2), (6...24).contains(bits), let scales = floats(16),
      let biases = floats(16), let used = array(of: UInt64.self, 1 << (bits - 6)),
      let rows = array(
        of: WeightTable.Lanes.self, used.reduce(0) { $0 + UInt64($1.nonzeroBitCount) })
    else { return nil }
    var table = WeightTable(bits: Int(bits), used: used.map(UInt64.init(littleEndian:)), rows: rows)
    (table.scales, table.biases) = (SIMD16(scales), SIMD16(biases))
    return table
  }

  /// Copies values at once, since a loop would dominate the run time of a process that reads one message.
  private mutating func array<Value: BitwiseCopyable>(of: Value.Type, _ count: UInt64) -> [Value]? {
    take(Int(count) * MemoryLayout<Value>.stride).map { bytes in
      Array(unsafeUninitializedCapacity: Int(count)) { buffer, initialized in
        UnsafeMutableRawBufferPointer(buffer).copyMemory(
          from: UnsafeRawBufferPointer(UnsafeBufferPointer(rebasing: bytes)))
        initialized = Int(count)
      }
    }
  }
}

extension [UInt8] {
  mutating func append(littleEndian value: some FixedWidthInteger) {
    Swift.withUnsafeBytes(of: value.littleEndian) { append(contentsOf: $0) }
  }
}

/// How readily the offline model reports an item.
package enum Sensitivity: String, CaseIterable, Sendable {
  /// Few findings, most of them correct.
  case low
  /// As many findings as fit a list that a person reads from top to bottom.
  case normal
  /// Most items, and many false positives.
  case high

  func threshold(of weights: OfflineWeights) -> Float {
    weights.thresholds[Self.allCases.firstIndex(of: self) ?? 1]
  }
}
