import ActionItems
import CivilTime
import Encoding
import ItemRecords
import Store

/// The state of a session with a peer, apart from changes.
struct PeerView: Sendable {
  /// The id of the peer's feed for `PeerMesh`; nil if it sent none.
  var telling: String?
  /// The last cursor sent to the peer, and whether it covers everything or only the changes made here.
  var place: (FeedCursor, isAll: Bool)?
  /// Whether a resend was requested and has not begun. Until then the peer's cursors are outdated.
  var awaitsRestart = false
  /// The knowledge of other stores that was sent to the peer, and when.
  var told = (PeerMesh.Knowledge(), at: Duration.zero)
  /// The knowledge of other stores that the peer sent.
  var theirs = PeerMesh.Knowledge()
}

/// The frames that only peers exchange.
extension RemoteSync {
  /// Notes that a message was read. It is acknowledged to a peer once its contents are durable.
  mutating func noteMessage(_ id: String?) {
    if settings.session.isPeer, let id { inbox.add(message: id) }
  }

  /// Records an item that a peer sent as its own change. Other peers can get it from there.
  func noteSource(_ item: IncomingItem) {
    guard let mesh = settings.mesh, let telling = peer.telling,
      item.store == session.serverStore, item.version.device == session.serverStore,
      let sequence = item.sequence, case .fields(let known) = item.version.content
    else { return }
    mesh.note(known, from: .init(telling: telling, sequence: sequence))
  }

  mutating func acknowledge(_ messages: [String]) {
    guard session.isReady else { return }
    answers += messages.count
    for id in messages { tell("acknowledgment", ["messageID": .string(id)], id: id) }
  }

  /// Sends the cursor once the peer has everything, for which it may wait.
  ///
  /// Before that, it is sent once the peer has everything except changes that it gets from other peers: that is all
  /// that was made here.
  mutating func tellPosition() {
    guard settings.session.isPeer, isAtEnd, !isFetching, outbox.awaitsOthersAlone else { return }
    let isAll = outbox.isIdle
    let place = isAll ? outbox.confirmed : outbox.readTo
    guard place != peer.place?.0 || (isAll && peer.place?.isAll == false) else { return }
    peer.place = (place, isAll)
    tell(
      "sync.position",
      [
        "store_id": .string(identity.store), "sequence": .int(place.sequence),
        "checksum": .int(place.checksum), "own": .bool(!isAll),
      ])
  }

  /// Notes that everything a peer made up to a cursor is durable here. Returns whether the peer still has more.
  func notePosition(_ payload: JSONValue) -> Bool {
    if let telling = peer.telling, let sequence = payload["sequence"]?.int {
      settings.mesh?.note(telling, upTo: sequence)
    }
    return settings.session.isPeer && payload["own"]?.bool == true
  }

  /// Begins a resend that a peer requested. Cursors sent before are no longer valid.
  mutating func restart() {
    guard settings.session.isPeer else { return }
    peer.place = nil
    tell("sync.restarted", [:])
  }

  private static let knowledgeInterval: Duration = .seconds(1)

  mutating func prepareHandshake() {
    guard let mesh = settings.mesh else { return }
    peer.told.0 = mesh.knowledge
    session.hello.known = peer.told.0.value
  }

  /// The time to send new knowledge to the peer, if any.
  var knowledgeDeadline: Duration? {
    guard let mesh = settings.mesh, mesh.knowledge != peer.told.0 else { return nil }
    return peer.told.at + Self.knowledgeInterval
  }

  mutating func tellKnowledge(_ now: Duration) {
    guard let mesh = settings.mesh, let knowledgeDeadline, knowledgeDeadline <= now else { return }
    let known = mesh.knowledge
    var news = known
    news.places = known.places.filter { peer.told.0.places[$0.key] != $0.value }
    peer.told = (known, now)
    tell("sync.known", news.value)
  }

