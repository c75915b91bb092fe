import Synchronization
import TestSupport

@testable import Peering

/// Sample records, messages and random numbers for discovery.
/// Below: shortcuts of `DNSMessage`, `ServiceBrowser` and `DNSRecord`.
enum Sample {
  static let type = DNSName("_actionitems._tcp.local")
  static let host = DNSName("host.local")

  static func instance(_ name: String) -> DNSName {
    type.child(Array(name.utf8)) ?? DNSName("")
  }

  /// Random numbers that are the same in every run.
  static func rng(_ seed: UInt64 = 1) -> RandomSource {
    let random = SharedRandom(seed: seed)
    return { bound in random.next(below: bound) }
  }

  private final class SharedRandom: Sendable {
    private let random: Mutex<SeededRandom>

    init(seed: UInt64) { random = Mutex(SeededRandom(seed: seed)) }

    func next(below bound: Int) -> Int { random.withLock { Int.random(in: 0..<bound, using: &$0) } }
  }

  static func records(
    _ name: String = "Anna", port: UInt16 = 4_711, text: [UInt8] = [0], host: DNSName = host,
    addresses: [[UInt8]] = [[10, 0, 0, 1], [0xFE, 0x80] + [UInt8](repeating: 1, count: 14)]
  ) -> ServiceRecords {
    ServiceRecords(
      type: type, port: port, text: text, instance: instance(name), host: host,
      addresses: addresses)
  }

  static func message(
    answers: [DNSRecord] = [], additionals: [DNSRecord] = []
  ) -> DNSMessage {
    DNSMessage(
      flags: DNSMessage.response, answers: answers, additionals: additionals)
  }

  static func query(_ name: DNSName, _ type: UInt16, known: [DNSRecord] = []) -> DNSMessage {
    DNSMessage(questions: [DNSQuestion(name: name, type: type)], answers: known)
  }

  /// Another machine on the network of the sample's addresses.
  static let neighbour = Endpoint(address: [10, 0, 0, 2], port: 5_353)
}

extension DNSMessage: Equatable {
  static func == (one: DNSMessage, other: DNSMessage) -> Bool {
    one.id == other.id && one.flags == other.flags && one.questions == other.questions
      && one.answers == other.answers && one.authorities == other.authorities
      && one.additionals == other.additionals
  }
}

extension ServiceBrowser {
  func instance(_ name: String) -> Instance? {
    place(of: Sample.instance(name)).map { instances[$0] }
  }
}

extension DNSRecord {
  /// The record with another time to live, in seconds.
  func lasting(_ ttl: UInt32) -> DNSRecord {
    var record = self
    record.ttl = ttl
    return record
  }
}
