/// Publishes one service on one link (RFC 6762): probes whether its names are free, announces them, answers questions,
/// and withdraws the records at the end.
struct ServiceResponder: Sendable {
  /// A question whose sender has announced more known answers.
  private struct Waiting {
    var source: [UInt8]
    var kinds: RecordKinds
    var due: DiscoveryTime
  }

  private(set) var records: ServiceRecords
  /// Whether the service's name is taken, so that another one is needed.
  private(set) var needsName = false
  /// The number of probes and announcements sent so far.
  private var step = 0
  private var next: DiscoveryTime
  private var due = [DiscoveryTime](repeating: .never, count: RecordKinds.count)
  private var sentAt = [DiscoveryTime](repeating: .longAgo, count: RecordKinds.count)
  private var waiting: [Waiting] = []
  private var conflicts: [DiscoveryTime] = []
  /// Unicast answers within the current second.
  private var replies = (count: 0, since: DiscoveryTime.longAgo)
  private let rng: RandomSource

  private static let probes = 3
  private static let probeInterval: DiscoveryTime = .milliseconds(250)
  private static let announcements = 2
  /// The limit of questions that wait for more known answers.
  private static let mostWaiting = 8
  private static let mostReplies = 50
  /// The conflicts within ten seconds after which probing slows down (RFC 6762, 8.1).
  private static let mostConflicts = 15

  init(_ records: ServiceRecords, rng: @escaping RandomSource, now: DiscoveryTime) {
    (self.records, self.rng) = (records, rng)
    next = now + .milliseconds(rng(251))
  }

  var isAnnounced: Bool { step > Self.probes }

  var deadline: DiscoveryTime {
    var deadline = next
    for time in due { deadline = min(deadline, time) }
    for question in waiting { deadline = min(deadline, question.due) }
    return deadline
  }

  /// Probes again, with other records: the name or the link has changed.
  mutating func restart(_ records: ServiceRecords, now: DiscoveryTime) {
    self.records = records
    probe(at: now + .milliseconds(rng(251)), now: now)
    needsName = false
    sentAt = [DiscoveryTime](repeating: .longAgo, count: RecordKinds.count)
  }

  private mutating func probe(at time: DiscoveryTime, now: DiscoveryTime) {
    while let first = conflicts.first, now - first >= .seconds(10) { conflicts.removeFirst() }
    let isBusy = conflicts.count >= Self.mostConflicts
    (step, next) = (0, isBusy ? max(time, now + .seconds(5)) : time)
    due = [DiscoveryTime](repeating: .never, count: RecordKinds.count)
    waiting = []
  }

  /// The message that withdraws the records (RFC 6762, 10.1); nil if nothing was announced. Leaves out the service
  /// type, which other hosts may have too.
  func goodbye() -> Outgoing? {
    guard isAnnounced else { return nil }
    var message = DNSMessage(flags: DNSMessage.response)
    message.answers = records.records(RecordKinds.announced.subtracting(.enumeration))
    for index in message.answers.indices { message.answers[index].ttl = 0 }
    return Outgoing(message: message)
  }

  // MARK: - Timers

  mutating func advance(_ now: DiscoveryTime) -> [Outgoing] {
    var sent: [Outgoing] = []
    if next <= now {
      step += 1
      if step <= Self.probes {
        sent.append(Outgoing(message: probeMessage))
        next = now + Self.probeInterval
      } else {
        send(.announced, now, &sent)
        next = step < Self.probes + Self.announcements ? now + .seconds(1) : .never
      }
    }
    for place in waiting.indices.reversed() where waiting[place].due <= now {
      schedule(waiting[place].kinds, at: now)
      waiting.remove(at: place)
    }
    var kinds: RecordKinds = []
    for place in due.indices where due[place] <= now { kinds.formUnion(RecordKinds(place: place)) }
    if !kinds.isEmpty { send(kinds, now, &sent) }
    return sent
  }

  /// Questions for all names that are to be unique, with the proposed records (RFC 6762, 8.1 and 8.2). Asks for
  /// multicast answers, because programs of one host share the port and a unicast answer could reach another one
  /// (15.1).
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

  private mutating func send(_ kinds: RecordKinds, _ now: DiscoveryTime, _ sent: inout [Outgoing]) {
    // Additional records that were sent within the last second are left out.
    var further: RecordKinds = []
    for place in records.further(kinds).places where now - sentAt[place] >= .seconds(1) {
      further.formUnion(RecordKinds(place: place))
    }
    for place in kinds.union(further).places { (sentAt[place], due[place]) = (now, .never) }
    var message = DNSMessage(flags: DNSMessage.response)
    message.answers = records.records(kinds)
    message.additionals = records.records(further)
    if !message.answers.isEmpty { sent.append(Outgoing(message: message)) }
  }

