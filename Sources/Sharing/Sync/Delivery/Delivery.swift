import Store

/// Changes on their way to one engine: sent in order, at most a window of them unacknowledged, and done
/// with only when the engine says so.
///
/// A plain state machine. How far delivery has come is `confirmed`: everything up to there was
/// acknowledged, or set aside.
package struct Delivery: Sendable {
  package struct Settings: Hashable, Sendable {
    package var window = 3072
    /// Bytes that may be unacknowledged; one change may always be.
    package var windowBytes = 4 << 20
    /// How long without an acknowledgement, while some are due, until the session counts as dead.
    package var acknowledgementTimeout: Duration = .seconds(10)
    package var tries = 3
    /// How long a change waits that was refused once, twice and so on; the last one holds for all further times.
    package var retryWaits: [Duration] = [.seconds(1), .seconds(5), .seconds(30)]
    /// How long a change waits that a peer is to have from where it was made.
    package var directPatience: Duration = .seconds(10)
    /// Bytes that the message of one change may have; a larger one would end every session.
    package var changeBytes = 1 << 20
    /// Whether the engine acknowledges. Where it does not, nothing is kept that was sent, and nothing is
    /// confirmed until `acknowledgeAllSent`.
    package var isAcknowledged = true
  }

  /// A change that the engine would not take.
  package struct SetAside: Hashable, Sendable {
    package var sequence: Int
    package var itemID: String
    /// What the engine calls the reason.
    package var code: String
    package var message: String
  }

  struct Pending {
    var change: OutgoingChange
    var isSent = false
    var isDone = false
    /// Whether the engine has not taken it, and will not be asked again.
    var isSetAside = false
    var refusals = 0
  }

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
      // Moving the rest down each time would cost the whole window for each change.
      guard start >= 256 else { return }
      items.removeFirst(start)
      start = 0
    }
  }

  private let settings: Settings
  /// Everything up to here is done with.
  private(set) var confirmed: FeedPosition
  private(set) var acknowledged = 0
  /// The number of the last change up to `confirmed` that the engine has taken; nil where there is none.
  private(set) var lastTaken: Int?
  /// Up to here the journal was read.
  private(set) var readTo: FeedPosition
  /// Everything up to here is done with, whether or not the engine says so.
  private var done: FeedPosition
  private var sentUnacknowledged = 0
  /// Changes that are not done with, or stand behind one that is not; the first has the number `first`.
  var pending = Queue()
  /// The numbers of those that are yet to be sent, or to be sent again, in order.
  private(set) var due: [Int] = []
  /// The numbers of those that were refused and wait until then, to be sent again.
  var held: [(number: Int, until: Duration)] = []
  private var places: [String: Int] = [:]
  private var pendingBytes = 0
  /// Sent and not done with.
  private(set) var underWay = 0
  /// What the engine has in common with this store since it has taken changes, by item.
  private var exchanged: [String: ExchangedVersion] = [:]
  /// When the engine last said something of a change, or the first of those under way was sent.
  private var lastAnswer: Duration = .zero

  init(after place: FeedPosition, settings: Settings = Settings()) {
    (confirmed, readTo, done) = (place, place, place)
    self.settings = settings
  }

  /// How many more changes may be offered.
  var room: Int {
    pendingBytes >= settings.windowBytes && !isIdle ? 0 : settings.window - pending.count
  }

  /// Whether nothing is waited for and nothing is due.
  var isIdle: Bool { pending.count == 0 }

  var isAllSent: Bool { due.isEmpty && held.isEmpty }

  /// When a change that was refused is due again; nil where none is.
  var retryAt: Duration? { held.map(\.until).min() }

  /// When the session counts as dead unless there is an answer; nil where none is due.
  var deadline: Duration? {
    underWay > 0 ? lastAnswer + settings.acknowledgementTimeout : nil
  }

  // MARK: - Offering and sending

  /// Takes changes, in order; the journal was read up to `place` for them. Returns those that are too large
  /// to be sent: they are done with.
  @discardableResult
  mutating func offer(
    _ changes: [OutgoingChange], upTo place: FeedPosition, _ now: Duration = .zero
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

  /// Lets go of those that have waited long enough. A change is not sent again behind a later one of the
  /// same item, which it would undo.
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

  /// Is done with a change that a later one of the same item replaces.
  mutating func overtake(_ number: Int) {
    pending[number].isSetAside = true
    finish(number)
  }

  private mutating func setAside(_ number: Int, code: String, message: String) -> SetAside {
    let change = pending[number].change
    overtake(number)
    return SetAside(
      sequence: change.sequence, itemID: change.itemID, code: code, message: message)
  }

  /// A new session begins: what was not acknowledged is sent again, in order, but for changes of which the
  /// engine has a later one of the same item.
  mutating func restart() {
    underWay = 0
    due = []
    let waiting = Set(held.map(\.number))
    var overtaken: [Int] = []
    var taken: Set<String> = []
    for number in (pending.first..<pending.end).reversed() {
      let item = pending[number].change.itemID
      if pending[number].isDone {
        if !pending[number].isSetAside { taken.insert(item) }
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

  /// Holds the waiting for answers: it begins again at `now`.
  mutating func postpone(_ now: Duration) { lastAnswer = max(lastAnswer, now) }

  // MARK: - Answers

  /// The engine has taken a change; false where the id is none of one that is waited for.
  @discardableResult
  mutating func acknowledge(_ id: String, _ now: Duration) -> Bool {
    guard let number = places[id] else { return false }
    lastAnswer = now
    acknowledged += 1
    finish(number)
    return true
  }

  /// Whether a change was sent, and the engine has said nothing of it.
  func isUnderWay(_ id: String) -> Bool { places[id].map { pending[$0].isSent } ?? false }

  /// The engine has not taken a change; nil where the id is none of one that is waited for, or where it will
  /// be sent again after a while, or is replaced by a later one of the same item.
  mutating func refuse(
    _ id: String, code: String, message: String, _ now: Duration
  ) -> SetAside? {
    guard let number = takeBack(id, now) else { return nil }
    pending[number].refusals += 1
    let refusals = pending[number].refusals
    guard refusals < settings.tries else { return setAside(number, code: code, message: message) }
    let waits = settings.retryWaits
    let wait = waits.isEmpty ? .zero : waits[min(refusals, waits.count) - 1]
    held.append((number, now + wait))
    return nil
  }

  /// The engine can take nothing now, which says nothing against the changes: they are sent again after the
  /// longest wait, however often that happens.
  mutating func putOff(_ ids: [String], _ now: Duration) {
    for id in ids {
      guard let number = takeBack(id, now) else { continue }
      held.append((number, now + (settings.retryWaits.last ?? .zero)))
    }
  }

  /// The engine has not taken a message of several changes: which of them is at fault shows when each is sent alone.
  mutating func sendAgain(_ ids: [String], _ now: Duration) {
    for id in ids {
      if let number = takeBack(id, now) { makeDue(number) }
    }
  }

  /// Notes that the engine has not taken a change; nil where that was not waited for, or where a later one of the
  /// same item replaces it.
  private mutating func takeBack(_ id: String, _ now: Duration) -> Int? {
    guard let number = places[id], pending[number].isSent else { return nil }
    lastAnswer = now
    pending[number].isSent = false
    underWay -= 1
    guard isOvertaken(number) else { return number }
    overtake(number)
    return nil
  }

  /// Takes what the engine has in common with this store, by item, since it was taken last.
  mutating func takeExchanged() -> [String: ExchangedVersion] {
    defer { exchanged = [:] }
    return exchanged
  }

  /// Everything that was sent counts as taken, by an engine that never says so.
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
    if !pending[number].isSetAside, let version = pending[number].change.exchanged {
      exchanged[pending[number].change.itemID] = version
    }
    if !held.isEmpty { held.removeAll { $0.number == number } }
    pendingBytes -= pending[number].change.frame.count
    // What is done with needs no room while it waits for those before it.
    pending[number].change.frame = []
    confirm()
  }

  /// Moves on over all that is done with.
  private mutating func confirm() {
    while pending.count > 0, case let item = pending[pending.first], item.isDone {
      (done.sequence, done.checksum) = (item.change.sequence, item.change.checksum)
      pending.removeFirst()
      if item.isSetAside { continue }
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
