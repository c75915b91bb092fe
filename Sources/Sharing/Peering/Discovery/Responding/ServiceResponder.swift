/// Publishes one service on one link (RFC 6762): first asks whether its names are free, then announces it, then answers.
struct ServiceResponder: Sendable {
  /// A question that came with more known answers than one packet holds.
  private struct Waiting {
    var source: [UInt8]
    var facts: ServiceFacts
    var due: Time
  }

  private(set) var records: ServiceRecords
  /// Whether somebody else has the name, so that another one is wanted.
  private(set) var needsName = false
  /// How often it has asked whether the names are free, and then announced them.
  private var step = 0
  private var next: Time
  private var due = [Time](repeating: .never, count: ServiceFacts.count)
  private var told = [Time](repeating: .longAgo, count: ServiceFacts.count)
  private var waiting: [Waiting] = []
  private var conflicts: [Time] = []
  /// Answers to single hosts within a second.
  private var replies = (count: 0, since: Time.longAgo)
  private let chance: Chance

  private static let probes = 3
  private static let probeInterval: Time = .milliseconds(250)
  private static let announcements = 2
  /// Questions with more known answers to come, at most.
  private static let mostWaiting = 8
  private static let mostReplies = 50
  /// Who has so many conflicts within ten seconds goes slowly (RFC 6762, 8.1).
  private static let mostConflicts = 15

  init(_ records: ServiceRecords, chance: @escaping Chance, now: Time) {
    (self.records, self.chance) = (records, chance)
    next = now + .milliseconds(chance(251))
  }

  var isAnnounced: Bool { step > Self.probes }

  var deadline: Time {
    var deadline = next
    for time in due { deadline = min(deadline, time) }
    for question in waiting { deadline = min(deadline, question.due) }
    return deadline
  }

  /// Asks for other records from the beginning: another name was chosen, or the link is not what it was.
  mutating func restart(_ records: ServiceRecords, now: Time) {
    self.records = records
    probe(at: now + .milliseconds(chance(251)), now: now)
    needsName = false
    told = [Time](repeating: .longAgo, count: ServiceFacts.count)
  }