  // MARK: - Incoming messages

  /// Reads a response. It may show that a name is taken (RFC 6762, 9), or be the answer we were about to send (7.4). It
  /// may also withdraw one of our records, which is then sent again (6.6).
  mutating func hear(answers: [DNSRecord], _ now: DiscoveryTime) {
    for record in answers {
      if record.name == ServiceType.enumeration, record.content == .pointer(records.type),
        record.ttl >= ServiceRecords.usualTime
      {
        due[0] = .never
      }
      if isAnnounced, let kind = records.kind(denied: record) { schedule(kind, at: now) }
      guard records.isContradicted(by: record, isAsking: !isAnnounced) else { continue }
      if conflicts.count == Self.mostConflicts { conflicts.removeFirst() }
      conflicts.append(now)
      // An announced name is probed again: the other host then defends it, or probes as well.
      if isAnnounced { probe(at: now, now: now) } else { needsName = true }
      return
    }
  }

  /// Reads a question; returns an answer for the asker alone, if any.
  mutating func hear(
    query: DNSMessage, from source: Endpoint, _ now: DiscoveryTime
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
    var (all, one): (RecordKinds, RecordKinds) = ([], [])
    for question in query.questions {
      let kinds = records.kinds(answering: question)
      if question.wantsUnicast || isLegacy { one.formUnion(kinds) } else { all.formUnion(kinds) }
    }
    if isLegacy { return legacyReply(query, one, source, now) }
    let known = records.known(query.answers, of: all.union(one))
    (all, one) = (all.subtracting(known), one.subtracting(known))
    // Records that were not multicast lately are multicast now (RFC 6762, 5.4).
    for place in one.places {
      let kind = RecordKinds(place: place)
      let quarter = DiscoveryTime.seconds(Int(ServiceRecords.ttl(of: kind)) / 4)
      if now - sentAt[place] >= quarter { all.formUnion(kind) }
    }
    one.subtract(all)
    if query.isTruncated, waiting.count < Self.mostWaiting {
      let due = now + .milliseconds(400 + rng(101))
      waiting.append(Waiting(source: source.address, kinds: all.union(one), due: due))
      return nil
    }
    let isProbe = !query.authorities.isEmpty
    let isUnique = all.isDisjoint(with: .shared)
    schedule(
      all, at: isUnique ? now : now + .milliseconds(20 + rng(101)),
      again: isProbe ? Self.probeInterval : .seconds(1))
    guard !one.isEmpty, mayReply(now) else { return nil }
    var message = DNSMessage(flags: DNSMessage.response)
    message.answers = records.records(one)
    message.additionals = records.records(records.further(one))
    return Outgoing(message: message, receiver: source)
  }

  /// Schedules record sets for a time, or later if they were sent shortly before (RFC 6762, 6).
  private mutating func schedule(
    _ kinds: RecordKinds, at time: DiscoveryTime, again: DiscoveryTime = .seconds(1)
  ) {
    for place in kinds.places {
      due[place] = min(due[place], max(time, sentAt[place] + again))
    }
  }

  /// Waits for a second if another host probes for our names with greater records (RFC 6762, 8.2).
  private mutating func yield(to query: DNSMessage, _ now: DiscoveryTime) {
    for question in query.questions
    where question.name == records.instance || question.name == records.host {
      guard records.yields(question.name, to: query.authorities) else { continue }
      return probe(at: now + .seconds(1), now: now)
    }
  }

  /// Removes further known answers from the question of an earlier asker (RFC 6762, 7.2).
  private mutating func subtract(_ query: DNSMessage, _ source: Endpoint, _ now: DiscoveryTime) {
    for index in waiting.indices where waiting[index].source == source.address {
      waiting[index].kinds.subtract(records.known(query.answers, of: waiting[index].kinds))
      if query.isTruncated { waiting[index].due = now + .milliseconds(400 + rng(101)) }
    }
  }

  /// The answer to a legacy resolver, which does not know multicast (RFC 6762, 6.7).
  private mutating func legacyReply(
    _ query: DNSMessage, _ kinds: RecordKinds, _ source: Endpoint, _ now: DiscoveryTime
  ) -> Outgoing? {
    var message = DNSMessage(id: query.id, flags: DNSMessage.response)
    message.questions = query.questions.filter { !records.kinds(answering: $0).isEmpty }
    message.answers = records.records(kinds.subtracting([.instanceEnd, .hostEnd]))
    message.additionals = records.records(records.further(kinds).subtracting(.hostEnd))
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

  private mutating func mayReply(_ now: DiscoveryTime) -> Bool {
    if now - replies.since >= .seconds(1) { replies = (0, now) }
    replies.count += 1
    return replies.count <= Self.mostReplies
  }
}
