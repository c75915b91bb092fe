import Testing

@testable import Peering

/// How a machine probes for and announces its own service, answers questions, and settles conflicts of names.
@Suite struct ServiceResponderTests {
  private var responder = ServiceResponder(
    Sample.records(), rng: Sample.rng(), now: .zero)

  /// Returns the messages sent between two times.
  private mutating func sent(
    from start: DiscoveryTime = .zero, to end: DiscoveryTime
  ) -> [(time: DiscoveryTime, message: DNSMessage)] {
    var sent: [(DiscoveryTime, DNSMessage)] = []
    while case let next = responder.deadline, next <= end {
      let now = max(start, next)
      sent += responder.advance(now).map { (now, $0.message) }
    }
    return sent
  }

  /// Returns the multicast messages after a question at a given time.
  private mutating func answer(
    _ query: DNSMessage, from source: Endpoint = Sample.neighbour, at time: DiscoveryTime
  ) -> [(time: DiscoveryTime, message: DNSMessage)] {
    #expect(responder.hear(query: query, from: source, time) == nil)
    return sent(from: time, to: time + .seconds(5))
  }

  private mutating func settle() {
    _ = sent(to: .seconds(5))
  }

  // RFC 6762, 8.1 and 8.3.
  @Test mutating func `a responder asks three times, announces twice and is silent`() throws {
    let sent = sent(to: .seconds(3_600))
    let start = try #require(sent.first?.time)
    #expect(start <= .milliseconds(250))
    #expect(sent.map { ($0.time - start).milliseconds } == [0, 250, 500, 750, 1_750])
    for (_, message) in sent.prefix(3) {
      #expect(!message.isResponse && message.answers.isEmpty)
      #expect(message.questions.map(\.name) == [Sample.instance("Anna"), Sample.host])
      #expect(message.questions.allSatisfy { $0.type == DNSType.any })
      #expect(message.authorities.map(\.type).sorted() == [1, 16, 28, 33])
      #expect(message.authorities.allSatisfy { !$0.isUnique })
    }
    for (_, message) in sent.suffix(2) {
      #expect(message.flags == 0x8400 && message.questions.isEmpty)
      #expect(message.answers.map(\.type).sorted() == [1, 12, 12, 16, 28, 33])
      #expect(message.answers.allSatisfy { $0.isUnique == ($0.type != DNSType.pointer) })
      #expect(message.answers.allSatisfy { [120, 4_500].contains($0.ttl) })
    }
    #expect(responder.deadline == .never)
  }

  @Test mutating func `a responder answers and withdraws nothing before it owns the name`() {
    _ = responder.advance(.milliseconds(250))
    let query = Sample.query(Sample.type, DNSType.pointer)
    #expect(responder.hear(query: query, from: Sample.neighbour, .milliseconds(260)) == nil)
    #expect(responder.goodbye() == nil)
    #expect(responder.advance(.milliseconds(400)).isEmpty)
  }

  private static let other = Sample.records(
    port: 1, text: [3, 97, 61, 98], addresses: [[10, 0, 0, 9]])

  // RFC 6762, 8.1 and 9.
  @Test(
    arguments: [
      ("another service", other.records(.service)[0], true, true),
      ("another text", other.records(.text)[0], true, true),
      ("another host's address", other.records(.addresses4)[0], true, true),
      ("the same", Sample.records().records(.service)[0], false, false),
      ("a goodbye", other.records(.service)[0].lasting(0), false, false),
      ("of another name", Sample.records("Bo", port: 1).records(.service)[0], false, false),
      ("the types of the name's records", other.records(.instanceEnd)[0], false, false),
      (
        "of another kind",
        DNSRecord(
          name: Sample.instance("ANNA"), content: .other(type: 13, [1]), ttl: 9), true, false
      ),
    ])
  func `another machine's record for the name is a conflict`(
    name: String, record: DNSRecord, whileAsking: Bool, later: Bool
  ) {
    var asking = ServiceResponder(Sample.records(), rng: Sample.rng(), now: .zero)
    _ = asking.advance(.milliseconds(250))
    asking.hear(answers: [record], .milliseconds(260))
    #expect(asking.needsName == whileAsking, "\(name)")
    var suite = self
    suite.settle()
    suite.responder.hear(answers: [record], .seconds(10))
    // The responder asks once more, and gives the name up only if another machine defends it.
    #expect(suite.responder.isAnnounced != later && !suite.responder.needsName, "\(name)")
  }

