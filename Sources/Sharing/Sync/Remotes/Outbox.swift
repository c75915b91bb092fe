import Store

/// The changes that one remote still has to get. `RemoteSync` adds them as read from the store, sends them in order,
/// and resends them until they are acknowledged or set aside. `Inbox` is for received versions.
///
/// At most one window of changes is unacknowledged at a time. The outbox is a plain state machine. Its progress is the
/// cursor `confirmed`.
package struct Outbox: Sendable {
  /// Limits and waits.
  package struct Settings: Hashable, Sendable {
    package var window = 3072
    /// The number of bytes that may be unacknowledged. A single change may be larger.
    package var windowBytes = 4 << 20
    /// The time without an expected acknowledgement after which the session counts as dead.
    package var acknowledgementTimeout: Duration = .seconds(10)
    package var tries = 3
    /// The waits after the first, second and each further refusal of a change. The last one repeats.
    package var retryWaits: [Duration] = [.seconds(1), .seconds(5), .seconds(30)]
    /// The wait after a limit of the remote was reached. Only people can raise the limit.
    package var limitWait: Duration = .seconds(600)
    /// How long a change is held back because the peer should get it from the machine that made it.
    package var directPatience: Duration = .seconds(10)
    /// The largest message of one change, in bytes. A larger one would end every session.
    package var changeBytes = 1 << 20
    /// Whether the remote acknowledges changes. If not, sent changes are not kept, and `confirmed` moves only in
    /// `acknowledgeAllSent`.
    package var isAcknowledged = true
  }

  /// A change that the remote refused, or that is too large to send.
  package struct SetAside: Hashable, Sendable {
    package var sequence: Int
    package var itemID: String
    /// The error code of the remote, or `too_large`.
    package var code: String
    package var message: String
  }

  /// A change that is not finished yet.
  struct Pending {
    var change: OutgoingChange
    var isSent = false
    var isDone = false
    /// Whether the change was finished without an acknowledgement: set aside, or replaced by a later one.
    var isUnacknowledged = false
    var refusals = 0
  }

  /// Pending changes by number. The first ones can be removed in constant time.
  struct Queue {
    private var items: [Pending] = []
    private var start = 0
    private(set) var first = 0

    var count: Int { items.count - start }
    var end: Int { first + count }

    subscript(number: Int) -> Pending {
      get { items[start + number - first] }
      _modify { yield &items[start + number - first] }
    }

    mutating func append(_ item: Pending) { items.append(item) }

    mutating func removeFirst() {
      start += 1
      first += 1
      // Shifting the array for each change would cost time in the size of the window.
      guard start >= 256 else { return }
      items.removeFirst(start)
      start = 0
    }
  }

  private let settings: Settings
  /// Whether the last read of the store reached its end.
  var isAtEnd = false
  /// The items that the remote requested by id. They are sent outside of the window.
  var asked = RequestedItems()
  private var batches = MessageBatches()
  /// The cursor to store: up to it, every change was acknowledged, set aside, or replaced by a later one.
  private(set) var confirmed: FeedCursor
  /// The number of changes acknowledged, and how many of them `takeCount` has returned.
  private(set) var acknowledged = 0
  private var counted = 0
  private(set) var setAsideCount = 0
  /// The sequence number of the last acknowledged change up to `confirmed`, if any.
  private(set) var lastTaken: Int?
  /// The cursor up to which the journal was read.
  private(set) var readTo: FeedCursor
  /// Like `confirmed`, but for a remote that never acknowledges, sent changes count as finished.
  private var done: FeedCursor
  private var sentUnacknowledged = 0
  /// Changes from the first unfinished one on. The first has the number `first`.
  var pending = Queue()
  /// The numbers of the changes to send or send again, in order.
  private(set) var due: [Int] = []
  /// The numbers of changes that wait: after a refusal, or until a peer has them from their source.
  var held: [(number: Int, until: Duration)] = []
  private var places: [String: Int] = [:]
  private var pendingBytes = 0
  /// The number of changes that are sent and unfinished.
  private(set) var underWay = 0
  /// The versions that the remote has in common with this store, by item, since `takeExchanged` was last called.
  private var exchanged: [String: ExchangedVersion] = [:]
  /// The time of the remote's last answer to a change, or of the first unanswered send.
  private var lastAnswer: Duration = .zero

  init(after place: FeedCursor, settings: Settings = Settings()) {
    (confirmed, readTo, done) = (place, place, place)
    self.settings = settings
  }

  /// Starts over after a cursor: forgets all changes.
  mutating func startOver(after place: FeedCursor) {
    var new = Outbox(after: place, settings: settings)
    (new.asked, new.batches) = (asked, batches)
    (new.acknowledged, new.counted) = (acknowledged, acknowledged)
    new.setAsideCount = setAsideCount
    self = new
  }

  /// Forgets the frames of an earlier session.
  mutating func forgetBatches() { batches = MessageBatches() }

  /// Returns how many changes were acknowledged since the last call.
  mutating func takeCount() -> Int {
    defer { counted = acknowledged }
    return acknowledged - counted
  }

  /// The number of changes that may still be offered.
  var room: Int {
    pendingBytes >= settings.windowBytes && !isIdle ? 0 : settings.window - pending.count
  }

  /// The number of changes to read from the store next; nil for none.
  ///
  /// It is a quarter of a window. Smaller reads would read each block many times. Larger ones would let the remote
  /// wait.
  var readSize: Int? {
    let share = max(1, settings.window / 4)
    guard !isAtEnd, room >= share else { return nil }
    // While the outbox is idle, as at the beginning, a long read delays nothing. The entries are also compared with
    // the remote's acknowledged offset, and more entries find more contradictions.
    return isIdle ? room : share
  }

  /// Whether every change is finished.
  var isIdle: Bool { pending.count == 0 }

  var isAllSent: Bool { due.isEmpty && held.isEmpty }

  /// Whether the remote has answered everything that was sent, and only changes that wait are left.
  var isAnswered: Bool { due.isEmpty && underWay == 0 }

  /// The time when the next held change is due; nil if none is held.
  var retryAt: Duration? { held.map(\.until).min() }

  /// The time when the session counts as dead unless an answer arrives; nil if none is expected.
  var deadline: Duration? {
    underWay > 0 ? lastAnswer + settings.acknowledgementTimeout : nil
  }

  // MARK: - Offering and sending

  /// Adds changes, in order. `place` is the cursor up to which the journal was read for them.
  ///
  /// Returns those that are too large to send. They count as finished.
  @discardableResult
  mutating func offer(
    _ changes: [OutgoingChange], upTo place: FeedCursor, _ now: Duration = .zero
  ) -> [SetAside] {
    var asides: [SetAside] = []
    for change in changes {
      let number = pending.end
      places[change.messageID] = number
      pending.append(Pending(change: change))
      pendingBytes += change.frame.count
      if change.frame.count > settings.changeBytes {
        let size = "\(change.frame.count) bytes, more than \(settings.changeBytes)"
        asides.append(setAside(number, code: "too_large", message: "its message has \(size)"))
      } else if change.source != nil {
        held.append((number, now + settings.directPatience))
      } else {
        due.append(number)
      }
    }
    readTo = place
    confirm()
    return asides
  }

  /// Returns the frames to send now, with several changes each if `isBatched`.
  mutating func takeFrames(
    _ now: Duration, _ isBatched: Bool, _ milliseconds: Int
  ) -> [[UInt8]] {
    let changes = takeDue(now)
    guard isBatched, changes.count > 1 else { return changes.map(\.frame) }
    return batches.frames(changes, milliseconds: milliseconds)
  }

  mutating func takeDue(_ now: Duration) -> [OutgoingChange] {
    release(now)
    if due.isEmpty { return [] }
    if underWay == 0 { lastAnswer = now }
    var changes: [OutgoingChange] = []
    for number in due where number >= pending.first && !pending[number].isDone {
      changes.append(pending[number].change)
      if settings.isAcknowledged {
        pending[number].isSent = true
        underWay += 1
      } else {
        finish(number)
      }
    }
    due = []
    return changes
  }

  /// Makes held changes due that have waited long enough. A change is not resent after a later one of the same item,
  /// because the resend would undo the later one.
  private mutating func release(_ now: Duration) {
    if held.isEmpty { return }
    let ready = held.filter { $0.until <= now }.map(\.number)
    held.removeAll { $0.until <= now }
    for number in ready.sorted() where number >= pending.first && !pending[number].isDone {
      pending[number].change.source = nil
      if isOvertaken(number) { overtake(number) } else { makeDue(number) }
    }
  }

  private mutating func makeDue(_ number: Int) {
    due.insert(number, at: due.firstIndex { $0 > number } ?? due.endIndex)
  }

  private func isOvertaken(_ number: Int) -> Bool {
    let item = pending[number].change.itemID
    return (number + 1..<pending.end).contains { pending[$0].change.itemID == item }
  }

  /// Finishes a change that a later one of the same item replaces.
  mutating func overtake(_ number: Int) {
    pending[number].isUnacknowledged = true
    finish(number)
  }

  private mutating func setAside(_ number: Int, code: String, message: String) -> SetAside {
    let change = pending[number].change
    overtake(number)
    setAsideCount += 1
    return SetAside(
      sequence: change.sequence, itemID: change.itemID, code: code, message: message)
  }

  /// Begins a new session: unacknowledged changes become due again, in order.
  ///
  /// If the remote has a later change of the same item, the earlier one is finished instead.
  mutating func restart() {
    underWay = 0
    due = []
    let waiting = Set(held.map(\.number))
    var overtaken: [Int] = []
    var taken: Set<String> = []
    for number in (pending.first..<pending.end).reversed() {
      let item = pending[number].change.itemID
      if pending[number].isDone {
        if !pending[number].isUnacknowledged { taken.insert(item) }
        continue
      }
      pending[number].isSent = false
      if taken.contains(item) {
        overtaken.append(number)
      } else if !waiting.contains(number) {
        due.append(number)
      }
    }
    due.reverse()
    for number in overtaken { overtake(number) }
  }

  /// Restarts the wait for answers at `now`.
  mutating func postpone(_ now: Duration) { lastAnswer = max(lastAnswer, now) }

  // MARK: - Answers

  /// Notes that the remote has taken a change or a batch. Returns false if nothing with this id is pending.
  @discardableResult
  mutating func acknowledge(_ id: String, _ now: Duration) -> Bool {
    let before = acknowledged
    for message in batches.messages(of: id) {
      // An acknowledgement of a batch does not cover messages that were refused by their own id.
      guard let number = places[message], message == id || pending[number].isSent else { continue }
      lastAnswer = now
      acknowledged += 1
      finish(number)
      batches.forget(message)
    }
    return acknowledged > before
  }

  /// Notes that the remote has refused a change or batch. Returns the change if this was its last try, so that it was
  /// set aside. The changes of a refused batch are resent one by one, to find the one at fault.
  ///
  /// Returns nil if the id is not pending, if a retry is scheduled, or if a later change replaces the refused one.
  mutating func refuse(
    _ id: String, code: String, message: String, _ now: Duration
  ) -> SetAside? {
    let together = batches.takeApart(id)
    if !together.isEmpty {
      sendAgain(together, now)
      return nil
    }
    guard let number = takeBack(id, now) else { return nil }
    pending[number].refusals += 1
    let refusals = pending[number].refusals
    guard refusals < settings.tries else { return setAside(number, code: code, message: message) }
    let waits = settings.retryWaits
    let wait = waits.isEmpty ? .zero : waits[min(refusals, waits.count) - 1]
    held.append((number, now + wait))
    return nil
  }

  /// Delays a change or a batch because the remote can take nothing now. It is resent after a long wait, any number of
  /// times. A delay does not count as a refusal.
  mutating func putOff(_ id: String, _ now: Duration, isLimit: Bool = false) {
    let wait = isLimit ? settings.limitWait : settings.retryWaits.last ?? .zero
    for message in batches.messages(of: id) {
      guard let number = takeBack(message, now) else { continue }
      held.append((number, now + wait))
    }
  }

  /// Resends changes at once, without counting a refusal.
  mutating func sendAgain(_ ids: [String], _ now: Duration) {
    for id in ids {
      if let number = takeBack(id, now) { makeDue(number) }
    }
  }

  /// Notes that a sent change was not taken, and returns its number. Returns nil if the change was not sent, or if a
  /// later change of the same item replaces it.
  private mutating func takeBack(_ id: String, _ now: Duration) -> Int? {
    guard let number = places[id], pending[number].isSent else { return nil }
    lastAnswer = now
    pending[number].isSent = false
    underWay -= 1
    guard isOvertaken(number) else { return number }
    overtake(number)
    return nil
  }

  /// Returns and clears the versions that the remote newly has in common with this store, by item.
  mutating func takeExchanged() -> [String: ExchangedVersion] {
    defer { exchanged = [:] }
    return exchanged
  }

  /// Counts everything sent as taken, for a remote that never acknowledges.
  mutating func acknowledgeAllSent() {
    if settings.isAcknowledged { return }
    acknowledged += sentUnacknowledged
    sentUnacknowledged = 0
    confirmed = done
  }

  private mutating func finish(_ number: Int) {
    places[pending[number].change.messageID] = nil
    if pending[number].isSent { underWay -= 1 }
    pending[number].isSent = false
    pending[number].isDone = true
    if !pending[number].isUnacknowledged, let version = pending[number].change.exchanged {
      exchanged[pending[number].change.itemID] = version
    }
    if !held.isEmpty { held.removeAll { $0.number == number } }
    pendingBytes -= pending[number].change.frame.count
    // A finished change that waits for earlier ones needs no frame.
    pending[number].change.frame = []
    confirm()
  }

  /// Advances past all finished changes.
  private mutating func confirm() {
    while pending.count > 0, case let item = pending[pending.first], item.isDone {
      (done.sequence, done.checksum) = (item.change.sequence, item.change.checksum)
      pending.removeFirst()
      if item.isUnacknowledged { continue }
      if settings.isAcknowledged {
        lastTaken = item.change.sequence
      } else {
        sentUnacknowledged += 1
      }
    }
    if pending.count == 0 { done = readTo }
    if settings.isAcknowledged { confirmed = done }
  }
}
