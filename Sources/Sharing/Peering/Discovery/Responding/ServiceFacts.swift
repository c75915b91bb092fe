/// What a responder can say: each of these is one set of records, told and left out as a whole.
struct ServiceFacts: OptionSet, Sendable {
  let rawValue: UInt8

  /// That there are services of this kind.
  static let enumeration = ServiceFacts(rawValue: 1)
  /// That there is this service.
  static let pointer = ServiceFacts(rawValue: 2)
  /// On which host and port.
  static let service = ServiceFacts(rawValue: 4)
  /// What is said of it.
  static let text = ServiceFacts(rawValue: 8)
  static let addresses4 = ServiceFacts(rawValue: 16)
  static let addresses6 = ServiceFacts(rawValue: 32)
  /// That the service's name has no other records.
  static let instanceEnd = ServiceFacts(rawValue: 64)
  /// That the host's name has no other records.
  static let hostEnd = ServiceFacts(rawValue: 128)

  static let count = 8
  /// What others may say as well, so that answers come after a short time by chance.
  static let shared = ServiceFacts(rawValue: 3)
  /// What is told of one's own accord.
  static let announced = ServiceFacts(rawValue: 63)
  /// What is proposed when names are asked for.
  static let unique = ServiceFacts(rawValue: 60)

  var places: [Int] {
    (0..<Self.count).filter { rawValue & 1 << UInt8($0) != 0 }
  }

  init(rawValue: UInt8) { self.rawValue = rawValue }

  init(place: Int) { rawValue = 1 << UInt8(place) }
}