  /// Takes the peer's knowledge of other stores. Changes that it already has are not passed on to it.
  mutating func takeKnowledge(_ frame: SyncFrame, _ now: Duration) {
    guard settings.session.isPeer, session.isReady else { return }
    peer.theirs.take(frame.payloadValue)
    outbox.settle(now) { [theirs = peer.theirs] source in theirs.standing(of: source) }
    noteDelivery()
  }

  /// Returns the last change of each item for a peer, since it includes the earlier ones. A server gets all of them.
  func latest(_ entries: [ChangeReader.Entry]) -> [ChangeReader.Entry] {
    guard settings.session.isPeer else { return entries }
    var seen: Set<String> = []
    let last = entries.reversed().filter { seen.insert($0.change.change.known.item.id).inserted }
    return last.reversed()
  }

  /// Returns whether a peer lacks a change, has it, or will soon get it from its source.
  func standing(of entry: ChangeReader.Entry) -> (Outbox.Standing, PeerMesh.Source?) {
    guard let mesh = settings.mesh, entry.change.origin != nil,
      let source = mesh.source(of: entry.change.change.known)
    else { return (.missing, nil) }
    return (peer.theirs.standing(of: source), source)
  }

  /// Compares cursors at the start of a session and requests what is missing here. Also has the store checked for the
  /// cursor that the peer acknowledges.
  mutating func checkPlace() {
    if let known = session.theirs { peer.theirs.take(known) }
    if let store = session.serverStore, let telling = session.telling {
      peer.telling = PeerMesh.telling(telling, of: store)
    }
    if let telling = peer.telling { settings.mesh?.note(telling, isThere: true) }
    let place = state.remoteCursor
    let taken = place?.store == session.serverStore ? place?.sequence ?? 0 : 0
    if settings.session.isPeer, let claimed = session.claimed, claimed > taken {
      tell(
        "sync.request",
        ["reason": "acknowledged changes are missing here", "since": .int(taken)])
      peer.awaitsRestart = true
    }
    guard settings.session.isPeer, let taken = session.taken, taken.store == identity.store else {
      return
    }
    session.taken = nil
    requests.append(
      .check(FeedCursor(store: taken.store, sequence: taken.sequence, checksum: taken.checksum)))
  }

  /// Handles a store that lacks the peer's cursor, because it was restored from a backup. Both sides send everything
  /// again, so that lost changes come back and new ones go out.
  mutating func contradicted(_ mismatch: ChangeReader.Mismatch, _ now: Duration) {
    guard session.isReady else { return }
    requests.append(
      .warn(
        "the peer knows a later state of this store (\(mismatch)): both sides send everything again"
      ))
    beginAnew()
    state.serverID = session.serverStore
    settings.mesh?.beginHistory()
    tell("sync.reset", ["reason": .string("\(mismatch)")])
    peer.awaitsRestart = true
    resume()
    proceed(now)
  }

  /// Handles a connection that the peer has closed, because it has nothing left to send or ends.
  mutating func peerClosed(_ text: String, _ now: Duration, at wall: Timestamp) {
    let isWhole = isAtEnd && !isFetching && outbox.isIdle
    guard settings.mode == .follow || (isWhole && isCaughtUp) else {
      return lost(SessionFailure(.transient, text), now, at: wall)
    }
    requests.append(.log(text))
    if isWhole { state.lastSuccess = wall }
    finish(.delivered)
  }

  mutating func networkChanged(_ now: Duration) {
    session.probe(now)
    proceed(now)
  }

  /// Notes that the session is over. Changes of this peer now arrive through others.
  func leaveMesh() {
    if let telling = peer.telling { settings.mesh?.note(telling, isThere: false) }
  }

  mutating func tell(_ type: String, _ payload: JSONValue, id: String? = nil) {
    session.noteSent()
    requests.append(.send(SyncFrame.write(type, messageID: id, payload)))
  }
}
