import Testing

@testable import Peering

@Suite struct ServiceBrowserTests {
  private var browser = ServiceBrowser(type: Sample.type, rng: Sample.rng(), now: .zero)
  private static let all = Sample.records().records(.announced)

  /// Returns the questions asked until a given time.
  private mutating func asked(
    to end: DiscoveryTime, from start: DiscoveryTime = .zero
  ) -> [(time: DiscoveryTime, message: DNSMessage)] {
    var asked: [(DiscoveryTime, DNSMessage)] = []
    while case let next = browser.deadline, next <= end {
      let now = max(start, next)
      if let query = browser.advance(now, own: nil) { asked.append((now, query.message)) }
    }
    return asked
  }

  private var addresses: [[UInt8]] { browser.hosts.first?.addresses.map(\.bytes) ?? [] }

  // RFC 6762, 5.2.
  @Test mutating func `a browser asks at once, and then less and less often`() throws {
    let asked = asked(to: .seconds(24 * 3_600))
    let start = try #require(asked.first?.time)
    #expect(start >= .milliseconds(20) && start <= .milliseconds(120))
    let gaps = zip(asked.dropFirst(), asked).map { ($0.0.time - $0.1.time).milliseconds / 1_000 }
    #expect(gaps.prefix(13) == [1, 2, 4, 8, 16, 32, 64, 128, 256, 512, 1_024, 2_048, 3_600])
    #expect(gaps.dropFirst(13).allSatisfy { $0 == 3_600 })
    for (_, message) in asked {
      #expect(message.questions == [DNSQuestion(name: Sample.type, type: DNSType.pointer)])
      #expect(message.id == 0 && message.flags == 0)
    }
  }

  // RFC 6762, 7.1.
  @Test mutating func `a browser sends known answers until half of their time has passed`() throws {
    browser.hear(Self.all, .zero)
    let own = Sample.records("Bo").records(.pointer)[0]
    let first = browser.advance(.milliseconds(120), own: own)
    let query = try #require(first).message
    #expect(query.answers.map(\.content) == [.pointer(Sample.instance("Anna")), own.content])
    #expect(query.answers[0].ttl == 4_499)
    browser.hear([own.lasting(6)], .milliseconds(120))
    let second = browser.advance(.seconds(4), own: nil)
    let later = try #require(second).message
    #expect(later.answers.map(\.content) == [.pointer(Sample.instance("Anna"))])
  }

  // RFC 6762, 5.2: at 80, 85, 90 and 95 % of the time to live, plus up to 2 % at random.
  @Test mutating func `known records are queried before they expire, and then removed`() {
    _ = asked(to: .seconds(100))
    let start: DiscoveryTime = .seconds(100)
    browser.hear(Self.all, start)
    let asked = asked(to: start + .seconds(119), from: start)
    let services = asked.filter {
      $0.message.questions.contains { $0.name == Sample.instance("Anna") && $0.type == 33 }
    }
    let shares = services.map { Double(($0.time - start).milliseconds) / 1_200 }
    #expect(shares.count == 4)
    for (share, least) in zip(shares, [80.0, 85, 90, 95]) {
      #expect(share >= least && share <= least + 2.2, "\(shares)")
    }
    #expect(asked.allSatisfy { !$0.message.questions.contains { $0.type == DNSType.text } })
    browser.changed = []
    _ = browser.advance(start + .seconds(120), own: nil)
    #expect(browser.instance("Anna")?.service == nil)
    #expect(browser.changed == [Sample.instance("Anna")] && browser.hosts.isEmpty)
  }

  @Test mutating func `a repeated record is valid for longer`() {
    browser.hear(Self.all, .zero)
    for minute in 1...60 {
      browser.hear(Self.all, .seconds(60 * minute))
      _ = browser.advance(.seconds(60 * minute), own: nil)
    }
    #expect(browser.instance("Anna")?.service != nil)
    #expect(browser.changed == [Sample.instance("Anna")] && addresses.count == 2)
  }