  // RFC 6762, 8.1.
  @Test mutating func `fifteen conflicts in ten seconds delay the next name by five`() {
    for number in 0..<15 {
      let now: DiscoveryTime = .milliseconds(100 * number)
      let other = Sample.records(number == 0 ? "Anna" : "\(number)", port: 1)
      responder.hear(answers: other.records(.service), now)
      #expect(responder.needsName)
      responder.restart(Sample.records("\(number + 1)"), now: now)
      if number < 14 { #expect(responder.deadline <= now + .milliseconds(250)) }
    }
    #expect(responder.deadline == .milliseconds(6_400))
    responder.restart(Sample.records("Bo"), now: .seconds(60))
    #expect(responder.deadline <= .milliseconds(60_250))
  }

  // RFC 6762, 8.2 and 8.2.1.
  @Test(
    arguments: [
      ("a larger address", [10, 0, 0, 2], [0], true),
      ("a smaller address", [10, 0, 0, 0], [0], false),
      ("bytes have no sign", [200, 0, 0, 1], [0], true),
      ("the same", [10, 0, 0, 1], [0], false),
      ("a larger text", [10, 0, 0, 1], [1, 97], true),
    ] as [(String, [UInt8], [UInt8], Bool)])
  func `the machine with the larger records wins a simultaneous request`(
    name: String, address: [UInt8], text: [UInt8], yields: Bool
  ) {
    let own = Sample.records(addresses: [[10, 0, 0, 1]])
    let other = Sample.records(text: text, addresses: [address])
    func isPutOff(_ own: ServiceRecords, by other: ServiceRecords) -> Bool {
      var responder = ServiceResponder(own, rng: Sample.rng(), now: .zero)
      _ = responder.advance(.milliseconds(250))
      var another = ServiceResponder(other, rng: Sample.rng(), now: .zero)
      let probe = another.advance(.milliseconds(250))[0].message
      _ = responder.hear(query: probe, from: Sample.neighbour, .milliseconds(300))
      return responder.deadline == .milliseconds(1_300)
    }
    #expect(isPutOff(own, by: other) == yields, "\(name)")
    let isSame = address == [10, 0, 0, 1] && text == [0]
    #expect(isPutOff(other, by: own) == (!yields && !isSame), "\(name)")
  }

  @Test func `the machine with more records wins after an equal beginning`() {
    let less = Sample.records(addresses: [[10, 0, 0, 1]])
    let more = Sample.records(addresses: [[10, 0, 0, 1], [10, 0, 0, 2]])
    #expect(less.yields(Sample.host, to: more.records(.unique)))
    #expect(!more.yields(Sample.host, to: less.records(.unique)))
    #expect(!less.yields(Sample.host, to: []))
  }

  // RFC 6762, 6 and 6.1; RFC 6763, 9 and 12.
  @Test(
    arguments: [
      ("services", Sample.type, DNSType.pointer, [12], [1, 16, 28, 33], false),
      ("in capitals", DNSName("_ACTIONITEMS._tcp.LOCAL"), 255, [12], [1, 16, 28, 33], false),
      ("kinds", ServiceType.enumeration, 12, [12], [], false),
      ("where", Sample.instance("Anna"), 33, [33], [1, 28], true),
      ("what is said", Sample.instance("Anna"), 16, [16], [], true),
      ("all of it", Sample.instance("Anna"), 255, [16, 33], [1, 28], true),
      ("what there is not", Sample.instance("Anna"), 1, [47], [], true),
      ("IPv4", Sample.host, 1, [1], [28], true), ("IPv6", Sample.host, 28, [28], [1], true),
      ("another kind", Sample.host, 13, [47], [], true),
      ("services otherwise", Sample.type, 16, [], [], true),
      ("somebody else", Sample.instance("Bo"), 33, [], [], true),
      ("the root", DNSName(""), 255, [], [], true),
    ] as [(String, DNSName, UInt16, [UInt16], [UInt16], Bool)])
  func `questions are answered together with the likely next ones`(
    name: String, asked: DNSName, type: UInt16, answers: [UInt16], further: [UInt16],
    isAtOnce: Bool
  ) {
    var suite = self
    suite.settle()
    let sent = suite.answer(Sample.query(asked, type), at: .seconds(100))
    #expect(sent.count == (answers.isEmpty ? 0 : 1), "\(name)")
    guard let (time, message) = sent.first else { return }
    #expect(message.answers.map(\.type).sorted() == answers, "\(name)")
    #expect(message.additionals.map(\.type).sorted() == further, "\(name)")
    #expect(message.id == 0 && message.questions.isEmpty && message.flags == 0x8400)
    // If others may answer too, the answer comes 20 to 120 ms later at random.
    let delay = (time - .seconds(100)).milliseconds
    #expect(isAtOnce ? delay == 0 : (20...120).contains(delay), "\(name)")
  }

  // RFC 6762, 6.1: a host without addresses of one kind says so.
  @Test func `a host without IPv6 says that it has none`() throws {
    let records = Sample.records(addresses: [[10, 0, 0, 1]])
    let question = DNSQuestion(name: Sample.host, type: DNSType.address6)
    let kinds = records.kinds(answering: question)
    #expect(kinds == .hostEnd && records.further(.service) == [.addresses4, .hostEnd])
    #expect(records.records(kinds).first?.content == .existence(next: Sample.host, types: [1]))
  }
}
