/// A multicast DNS message (RFC 6762, 18), parsed from a packet or encoded into packets.
struct DNSMessage: Sendable {
  var id: UInt16 = 0
  var flags: UInt16 = 0
  var questions: [DNSQuestion] = []
  var answers: [DNSRecord] = []
  var authorities: [DNSRecord] = []
  var additionals: [DNSRecord] = []

  /// The limit of a message in bytes, without the headers of IP and UDP (RFC 6762, 17).
  static let longest = 9000 - 48
  static let response: UInt16 = 0x8400
  static let truncated: UInt16 = 0x0200

  var isResponse: Bool { flags & 0x8000 != 0 }
  /// Whether more known answers follow (RFC 6762, 7.2).
  var isTruncated: Bool { flags & Self.truncated != 0 }
  /// Whether the message is to be ignored for its opcode or response code (RFC 6762, 18.3 and 18.11).
  var isForeign: Bool { flags & 0x780F != 0 }
}

extension DNSMessage {
  /// Reads a whole message; skips questions and records of a class other than the Internet's.
  init(parsing bytes: [UInt8]) throws(DNSProblem) {
    guard bytes.count <= Self.longest else { throw .length }
    var reader = DNSReader(bytes: bytes)
    id = try reader.number()
    flags = try reader.number()
    let counts = try (reader.number(), reader.number(), reader.number(), reader.number())
    for _ in 0..<counts.0 {
      if let question = try reader.question() { questions.append(question) }
    }
    answers = try reader.records(counts.1)
    authorities = try reader.records(counts.2)
    additionals = try reader.records(counts.3)
  }

  /// The packets of the message. If known answers do not fit, the packet is marked as truncated, and the rest follows.
  /// Other records just follow.
  func packets(limit: Int = 1_440) -> [[UInt8]] {
    var packets: [[UInt8]] = []
    // Only a reply to a legacy resolver repeats the question.
    let empty = DNSWriter(
      id: id, flags: flags, pointsAtHosts: !isResponse || questions.isEmpty)
    var writer = empty
    func next(_ flags: UInt16) {
      writer.setFlags(flags)
      packets.append(writer.bytes)
      writer = empty
    }
    for question in questions where !writer.write(question, limit: limit) {
      next(flags)
      _ = writer.write(question, limit: limit)
    }
    for section in 1...3 {
      for record in [answers, authorities, additionals][section - 1]
      where !writer.write(record, section, limit: limit) {
        next(isResponse ? flags : flags | Self.truncated)
        _ = writer.write(record, section, limit: limit)
      }
    }
    packets.append(writer.bytes)
    return packets
  }
}