  @Test mutating func `missing records are queried less and less often`() throws {
    browser.hear(Sample.records().records(.pointer), .zero)
    let first = asked(to: .seconds(16)).flatMap { message in
      message.message.questions.filter { $0.name == Sample.instance("Anna") }
    }
    #expect([33, 16].map { type in first.count { $0.type == type } } == [5, 5])
    browser.hear(Sample.records().records([.service, .text]), .seconds(16))
    let second = asked(to: .seconds(18), from: .seconds(16)).flatMap(\.message.questions)
    #expect(second.map(\.name).allSatisfy { $0 == Sample.host })
    #expect(second.map(\.type) == [1, 28, 1, 28])
    browser.hear(Sample.records().records(.addresses6), .seconds(18))
    // One kind of address is enough: the host would have sent the other kind, too.
    #expect(asked(to: .seconds(30), from: .seconds(18)).isEmpty)
  }

  // RFC 6762, 10.2.
  @Test mutating func `new addresses replace older ones, but not those sent together`() {
    browser.hear(Self.all, .zero)
    let (one, two): ([UInt8], [UInt8]) = ([10, 0, 0, 8], [10, 0, 0, 9])
    let next = Sample.records(addresses: [one, two]).records(.addresses4)
    browser.hear([next[0]], .milliseconds(900))
    browser.hear(next, .milliseconds(1_800))
    _ = browser.advance(.milliseconds(2_799), own: nil)
    #expect(addresses.contains([10, 0, 0, 1]))
    _ = browser.advance(.milliseconds(2_800), own: nil)
    #expect(addresses.filter { $0.count == 4 } == [one, two])
    // IPv6 addresses are separate.
    #expect(addresses.count == 3)
  }

  // RFC 6762, 10.1.
  @Test mutating func `a withdrawn record stays valid for one second`() {
    browser.hear(Self.all, .zero)
    browser.hear(Self.all.map { $0.lasting(0) }, .seconds(5))
    _ = browser.advance(.milliseconds(5_999), own: nil)
    #expect(browser.instances.count == 1)
    _ = browser.advance(.seconds(6), own: nil)
    #expect(browser.instances.isEmpty && browser.hosts.isEmpty)
    // A goodbye of an unknown service is ignored.
    browser.hear(Self.all.map { $0.lasting(0) }, .seconds(7))
    #expect(browser.instances.isEmpty)
  }

  @Test mutating func `a change of network queries all records again and removes the unconfirmed`()
  {
    browser.hear(Self.all, .seconds(1))
    browser.hear(Sample.records("Bo").records(.announced), .seconds(1))
    _ = asked(to: .seconds(10))
    browser.restart(.seconds(10))
    let asked = asked(to: .milliseconds(10_120), from: .seconds(10))
    // All known data is uncertain.
    #expect(asked.map(\.message.answers) == [[]])
    browser.hear(Self.all, .milliseconds(10_200))
    _ = browser.advance(.seconds(20), own: nil)
    #expect(browser.instances.map(\.name) == [Sample.instance("Anna")])
    #expect(browser.hosts.count == 1)
  }

  @Test(
    arguments: [
      ("of another kind", DNSName("Anna._other._tcp.local")),
      ("the kind itself", Sample.type),
      ("two labels", DNSName("a.b._actionitems._tcp.local")),
      ("a line end", Sample.instance("a\nb")),
      ("no UTF-8", DNSName(bytes: [2, 0xC3, 0x28] + Sample.type.bytes)),
    ])
  func `names that are not of services are ignored`(name: String, instance: DNSName) {
    var suite = self
    suite.browser.hear(
      [DNSRecord(name: Sample.type, content: .pointer(instance), ttl: 9)], .zero)
    #expect(suite.browser.instances.isEmpty, "\(name)")
  }

  @Test func `plausible times to live are accepted`() {
    let long = Lease(ttl: .max, rng: Sample.rng(), now: .zero)
    #expect(long.expires == .seconds(4_500))
    // A shorter time would need more than one question a second.
    #expect(Lease(ttl: 19, rng: Sample.rng(), now: .zero).next == .never)
    #expect(Lease(ttl: 20, rng: Sample.rng(), now: .zero).next < .never)
  }
}
