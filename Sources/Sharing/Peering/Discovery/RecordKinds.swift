/// A set of kinds of records that `ServiceResponder` may send. All records of a kind are sent or left out together.
/// `ServiceRecords` has their contents.
struct RecordKinds: OptionSet, Sendable {
  let rawValue: UInt8

  /// There are services of this type.
  static let enumeration = RecordKinds(rawValue: 1)
  /// There is this service.
  static let pointer = RecordKinds(rawValue: 2)
  /// The host and port of the service.
  static let service = RecordKinds(rawValue: 4)
  /// The TXT record of the service.
  static let text = RecordKinds(rawValue: 8)
  static let addresses4 = RecordKinds(rawValue: 16)
  static let addresses6 = RecordKinds(rawValue: 32)
  /// The service's name has no other records.
  static let instanceEnd = RecordKinds(rawValue: 64)
  /// The host's name has no other records.
  static let hostEnd = RecordKinds(rawValue: 128)

  static let count = 8
  /// Records that other hosts may have too; answers with them are delayed at random.
  static let shared = RecordKinds(rawValue: 3)
  /// The records of an announcement.
  static let announced = RecordKinds(rawValue: 63)
  /// The records proposed in a probe.
  static let unique = RecordKinds(rawValue: 60)

  var places: [Int] {
    (0..<Self.count).filter { rawValue & 1 << UInt8($0) != 0 }
  }

  init(rawValue: UInt8) { self.rawValue = rawValue }

  init(place: Int) { rawValue = 1 << UInt8(place) }
}
