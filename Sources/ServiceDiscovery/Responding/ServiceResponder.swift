/// Publishes one service on one link (RFC 6762): first asks whether its names are free, then announces it, then answers.
struct ServiceResponder: Sendable {
  private enum Stage {
    /// Asks whether the names are free; so many times yet, and again at a time.
    case probing(asked: Int, next: Duration)
    case announcing(told: Int, next: Duration)
    case settled
  }

  /// A question that came with more known answers than one packet holds.
  private struct Waiting {
    var source: [UInt8]
    var facts: ServiceFacts
    var due: Duration
  }

  private(set) var records: ServiceRecords
  /// Whether somebody else has the name, so that another one is wanted.
  private(set) var needsName = false
  private var stage: Stage
  /// When each fact is to be told to all.
  private var due = [Duration?](repeating: nil, count: ServiceFacts.count)
  /// When each was told to all.
  private var told = [Duration?](repeating: nil, count: ServiceFacts.count)
  private var waiting: [Waiting] = []
  /// When conflicts were found, the last ones.
  private var conflicts: [Duration] = []
  /// Answers to single hosts within a second.
  private var replies = (count: 0, since: Duration.zero)
  private let chance: Chance

  private static let probes = 3
  private static let probeInterval: Duration = .milliseconds(250)
  private static let announcements = 2
  /// Questions with more known answers to come, at most.
  private static let mostWaiting = 8
  /// Answers to single hosts, at most in a second.
  private static let mostReplies = 50
  /// Who has so many conflicts within ten seconds goes slowly (RFC 6762, 8.1).
  private static let mostConflicts = 15

  init(_ records: ServiceRecords, chance: @escaping Chance, now: Duration) {
    self.records = records
    self.chance = chance
    stage = .probing(asked: 0, next: now + .milliseconds(chance(251)))
  }

  /// Whether the name is ours by now.
  var isAnnounced: Bool { if case .probing = stage { false } else { true } }

  /// When there is something to do next.
  var deadline: Duration? {
    let next: Duration? =
      switch stage {
      case .probing(_, let next), .announcing(_, let next): next
      case .settled: nil
      }
    return ([next] + due + waiting.map(\.due)).compactMap { $0 }.min()
  }

  /// Asks for other records from the beginning: another name was chosen, or the link is not what it was.
  mutating func restart(_ records: ServiceRecords, now: Duration) {
    self.records = records
    probe(at: now + .milliseconds(chance(251)), now: now)
    needsName = false
    told = [Duration?](repeating: nil, count: ServiceFacts.count)
  }

  private mutating func probe(at time: Duration, now: Duration) {
    conflicts.removeAll { now - $0 >= .seconds(10) }
    let isBusy = conflicts.count >= Self.mostConflicts
    stage = .probing(asked: 0, next: isBusy ? max(time, now + .seconds(5)) : time)
    due = [Duration?](repeating: nil, count: ServiceFacts.count)
    waiting = []
  }

  /// What takes everything back (RFC 6762, 10.1); nil where nothing was said. That there are services of this kind
  /// others may say as well.
  func goodbye() -> Outgoing? {
    guard isAnnounced else { return nil }
    var message = DNSMessage(flags: DNSMessage.response)
    message.answers = records.records(ServiceFacts.announced.subtracting(.enumeration))
    for index in message.answers.indices { message.answers[index].ttl = 0 }
    return Outgoing(message: message)
  }

  // MARK: - By the clock

  /// What is to be sent by now.
  mutating func advance(_ now: Duration) -> [Outgoing] {
    var sent: [Outgoing] = []
    switch stage {
    case .probing(let asked, let next) where next <= now && asked < Self.probes:
      sent.append(Outgoing(message: probeMessage))
      stage = .probing(asked: asked + 1, next: now + Self.probeInterval)
    case .probing(_, let next) where next <= now: announce(0, now, &sent)
    case .announcing(let count, let next) where next <= now: announce(count, now, &sent)
    default: break
    }
    for question in waiting where question.due <= now { schedule(question.facts, at: now) }
    waiting.removeAll { $0.due <= now }
    let facts = ServiceFacts(
      (0..<ServiceFacts.count).filter { due[$0].map { $0 <= now } ?? false }
        .map { ServiceFacts(place: $0) })
    if !facts.isEmpty { tell(facts, now, &sent) }
    return sent
  }

  /// Questions for all names that are to be ours alone, with what we would say of them (RFC 6762, 8.1 and 8.2). Several
  /// programs of one host share the port, so that an answer to us alone would go astray (15.1).
  private var probeMessage: DNSMessage {
    var message = DNSMessage()
    message.questions = [records.instance, records.host].map {
      DNSQuestion(name: $0, type: DNSType.any)
    }
    message.authorities = records.records(.unique)
    for index in message.authorities.indices { message.authorities[index].isUnique = false }
    return message
  }

  private mutating func announce(_ count: Int, _ now: Duration, _ sent: inout [Outgoing]) {
    tell(.announced, now, &sent)
    let isLast = count + 1 == Self.announcements
    stage = isLast ? .settled : .announcing(told: count + 1, next: now + .seconds(1))
  }

