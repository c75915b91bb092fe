import Testing

@testable import Peering

@Suite struct DNSMessageTests {
  private static func record(_ content: DNSRecord.Content) -> DNSRecord {
    DNSRecord(name: Sample.instance("Anna"), content: content, ttl: 120, isUnique: true)
  }

  @Test(
    arguments: [
      ("address of IPv4", .address([10, 0, 0, 1])),
      ("address of IPv6", .address([UInt8](repeating: 7, count: 16))),
      ("pointer", .pointer(Sample.instance("Bo"))),
      ("service", .service(priority: 1, weight: 2, port: 65_535, host: Sample.host)),
      ("text", .text([3, 97, 61, 98])),
      ("no text", .text([])),
      ("existence", .existence(next: Sample.host, types: [1, 28, 255, 256, 1_234])),
      ("no existence", .existence(next: Sample.host, types: [])),
      ("of another kind", .other(type: 13, [1, 2, 3])),
      ("to the root", .pointer(DNSName(""))),
    ] as [(String, DNSRecord.Content)])
  func `a written record reads back`(name: String, content: DNSRecord.Content) throws {
    let message = DNSMessage(
      id: 7, flags: DNSMessage.response,
      questions: [DNSQuestion(name: Sample.type, type: DNSType.any, wantsUnicast: true)],
      answers: [Self.record(content)],
      authorities: [Self.record(content).lasting(0)],
      additionals: [DNSRecord(name: DNSName("A.b"), content: content, ttl: 1)])
    let packets = message.packets()
    #expect(try packets.map(DNSMessage.init(parsing:)) == [message], "\(name)")
  }

  // RFC 6762, 18, and RFC 1035, 4.1: the standard wire format.
  @Test func `a question has the standard bytes`() {
    let bytes = Sample.query(DNSName("_a._tcp.local"), DNSType.pointer).packets()
    let header: [UInt8] = [0, 0, 0, 0, 0, 1, 0, 0, 0, 0, 0, 0]
    let name = [UInt8]("\u{2}_a\u{4}_tcp\u{5}local\0".utf8)
    #expect(bytes == [header + name + [0, 12, 0, 1]])
  }

  // RFC 6762, 18.14.
  @Test func `names are compressed, but not inside services for legacy resolvers`()
    throws
  {
    let record = DNSRecord(
      name: Sample.host, content: .service(priority: 0, weight: 0, port: 1, host: Sample.host),
      ttl: 1)
    let usual = Sample.message(answers: [record])
    var legacy = usual
    legacy.questions = [DNSQuestion(name: Sample.host, type: DNSType.service)]
    #expect(usual.packets()[0].suffix(2) == [0xC0, 12])
    #expect(legacy.packets()[0].suffix(12) == Sample.host.bytes + [0])
    #expect(try DNSMessage(parsing: legacy.packets()[0]) == legacy)
  }

  private static let header: [UInt8] = [0, 0, 0x84, 0, 0, 0, 0, 1, 0, 0, 0, 0]
  private static let tail: [UInt8] = [0, 1, 0, 1, 0, 0, 0, 9]

  @Test(
    arguments: [
      ("nothing", [], .length),
      ("half a header", Array(header.prefix(7)), .length),
      ("no record", header, .length),
      ("a pointer to itself", header + [0xC0, 12] + tail + [0, 4, 1, 1, 1, 1], .name),
      ("a pointer ahead", header + [0xC0, 14, 0] + tail + [0, 4, 1, 1, 1, 1], .name),
      ("a circle over a label", header + [1, 97, 0xC0, 12] + tail + [0, 4, 1, 1, 1, 1], .name),
      ("a pointer into the header", header + [0xC0, 4] + tail + [0, 4, 1, 1, 1, 1], .name),
      ("a label of a kind that is none", header + [0x41, 1, 0] + tail + [0, 0], .name),
      ("a label behind the end", header + [40, 97], .length),
      ("half a pointer", header + [0xC0], .length),
      ("an address of five bytes", header + [0] + tail + [0, 5, 1, 1, 1, 1, 1], .content),
      ("an address that is cut", header + [0] + tail + [0, 4, 1, 1], .length),
      (
        "a pointer with more behind it",
        header + [0, 0, 12, 0, 1, 0, 0, 0, 9, 0, 3, 0, 1, 1], .content
      ),
      (
        "a service without a host",
        header + [0, 0, 33, 0, 1, 0, 0, 0, 9, 0, 6, 0, 1, 0, 1, 0, 1], .length
      ),
      (
        "kinds of records in a wrong order",
        header + [0, 0, 47, 0, 1, 0, 0, 0, 9, 0, 7, 0, 1, 1, 1, 0, 1, 1], .content
      ),
      ("many records and none there", [0, 0, 0, 0] + [UInt8](repeating: 0xFF, count: 8), .length),
      ("too many bytes", header + [UInt8](repeating: 0, count: 9_000), .length),
      (
        "a name of more than 255 bytes",
        header + (0..<5).flatMap { _ in [63] + [UInt8](repeating: 97, count: 63) } + [0] + tail
          + [0, 0], .name
      ),
    ] as [(String, [UInt8], DNSProblem)])
  func `a malformed message is refused`(name: String, bytes: [UInt8], problem: DNSProblem) {
    #expect(throws: problem, "\(name)") { try DNSMessage(parsing: bytes) }
  }

  @Test func `records of another class are ignored`() throws {
    // The class field of an EDNS option (RFC 6891) holds the packet size.
    let option: [UInt8] = [0, 0, 41, 5, 0xA0, 0, 0, 0, 0, 0, 0]
    let message = try DNSMessage(parsing: Self.header + option)
    #expect(message.answers.isEmpty && message.isResponse && !message.isForeign)
  }

  @Test(
    arguments: [
      ("a question", 0, false), ("an answer", 0x8400, false), ("more to come", 0x0200, false),
      ("another operation", 0x2800, true), ("an error", 0x8403, true),
    ] as [(String, UInt16, Bool)])
  func `foreign operations and errors are recognized`(
    name: String, flags: UInt16, isForeign: Bool
  ) {
    #expect(DNSMessage(flags: flags).isForeign == isForeign, "\(name)")
  }

  // RFC 6762, 7.2.
  @Test func `known answers that do not fit follow in a marked packet`() throws {
    let known = (0..<100).map { number in
      DNSRecord(
        name: Sample.type, content: .pointer(Sample.instance("Service number \(number)")), ttl: 9)
    }
    let packets = Sample.query(Sample.type, DNSType.pointer, known: known).packets()
    let messages = try packets.map(DNSMessage.init(parsing:))
    #expect(packets.count == 3 && packets.allSatisfy { $0.count <= 1_440 })
    #expect(messages.map(\.isTruncated) == [true, true, false])
    #expect(messages.map(\.questions.count) == [1, 0, 0])
    #expect(messages.flatMap(\.answers) == known)
  }

  @Test func `answers that do not fit follow, and an oversized one is sent alone`()
    throws
  {
    let long = DNSRecord(
      name: Sample.host, content: .text([UInt8](repeating: 1, count: 2_000)), ttl: 9)
    let short = DNSRecord(name: Sample.host, content: .address([1, 2, 3, 4]), ttl: 9)
    let message = Sample.message(answers: [short, long], additionals: [short])
    let messages = try message.packets().map(DNSMessage.init(parsing:))
    #expect(messages.map(\.answers) == [[short], [long], []])
    #expect(messages.map(\.additionals) == [[], [], [short]])
    #expect(!messages.contains { $0.isTruncated })
  }
}