  private mutating func probe(at time: Time, now: Time) {
    while let first = conflicts.first, now - first >= .seconds(10) { conflicts.removeFirst() }
    let isBusy = conflicts.count >= Self.mostConflicts
    (step, next) = (0, isBusy ? max(time, now + .seconds(5)) : time)
    due = [Time](repeating: .never, count: ServiceFacts.count)
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

  mutating func advance(_ now: Time) -> [Outgoing] {
    var sent: [Outgoing] = []
    if next <= now {
      step += 1
      if step <= Self.probes {
        sent.append(Outgoing(message: probeMessage))
        next = now + Self.probeInterval
      } else {
        tell(.announced, now, &sent)
        next = step < Self.probes + Self.announcements ? now + .seconds(1) : .never
      }
    }
    for place in waiting.indices.reversed() where waiting[place].due <= now {
      schedule(waiting[place].facts, at: now)
      waiting.remove(at: place)
    }
    var facts: ServiceFacts = []
    for place in due.indices where due[place] <= now { facts.formUnion(ServiceFacts(place: place)) }
    if !facts.isEmpty { tell(facts, now, &sent) }
    return sent
  }

  /// Questions for all names that are to be ours alone, with what we would say of them (RFC 6762, 8.1 and 8.2). Several
  /// programs of one host share the port, so that an answer to us alone would go astray (15.1).
  private var probeMessage: DNSMessage {
    var message = DNSMessage()
    message.questions = [
      DNSQuestion(name: records.instance, type: DNSType.any),
      DNSQuestion(name: records.host, type: DNSType.any),
    ]
    message.authorities = records.records(.unique)
    for index in message.authorities.indices { message.authorities[index].isUnique = false }
    return message
  }

  private mutating func tell(_ facts: ServiceFacts, _ now: Time, _ sent: inout [Outgoing]) {
    // What was told within the last second is left out, where it was not asked for.
    var further: ServiceFacts = []
    for place in records.further(facts).places where now - told[place] >= .seconds(1) {
      further.formUnion(ServiceFacts(place: place))
    }
    for place in facts.union(further).places { (told[place], due[place]) = (now, .never) }
    var message = DNSMessage(flags: DNSMessage.response)
    message.answers = records.records(facts)
    message.additionals = records.records(further)
    if !message.answers.isEmpty { sent.append(Outgoing(message: message)) }
  }

  // MARK: - What others say

  /// Hears an answer to somebody: it may say that a name is taken (RFC 6762, 9), what we were about to say (7.4), or
  /// that something of ours holds no more, which is said once more then (6.6).
  mutating func hear(answers: [DNSRecord], _ now: Time) {
    for record in answers {
      if record.name == ServiceType.enumeration, record.content == .pointer(records.type),
        record.ttl >= ServiceRecords.usualTime
      {
        due[0] = .never
      }
      if isAnnounced, let fact = records.fact(denied: record) { schedule(fact, at: now) }
      guard records.isContradicted(by: record, isAsking: !isAnnounced) else { continue }
      if conflicts.count == Self.mostConflicts { conflicts.removeFirst() }
      conflicts.append(now)
      // Whoever had it asks for it once more: then the other one defends it, or asks as well.
      if isAnnounced { probe(at: now, now: now) } else { needsName = true }
      return
    }
  }

  /// Hears a question; what comes back goes to who asked alone.
  mutating func hear(
    query: DNSMessage, from source: Endpoint, _ now: Time
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
      let fact = ServiceFacts(place: place)
      let quarter = Time.seconds(Int(ServiceRecords.ttl(of: fact)) / 4)
      if now - told[place] >= quarter { all.formUnion(fact) }
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
    _ facts: ServiceFacts, at time: Time, again: Time = .seconds(1)
  ) {
    for place in facts.places {
      due[place] = min(due[place], max(time, told[place] + again))
    }
  }

  /// Others ask for our names at the same time: who has the smaller records waits for a second (RFC 6762, 8.2).
  private mutating func yield(to query: DNSMessage, _ now: Time) {
    for question in query.questions
    where question.name == records.instance || question.name == records.host {
      guard records.yields(question.name, to: query.authorities) else { continue }
      return probe(at: now + .seconds(1), now: now)
    }
  }

  /// More known answers of one who has asked before (RFC 6762, 7.2).
  private mutating func subtract(_ query: DNSMessage, _ source: Endpoint, _ now: Time) {
    for index in waiting.indices where waiting[index].source == source.address {
      waiting[index].facts.subtract(records.known(query.answers, of: waiting[index].facts))
      if query.isTruncated { waiting[index].due = now + .milliseconds(400 + chance(101)) }
    }
  }

  /// An answer for a resolver that knows nothing of multicast (RFC 6762, 6.7).
  private mutating func legacyReply(
    _ query: DNSMessage, _ facts: ServiceFacts, _ source: Endpoint, _ now: Time
  ) -> Outgoing? {
    var message = DNSMessage(id: query.id, flags: DNSMessage.response)
    message.questions = query.questions.filter { !records.facts(answering: $0).isEmpty }
    message.answers = records.records(facts.subtracting([.instanceEnd, .hostEnd]))
    message.additionals = records.records(records.further(facts).subtracting(.hostEnd))
    guard !message.answers.isEmpty, mayReply(now) else { return nil }
    message.answers = Self.plain(message.answers)
    message.additionals = Self.plain(message.additionals)
    return Outgoing(message: message, receiver: source)
  }

  private static func plain(_ records: [DNSRecord]) -> [DNSRecord] {
    var records = records
    for place in records.indices {
      records[place].ttl = min(records[place].ttl, 10)
      records[place].isUnique = false
    }
    return records
  }

  private mutating func mayReply(_ now: Time) -> Bool {
    if now - replies.since >= .seconds(1) { replies = (0, now) }
    replies.count += 1
    return replies.count <= Self.mostReplies
  }
}
