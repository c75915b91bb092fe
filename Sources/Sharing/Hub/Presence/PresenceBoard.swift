/// The presence of all clients of a hub: who is connected, what they look at and what they edit.
///
/// It has no clock and no socket: `HubLoop` passes updates and the time, and sends the returned notices to the others.
/// One person edits an item at a time, with a lease that has to be renewed. Presence is never stored.
package struct PresenceBoard: Sendable {
  /// A session with its person.
  private struct Session {
    var attendee: Attendee
    /// When the session last sent an update; nil if never, or if it has timed out.
    var heard: Duration?
    var lease: Lease?
    /// The changes that the session may still send, as of `counted`.
    var allowance = PresenceBoard.burst
    var counted: Duration

    var deadline: Duration? {
      guard let heard else { return nil }
      let end = heard + PresenceBoard.patience
      return lease.map { min(end, $0.until) } ?? end
    }
  }

  /// The right to edit an item for a limited time.
  private struct Lease {
    var number: Int
    var item: String
    var until: Duration
  }

  private var sessions: [Int: Session] = [:]
  private var holders: [String: Int] = [:]
  private var viewers: [String: Set<Int>] = [:]
  private var lastLease = 0

  /// How long a silent person counts as present.
  static let patience: Duration = .seconds(60)
  /// How long a lease lasts without renewal.
  static let leaseTime: Duration = .seconds(30)
  /// The burst limit of a session's changes, because each is sent to all others.
  static let burst = 20.0
  /// The allowed changes a second after a burst.
  static let pace = 4.0

  package init() {}

  /// The answer to an update, and the notices for the others.
  package struct Outcome: Hashable, Sendable {
    package var lease: Int?
    package var problem: PresenceProblem?
    /// The notices for the others, including those about expired sessions.
    package var notices: [PresenceNotice]
  }

  // MARK: - Sessions

  /// Begins a session; replaces one with the same number. The session becomes visible with its first update.
  @discardableResult
  package mutating func join(
    _ session: Int, name: String, device: String, at now: Duration
  ) -> [PresenceNotice] {
    let notices = leave(session)
    sessions[session] = Session(
      attendee: Attendee(session: session, name: name, device: device, activity: .idle),
      counted: now)
    return notices
  }

  package mutating func leave(_ session: Int) -> [PresenceNotice] {
    guard sessions[session] != nil else { return [] }
    let notices = hide(session)
    sessions[session] = nil
    return notices
  }

  /// Takes an update of a session; returns the answer and the notices for the others.
  ///
  /// A refused update only keeps the session present.
  package mutating func update(
    _ number: Int, _ update: PresenceUpdate, at now: Duration
  ) -> Outcome {
    let expired = expire(at: now)
    do throws(PresenceProblem) {
      let (lease, notices) = try take(update, of: number, at: now)
      return Outcome(lease: lease, problem: nil, notices: expired + notices)
    } catch {
      return Outcome(lease: nil, problem: error, notices: expired)
    }
  }

  private mutating func take(
    _ update: PresenceUpdate, of number: Int, at now: Duration
  ) throws(PresenceProblem) -> (lease: Int?, notices: [PresenceNotice]) {
    guard var session = sessions[number] else { throw .unknownSession }
    let isNews = session.heard == nil
    let before = session.attendee
    if !isNews { session.heard = now }
    session.allowance = min(
      Self.burst, session.allowance + (now - session.counted) / .seconds(1) * Self.pace)
    session.counted = now
    sessions[number] = session
    var isSame = before.activity == update.activity && before.cursor == update.cursor
    if case .editing(let item) = update.activity {
      try checkLease(session, item, update.lease)
      isSame = isSame && session.lease?.item == item
    }
    if !isSame || isNews {
      guard session.allowance >= 1 else { throw .tooFast }
      session.allowance -= 1
    }
    session.heard = now
    session.attendee.activity = update.activity
    session.attendee.cursor = update.cursor
    var notices: [PresenceNotice] = []
    let released = session.lease.flatMap { $0.item == update.activity.editedItem ? nil : $0 }
    if let released {
      session.lease = nil
      holders[released.item] = nil
      notices.append(.released(item: released.item, session.attendee, .released))
    }
    if let item = update.activity.editedItem {
      let isNew = session.lease == nil
      if isNew { lastLease += 1 }
      session.lease = Lease(
        number: session.lease?.number ?? lastLease, item: item, until: now + Self.leaseTime)
      holders[item] = number
      if isNew { notices.append(.editing(item: item, session.attendee, for: Self.leaseTime)) }
    }
    sessions[number] = session
    if !isSame || isNews {
      notices.append(.update(session.attendee))
      notices += look(number, from: isNews ? nil : before.activity.item)
    }
    return (session.lease?.number, notices)
  }

  private func checkLease(
    _ session: Session, _ item: String, _ given: Int?
  ) throws(PresenceProblem) {
    if let holder = holders[item], holder != session.attendee.session,
      let other = sessions[holder]
    {
      throw .held(by: other.attendee)
    }
    if let given, session.lease?.number != given || session.lease?.item != item {
      throw .leaseOver
    }
  }

  // MARK: - Time

  /// Removes silent persons, and leases that were not renewed.
  package mutating func expire(at now: Duration) -> [PresenceNotice] {
    var notices: [PresenceNotice] = []
    let due = sessions.filter { $0.value.deadline.map { $0 <= now } ?? false }
    for (number, session) in due.sorted(by: { $0.key < $1.key }) {
      if let heard = session.heard, heard + Self.patience <= now {
        notices += hide(number)
      } else if let lease = session.lease, lease.until <= now {
        sessions[number]?.lease = nil
        holders[lease.item] = nil
        // The person still views the item.
        sessions[number]?.attendee.activity = .viewing(lease.item)
        notices.append(.released(item: lease.item, session.attendee, .expired))
        if let attendee = sessions[number]?.attendee { notices.append(.update(attendee)) }
      }
    }
    return notices
  }

  /// When something expires next; nil if nobody is present.
  package var deadline: Duration? {
    sessions.values.compactMap(\.deadline).min()
  }

  // MARK: - Who is there

  package var people: [Attendee] {
    sessions.values.filter { $0.heard != nil }.map(\.attendee).sorted { $0.session < $1.session }
  }

  func people(at item: String) -> [Attendee] {
    (viewers[item] ?? []).sorted().compactMap { sessions[$0]?.attendee }
  }

  package var peopleByItem: [String: [Attendee]] {
    Dictionary(uniqueKeysWithValues: viewers.keys.map { ($0, people(at: $0)) })
  }

  // MARK: - Items

  private mutating func hide(_ number: Int) -> [PresenceNotice] {
    guard let session = sessions[number], session.heard != nil else { return [] }
    var notices: [PresenceNotice] = []
    if let lease = session.lease {
      holders[lease.item] = nil
      notices.append(.released(item: lease.item, session.attendee, .gone))
    }
    notices.append(.gone(session.attendee))
    let item = session.attendee.activity.item
    sessions[number]?.heard = nil
    sessions[number]?.lease = nil
    sessions[number]?.attendee.activity = .idle
    sessions[number]?.attendee.cursor = nil
    return notices + look(number, from: item)
  }

  /// Moves a session from the item `before` to its current one; returns the notices about both.
  private mutating func look(_ number: Int, from before: String?) -> [PresenceNotice] {
    let now = sessions[number]?.attendee.activity.item
    guard before != now else { return [] }
    if let before {
      viewers[before]?.remove(number)
      if viewers[before]?.isEmpty == true { viewers[before] = nil }
    }
    if let now { viewers[now, default: []].insert(number) }
    return [before, now].compactMap { item in item.map { .viewing(item: $0, people(at: $0)) } }
  }
}

extension Attendee.Activity {
  fileprivate var editedItem: String? {
    if case .editing(let item) = self { item } else { nil }
  }
}
