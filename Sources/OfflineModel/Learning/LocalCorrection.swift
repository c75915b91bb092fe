import Digests

/// What a team's own verdicts change of the shipped weights: a shift of all scores, and a little of the weight of
/// some features, both within bounds, so that verdicts can bend the model and not turn it round.
///
/// Its bytes, all numbers little-endian: `AILC`; the version (2); the checksum of the weights that it corrects (4);
/// how many verdicts said that something is an item (4), and that it is none (4); the shift, a float; the number
/// of changes (4); the changes, each a bucket (4) and a signed byte; the CRC-32C of all that (4).
package struct LocalCorrection: Hashable, Sendable {
  /// A change of the weight of a bucket.
  package struct Change: Hashable, Sendable {
    package let bucket: UInt32
    /// In units of the weights' scale.
    package let units: Int8
  }

  /// The checksum of the weights that it corrects.
  package let weights: UInt32
  /// How many verdicts it was learned from that said that something is an item.
  package let yes: Int
  /// How many of them said that something is none.
  package let no: Int
  /// What is added to every score.
  package let shift: Float
  /// What is added to weights, in rising order of buckets.
  package let changes: [Change]

  /// The most that is added to every score, or taken from it.
  package static let mostShift: Float = 1.5
  /// The most that is added to the weight of a bucket, or taken from it, in units of the weights' scale.
  package static let mostUnits: Int8 = 16
  /// No file is longer, in bytes.
  package static let mostBytes = head + (1 << LearnedWeights.bits) * 5 + 4

  private static let magic = Array("AILC".utf8)
  private static let version: UInt64 = 1
  private static let head = 26

  /// Whether it corrects the weights that the tool ships; those of another version know other features.
  package var isOfShipped: Bool { weights == LearnedWeights.shippedChecksum }
}

extension LocalCorrection {
  /// Reads a correction; nil where the bytes are none of this version, are damaged, or exceed the bounds.
  package init?(bytes: [UInt8]) {
    guard bytes.count >= Self.head + 4, bytes.starts(with: Self.magic) else { return nil }
    func integer(_ place: Int, _ count: Int) -> UInt64 {
      bytes[place..<place + count].littleEndian
    }
    let end = bytes.count - 4
    let count = Int(integer(22, 4))
    guard integer(4, 2) == Self.version, end == Self.head + count * 5,
      integer(end, 4) == UInt64(CRC32C.checksum(bytes[..<end]))
    else { return nil }
    weights = UInt32(integer(6, 4))
    yes = Int(integer(10, 4))
    no = Int(integer(14, 4))
    shift = Float(bitPattern: UInt32(integer(18, 4)))
    changes = (0..<count).map { number in
      let place = Self.head + number * 5
      return Change(bucket: UInt32(integer(place, 4)), units: Int8(bitPattern: bytes[place + 4]))
    }
    guard abs(shift) <= Self.mostShift,
      zip(changes, changes.dropFirst()).allSatisfy({ $0.bucket < $1.bucket }),
      changes.allSatisfy({
        $0.bucket < 1 << UInt32(LearnedWeights.bits) && $0.units.magnitude <= Self.mostUnits
      })
    else { return nil }
  }

  /// The bytes of its file.
  package var bytes: [UInt8] {
    var bytes = Self.magic
    bytes.append(littleEndian: UInt16(Self.version))
    for number in [weights, UInt32(yes), UInt32(no), shift.bitPattern, UInt32(changes.count)] {
      bytes.append(littleEndian: number)
    }
    for change in changes {
      bytes.append(littleEndian: change.bucket)
      bytes.append(UInt8(bitPattern: change.units))
    }
    bytes.append(littleEndian: CRC32C.checksum(bytes))
    return bytes
  }
}

extension LearnedWeights {
  /// Tells the shipped weights from those of other versions.
  static let shippedChecksum = CRC32C.checksum(shipped.bytes)

  /// The weights with a correction added.
  package func corrected(by correction: LocalCorrection) -> LearnedWeights {
    var weights = self
    weights.bias += correction.shift
    for change in correction.changes {
      let sum = Int(table[Int(change.bucket)]) + Int(change.units)
      weights.table[Int(change.bucket)] = Int8(min(max(sum, -127), 127))
    }
    return weights
  }
}
