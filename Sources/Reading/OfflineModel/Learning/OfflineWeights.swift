import COfflineWeights

/// All that the offline model has learned, as `offline-train` writes it.
///
/// Its bytes, all numbers little-endian: `AIW5`; the digest of the labels (8); floats: the thresholds for low, normal
/// and high sensitivity, slope and shift of the calibration, the thresholds of a deadline and of one message that ends a
/// to-do, the weights of what tells that a to-do is over (16), bias of that, and its thresholds for over and for
/// perhaps over; the stems' weights; then three tables of weights, each with its size as a power of two (2), 16 scales,
/// 16 biases, and 16 signed bytes for each bucket.
package struct OfflineWeights: Sendable {
  /// The digest of the labels that it was learned from.
  package var digest: UInt64 = 0
  /// From which logit on a unit states an item, by sensitivity: low, normal, high.
  package var thresholds = SIMD4<Float>(repeating: 0)
  /// The probability that a unit states an item is that of `slope * logit + shift`.
  package var slope: Float = 1
  package var shift: Float = 0
  /// A day with a higher logit is the deadline.
  package var dayThreshold: Float = 0
  /// A message with a higher logit ends a to-do by itself.
  package var endThreshold: Float = 0
  /// How much each number of `ClosingEvidence` weighs. A to-do with a higher sum is over, or perhaps over.
  package var closing = SIMD16<Float>()
  package var closingBias: Float = 0
  package var closingThreshold: Float = 0
  package var perhapsThreshold: Float = 0
  package var stems: StemWeights
  /// What units are.
  package var heads: WeightTable
  /// What later units do to a to-do.
  package var links: WeightTable
  /// Which day is its deadline, and in the second lane which earlier unit says what it is about.
  package var days: WeightTable

  package init(heads: WeightTable, links: WeightTable, days: WeightTable, stems: StemWeights) {
    (self.heads, self.links, self.days, self.stems) = (heads, links, days, stems)
  }

  /// The weights that the tool ships.
  static let shipped: OfflineWeights = {
    let bytes = UnsafeBufferPointer(
      start: offline_weights_bytes(), count: Int(offline_weights_count))
    guard let weights = OfflineWeights(bytes: bytes) else {
      preconditionFailure("Sources/Reading/COfflineWeights/weights.bin is damaged")
    }
    return weights
  }()

  private static let magic = Array("AIW5".utf8)

  /// Reads weights; nil where the bytes are something else.
  package init?(bytes: UnsafeBufferPointer<UInt8>) {
    var reader = WeightReader(bytes: bytes)
    guard reader.take(4).map(Array.init) == Self.magic, let digest = reader.integer(8),
      let numbers = reader.floats(7 + 16 + 3),
      let stems = reader.take(1 << StemWeights.bits).flatMap({ StemWeights(bytes: $0) }),
      let heads = reader.table(), let links = reader.table(), let days = reader.table(),
      reader.isAtEnd
    else { return nil }
    self.init(heads: heads, links: links, days: days, stems: stems)
    self.digest = digest
    thresholds = SIMD4(numbers[0], numbers[1], numbers[2], 0)
    (slope, shift) = (numbers[3], numbers[4])
    (dayThreshold, endThreshold) = (numbers[5], numbers[6])
    for lane in 0..<16 { closing[lane] = numbers[7 + lane] }
    (closingBias, closingThreshold, perhapsThreshold) = (numbers[23], numbers[24], numbers[25])
  }

  /// The bytes of a file of weights.
  package var bytes: [UInt8] {
    var bytes = Self.magic
    bytes.append(littleEndian: digest)
    let numbers =
      [thresholds[0], thresholds[1], thresholds[2], slope, shift, dayThreshold, endThreshold]
      + (0..<16).map { closing[$0] } + [closingBias, closingThreshold, perhapsThreshold]
    for number in numbers { bytes.append(littleEndian: number.bitPattern) }
    bytes += stems.weights
    for table in [heads, links, days] {
      bytes.append(littleEndian: UInt16(table.bits))
      for lane in 0..<16 { bytes.append(littleEndian: table.scales[lane].bitPattern) }
      for lane in 0..<16 { bytes.append(littleEndian: table.biases[lane].bitPattern) }
      table.rows.withUnsafeBytes { bytes += $0 }
    }
    return bytes
  }

  /// How likely a unit of this logit states an item.
  func probability(of logit: Float) -> Float { sigmoid(slope * logit + shift) }
}

/// Takes numbers and tables from the front of bytes.
private struct WeightReader {
  let bytes: UnsafeBufferPointer<UInt8>
  private var place = 0

  init(bytes: UnsafeBufferPointer<UInt8>) { self.bytes = bytes }

  var isAtEnd: Bool { place == bytes.count }

  mutating func take(_ count: Int) -> Slice<UnsafeBufferPointer<UInt8>>? {
    guard count <= bytes.count - place else { return nil }
    defer { place += count }
    return bytes[place..<place + count]
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
    guard let bits = integer(2), (1...24).contains(bits), let scales = floats(16),
      let biases = floats(16), let rows = take(16 << Int(bits))
    else { return nil }
    var table = WeightTable(bits: Int(bits))
    for lane in 0..<16 { (table.scales[lane], table.biases[lane]) = (scales[lane], biases[lane]) }
    // All at once: a process that reads one message would spend its time with them, one by one.
    table.rows.withUnsafeMutableBytes {
      $0.copyBytes(
        from: UnsafeRawBufferPointer(
          rebasing: UnsafeRawBufferPointer(UnsafeBufferPointer(rebasing: rows))[...]))
    }
    return table
  }
}

extension [UInt8] {
  mutating func append(littleEndian value: some FixedWidthInteger) {
    Swift.withUnsafeBytes(of: value.littleEndian) { append(contentsOf: $0) }
  }
}

/// How readily the offline model takes something for an item.
package enum Sensitivity: String, CaseIterable, Sendable {
  /// Few finds, most of them right.
  case low
  /// As many finds as go with a list that can be read from top to bottom.
  case normal
  /// Most items, and many finds that are none.
  case high

  func threshold(of weights: OfflineWeights) -> Float {
    switch self {
    case .low: weights.thresholds[0]
    case .normal: weights.thresholds[1]
    case .high: weights.thresholds[2]
    }
  }
}
