import Testing

@testable import Peering

/// The low traffic of a responder. Below: records that another machine or the responder withdraws.
@Suite struct ServiceResponderTrafficTests {
  private var responder = ServiceResponder(
    Sample.records(), rng: Sample.rng(), now: .zero)

  init() {
    while case let next = responder.deadline, next < .never { _ = responder.advance(next) }
  }

  private mutating func sent(from start: DiscoveryTime) -> [(
    time: DiscoveryTime, message: DNSMessage
  )] {
    var sent: [(DiscoveryTime, DNSMessage)] = []
    while case let next = responder.deadline, next < .never {
      let now = max(start, next)
      sent += responder.advance(now).map { (now, $0.message) }
    }
    return sent
  }

  private mutating func answer(
    _ query: DNSMessage, from source: Endpoint = Sample.neighbour, at time: DiscoveryTime
  ) -> [(time: DiscoveryTime, message: DNSMessage)] {
    #expect(responder.hear(query: query, from: source, time) == nil)
    return sent(from: time)
  }

  private static let pointer = Sample.records().records(.pointer)[0]

  // RFC 6762, 7.1.
  @Test(
    arguments: [
      ("all of its time", pointer, 0), ("half of it", pointer.lasting(2_250), 0),
      ("less", pointer.lasting(2_249), 1),
      ("of another", Sample.records("Bo").records(.pointer)[0], 1),
    ])
  func `answers known to the client are left out`(name: String, known: DNSRecord, count: Int) {
    var suite = self
    let query = Sample.query(Sample.type, DNSType.pointer, known: [known])
    #expect(suite.answer(query, at: .seconds(100)).count == count, "\(name)")
  }

  // RFC 6762, 7.2.
  @Test mutating func `a question with more known answers to come waits for them`() throws {
    var query = Sample.query(Sample.type, DNSType.pointer)
    query.flags = DNSMessage.truncated
    var suite = self
    let sent = suite.answer(query, at: .seconds(100))
    let delay = try #require(sent.first).time - .seconds(100)
    #expect(sent.count == 1 && delay >= .milliseconds(400) && delay <= .milliseconds(500))
    // The second packet says that the answer is known; packets of another client have no effect.
    let rest = DNSMessage(answers: [Self.pointer])
    #expect(responder.hear(query: query, from: Sample.neighbour, .seconds(100)) == nil)
    let other = Endpoint(address: [10, 0, 0, 77], port: 5_353)
    #expect(responder.hear(query: rest, from: other, .milliseconds(100_100)) == nil)
    #expect(responder.deadline < .never)
    #expect(responder.hear(query: rest, from: Sample.neighbour, .milliseconds(100_100)) == nil)
    #expect(self.sent(from: .milliseconds(100_100)).isEmpty)
  }

  // RFC 6762, 5.4.
  @Test mutating func `an answer goes to the client alone if all have received it recently`() throws
  {
    var query = Sample.query(Sample.instance("Anna"), DNSType.text)
    query.questions[0].wantsUnicast = true
    let heard = responder.hear(query: query, from: Sample.neighbour, .seconds(1_000))
    let reply = try #require(heard)
    #expect(reply.receiver == Sample.neighbour && reply.message.answers.map(\.type) == [16])
    #expect(reply.message.answers[0].isUnique && reply.message.questions.isEmpty)
    #expect(responder.deadline == .never)
    // A quarter of 75 minutes later, the answer goes to all.
    #expect(answer(query, at: .seconds(1_200)).count == 1)
  }

  // RFC 6762, 6.7.
  @Test mutating func `a legacy resolver gets an answer in its own format`() throws {
    var query = Sample.query(Sample.type, DNSType.pointer)
    query.id = 4_242
    let asker = Endpoint(address: [10, 0, 0, 2], port: 40_000)
    let heard = responder.hear(query: query, from: asker, .seconds(100))
    let reply = try #require(heard)
    #expect(reply.receiver == asker && reply.message.id == 4_242)
    #expect(reply.message.questions == query.questions)
    let records = reply.message.answers + reply.message.additionals
    #expect(records.map(\.type).sorted() == [1, 12, 16, 28, 33])
    #expect(records.allSatisfy { $0.ttl == 10 && !$0.isUnique })
    let other = Sample.query(DNSName("other.local"), DNSType.any)
    #expect(responder.hear(query: other, from: asker, .seconds(100)) == nil)
    #expect(responder.deadline == .never)
  }

  // RFC 6762, 6.
  @Test mutating func `no record is sent twice within a second, or a quarter to a prober`() {
    let query = Sample.query(Sample.instance("Anna"), DNSType.text)
    #expect(answer(query, at: .seconds(100)).map(\.time) == [.seconds(100)])
    #expect(answer(query, at: .milliseconds(100_300)).map(\.time) == [.seconds(101)])
    var probe = Sample.query(Sample.instance("anna"), DNSType.any)
    probe.authorities = Sample.records("anna", port: 1).records(.text)
    let defence = answer(probe, at: .milliseconds(101_100))
    #expect(defence.map { $0.message.answers.map(\.type) } == [[33], [16]])
    #expect(defence.map(\.time) == [.milliseconds(101_100), .milliseconds(101_250)])
  }

  @Test mutating func `several questions get one answer`() {
    for (name, type) in [(Sample.type, DNSType.pointer), (ServiceType.enumeration, 255)] {
      let query = Sample.query(name, type)
      #expect(responder.hear(query: query, from: Sample.neighbour, .seconds(100)) == nil)
    }
    let sent = sent(from: .milliseconds(100_120))
    #expect(sent.map(\.message.answers.count) == [2])
  }

  // RFC 6762, 7.4.
  @Test mutating func `an answer that another machine just sent to all is not repeated`() {
    let query = Sample.query(ServiceType.enumeration, DNSType.pointer)
    #expect(responder.hear(query: query, from: Sample.neighbour, .seconds(100)) == nil)
    responder.hear(answers: Sample.records("Bo").records(.enumeration), .seconds(100))
    #expect(responder.deadline == .never)
  }

  // RFC 6762, 6.6 and 10.1.
  @Test(
    arguments: [
      ("a goodbye in our name", pointer.lasting(0), [12]),
      ("less than half of its time", pointer.lasting(2_249), [12]),
      ("half of its time", pointer.lasting(2_250), []),
      ("where, taken back", Sample.records().records(.service)[0].lasting(0), [33]),
      ("another's goodbye", Sample.records("Bo").records(.pointer)[0].lasting(0), []),
      ("what others may take back", Sample.records().records(.enumeration)[0].lasting(0), []),
    ] as [(String, DNSRecord, [UInt16])])
  func `a record withdrawn by another machine is announced again`(
    name: String, record: DNSRecord, said: [UInt16]
  ) {
    var suite = self
    suite.responder.hear(answers: [record], .seconds(100))
    let sent = suite.sent(from: .seconds(100))
    #expect(sent.flatMap { $0.message.answers.map(\.type) } == said, "\(name)")
    #expect(sent.allSatisfy { $0.time == .seconds(100) })
  }

  // RFC 6762, 10.1.
  @Test func `a stopped responder withdraws its own records`() throws {
    let message = try #require(responder.goodbye()).message
    #expect(message.answers.map(\.type).sorted() == [1, 12, 16, 28, 33])
    #expect(message.answers.allSatisfy { $0.ttl == 0 && $0.name != ServiceType.enumeration })
    #expect(message.flags == 0x8400)
  }
}
