import ActionItems
import Store
import CivilTime
import ItemRecords
import Encoding

/// What a session with a peer has told and heard beside changes.
struct PeerView: Sendable {
  /// What it tells, for `PeerMesh`; nil where that says nothing of what others have.
  var telling: String?
  /// How far the peer was told last that it knows everything, or all that was made here.
  var place: (FeedPosition, isAll: Bool)?
  /// Whether it was asked to tell everything again, and has not begun: what it says of its place is of before.
  var awaitsRestart = false
  /// What it was told of other stores, and when last.
  var told = (PeerMesh.Knowledge(), at: Duration.zero)
  /// What it has told of other stores.
  var theirs = PeerMesh.Knowledge()
}

/// What peers tell each other that an engine is not told.
extension DestinationSync {
  /// A message was read: a peer hears of it once what it brought is durable.
  mutating func noteMessage(_ id: String?) {
    if settings.session.isPeer, let id { intake.add(message: id) }
  }

  /// A peer has told of an item in one of its changes: others have those that it has made from it.
  func noteSource(_ item: IncomingItem) {
    guard let mesh = settings.mesh, let telling = peer.telling,
      item.store == session.engineStore, item.version.device == session.engineStore,
      let sequence = item.sequence, case .fields(let known) = item.version.content
    else { return }
    mesh.note(known, from: .init(telling: telling, sequence: sequence))
  }

  mutating func acknowledge(_ messages: [String]) {
    guard session.isReady else { return }
    answers += messages.count
    for id in messages { tell("acknowledgment", ["messageID": .string(id)], id: id) }
  }

  /// Tells a peer when it knows all that is here, for which it may wait; and when it knows all but what it is to have
  /// from elsewhere, which is all that was made here.
  mutating func tellPosition() {
    guard settings.session.isPeer, isAtEnd, !isFetching, delivery.awaitsOthersAlone else { return }
    let isAll = delivery.isIdle
    let place = isAll ? delivery.confirmed : delivery.readTo
    guard place != peer.place?.0 || (isAll && peer.place?.isAll == false) else { return }
    peer.place = (place, isAll)
    tell(
      "sync.position",
      [
        "store_id": .string(identity.store), "sequence": .int(place.sequence),
        "checksum": .int(place.checksum), "own": .bool(!isAll),
      ])
  }

  /// A peer has told up to where all is durable here that it has made; returns whether that is not all that it has.
  func notePosition(_ payload: JSONValue) -> Bool {
    if let telling = peer.telling, let sequence = payload["sequence"]?.int {
      settings.mesh?.note(telling, upTo: sequence)
    }
    return settings.session.isPeer && payload["own"]?.bool == true
  }

  /// Begins to tell again what a peer has asked for: what it heard of the place before is of no use.
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

  /// When a peer is to be told of what has become known; nil where nothing has.
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

  /// The peer tells what it knows of other stores: what it has from there is not passed on to it.
  mutating func takeKnowledge(_ frame: SyncFrame, _ now: Duration) {
    guard settings.session.isPeer, session.isReady else { return }
    peer.theirs.take(frame.payloadValue)
    delivery.settle(now) { [theirs = peer.theirs] source in theirs.standing(of: source) }
    noteDelivery()
  }

  /// Of several changes of one item a peer is told the last alone: it says all that those before it say.
  func latest(_ entries: [ChangeReader.Entry]) -> [ChangeReader.Entry] {
    guard settings.session.isPeer else { return entries }
    var seen: Set<String> = []
    let last = entries.reversed().filter { seen.insert($0.change.change.known.item.id).inserted }
    return last.reversed()
  }

  /// Whether a peer need not be told of a change, has to be, or has it soon from where it was made.
  func standing(of entry: ChangeReader.Entry) -> (Delivery.Standing, PeerMesh.Source?) {
    guard let mesh = settings.mesh, entry.change.origin != nil,
      let source = mesh.source(of: entry.change.change.known)
    else { return (.missing, nil) }
    return (peer.theirs.standing(of: source), source)
  }

  /// Has looked whether the store has the place up to which the peer has taken it over.
  mutating func checkPlace() {
    if let known = session.theirs { peer.theirs.take(known) }
    if let store = session.engineStore, let telling = session.telling {
      peer.telling = PeerMesh.telling(telling, of: store)
    }
    if let telling = peer.telling { settings.mesh?.note(telling, isThere: true) }
    let place = state.enginePlace
    let taken = place?.store == session.engineStore ? place?.sequence ?? 0 : 0
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
      .check(FeedPosition(store: taken.store, sequence: taken.sequence, checksum: taken.checksum)))
  }

  /// The store has no such place: it was put back to an earlier state. The two tell each other everything once more:
  /// what was lost here comes back, and what was made since goes out.
  mutating func contradicted(_ mismatch: ChangeReader.Mismatch, _ now: Duration) {
    guard session.isReady else { return }
    requests.append(
      .warn(
        "the peer knows a later state of this store (\(mismatch)): both tell each other everything again"
      ))
    beginAnew()
    state.engineID = session.engineStore
    settings.mesh?.beginHistory()
    tell("sync.reset", ["reason": .string("\(mismatch)")])
    peer.awaitsRestart = true
    resume()
    proceed(now)
  }

  /// A peer has closed the connection: it has nothing left to tell, or ends.
  mutating func peerClosed(_ text: String, _ now: Duration, at wall: Timestamp) {
    let isWhole = isAtEnd && !isFetching && delivery.isIdle
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

  /// The session is over: what its peer makes comes by others.
  func leaveMesh() {
    if let telling = peer.telling { settings.mesh?.note(telling, isThere: false) }
  }

  mutating func tell(_ type: String, _ payload: JSONValue, id: String? = nil) {
    session.noteSent()
    requests.append(.send(SyncFrame.write(type, messageID: id, payload)))
  }
}