  private mutating func tell(
    _ facts: ServiceFacts, _ now: Duration, _ sent: inout [Outgoing]
  ) {
    // What was told within the last second is left out, where it was not asked for.
    let fresh = records.further(facts).places.filter { place in
      told[place].map { now - $0 >= .seconds(1) } ?? true
    }
    let further = ServiceFacts(fresh.map { ServiceFacts(place: $0) })
    for place in facts.union(further).places { (told[place], due[place]) = (now, nil) }
    var message = DNSMessage(flags: DNSMessage.response)
    message.answers = records.records(facts)
    message.additionals = records.records(further)
    if !message.answers.isEmpty { sent.append(Outgoing(message: message)) }
  }

  // MARK: - What others say

  /// Hears an answer to somebody: it may say that a name is taken (RFC 6762, 9), or what we were about to say (7.4).
  mutating func hear(answers: [DNSRecord], _ now: Duration) {
    for record in answers {
      if record.name == ServiceType.enumeration, record.content == .pointer(records.type),
        record.ttl >= ServiceRecords.usualTime
      {
        due[0] = nil
      }
      guard records.isContradicted(by: record, isAsking: !isAnnounced) else { continue }
      conflicts = conflicts.suffix(Self.mostConflicts - 1) + [now]
      // Whoever had it asks for it once more: then the other one defends it, or asks as well.
      if isAnnounced { probe(at: now, now: now) } else { needsName = true }
      return
    }
  }

  /// Hears a question; what comes back goes to who asked alone.
  mutating func hear(
    query: DNSMessage, from source: Endpoint, _ now: Duration
  ) -> Outgoing? {
    guard isAnnounced else {
      yield(to: query, now)
      return nil
    }
    if query.questions.isEmpty {
      subtract(query, source, now)
      return nil
    }
    let isLegacy = source.port != Endpoint.usualPort
    var (all, one): (ServiceFacts, ServiceFacts) = ([], [])
    for question in query.questions {
      let facts = records.facts(answering: question)
      if question.wantsUnicast || isLegacy { one.formUnion(facts) } else { all.formUnion(facts) }
    }
    if isLegacy { return legacyReply(query, one, source, now) }
    let known = records.known(query.answers, of: all.union(one))
    (all, one) = (all.subtracting(known), one.subtracting(known))
    // What not all have heard lately they may hear as well (RFC 6762, 5.4).
    for place in one.places {
      let quarter = Duration.seconds(ServiceRecords.ttl(of: ServiceFacts(place: place)) / 4)
      if told[place].map({ now - $0 >= quarter }) ?? true { all.insert(ServiceFacts(place: place)) }
    }
    one.subtract(all)
    if query.isTruncated, waiting.count < Self.mostWaiting {
      let due = now + .milliseconds(400 + chance(101))
      waiting.append(Waiting(source: source.address, facts: all.union(one), due: due))
      return nil
    }
    let isProbe = !query.authorities.isEmpty
    let isUnique = all.isDisjoint(with: .shared)
    schedule(
      all, at: isUnique ? now : now + .milliseconds(20 + chance(101)),
      again: isProbe ? Self.probeInterval : .seconds(1))
    guard !one.isEmpty, mayReply(now) else { return nil }
    var message = DNSMessage(flags: DNSMessage.response)
    message.answers = records.records(one)
    message.additionals = records.records(records.further(one))
    return Outgoing(message: message, receiver: source)
  }

  /// Has facts told at a time, or later where they were told a short time ago (RFC 6762, 6).
  private mutating func schedule(
    _ facts: ServiceFacts, at time: Duration, again: Duration = .seconds(1)
  ) {
    for place in facts.places {
      let time = told[place].map { max(time, $0 + again) } ?? time
      due[place] = due[place].map { min($0, time) } ?? time
    }
  }

  /// Others ask for our names at the same time: who has the smaller records waits for a second (RFC 6762, 8.2).
  private mutating func yield(to query: DNSMessage, _ now: Duration) {
    let names = [records.instance, records.host].filter { name in
      query.questions.contains { $0.name == name }
    }
    guard names.contains(where: { records.yields($0, to: query.authorities) }) else { return }
    probe(at: now + .seconds(1), now: now)
  }

  /// More known answers of one who has asked before (RFC 6762, 7.2).
  private mutating func subtract(_ query: DNSMessage, _ source: Endpoint, _ now: Duration) {
    for index in waiting.indices where waiting[index].source == source.address {
      waiting[index].facts.subtract(records.known(query.answers, of: waiting[index].facts))
      if query.isTruncated { waiting[index].due = now + .milliseconds(400 + chance(101)) }
    }
  }

  /// An answer for a resolver that knows nothing of multicast (RFC 6762, 6.7).
  private mutating func legacyReply(
    _ query: DNSMessage, _ facts: ServiceFacts, _ source: Endpoint, _ now: Duration
  ) -> Outgoing? {
    var message = DNSMessage(id: query.id, flags: DNSMessage.response)
    message.questions = query.questions.filter { !records.facts(answering: $0).isEmpty }
    message.answers = records.records(facts.subtracting([.instanceEnd, .hostEnd]))
    message.additionals = records.records(records.further(facts).subtracting(.hostEnd))
    guard !message.answers.isEmpty, mayReply(now) else { return nil }
    func plain(_ record: DNSRecord) -> DNSRecord {
      DNSRecord(name: record.name, content: record.content, ttl: min(record.ttl, 10))
    }
    message.answers = message.answers.map(plain)
    message.additionals = message.additionals.map(plain)
    return Outgoing(message: message, receiver: source)
  }

  private mutating func mayReply(_ now: Duration) -> Bool {
    if now - replies.since >= .seconds(1) { replies = (0, now) }
    replies.count += 1
    return replies.count <= Self.mostReplies
  }
}
