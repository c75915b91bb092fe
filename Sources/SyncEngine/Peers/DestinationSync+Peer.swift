import ActionItemModel
public import ActionItemRepository
import CivilTime
import Extraction
import JSONText
import Journal

/// What peers tell each other that an engine is not told.
extension DestinationSync {
  /// A message was read: a peer hears of it once what it brought is durable.
  mutating func noteMessage(_ id: String?) {
    if settings.session.isPeer, let id { intake.add(message: id) }
  }

  /// What the peer tells of its store: another part is another telling. Nil where it does not say which store it has.
  var telling: String? {
    session.engineStore.map { store in session.part.map { "\(store)/\($0)" } ?? store }
  }

  /// A peer has told of an item in one of its changes.
  func noteSource(_ item: IncomingItem) {
    guard let mesh = settings.mesh, let telling, item.store == session.engineStore,
      let sequence = item.sequence
    else { return }
    switch item.version.content {
    case .fields(let known), .presence(let known):
      mesh.note(known, from: .init(telling: telling, sequence: sequence))
    case .item, .note, .deletion, .withdrawal: break
    }
  }

  /// What messages brought is durable.
  mutating func acknowledge(_ messages: [String]) {
    guard session.isReady else { return }
    for id in messages { tell("acknowledgment", ["messageID": .string(id)], id: id) }
  }

  /// Tells a peer when it knows all that is here: it need not wait for more.
  mutating func tellPosition() {
    let place = delivery.confirmed
    guard settings.session.isPeer, isAtEnd, !isFetching, delivery.isAllSent, delivery.isIdle,
      place != toldPlace
    else { return }
    toldPlace = place
    tell(
      "sync.position",
      [
        "store_id": .string(identity.store), "sequence": .number("\(place.sequence)"),
        "checksum": place.checksum.map { JSONValue.number("\($0)") } ?? .null,
      ])
  }

  /// Tells a peer what has changed of what is known here of other stores.
  mutating func tellKnowledge() {
    guard let mesh = settings.mesh, case let now = mesh.knowledge, now != toldKnowledge else {
      return
    }
    let before = toldKnowledge ?? .init()
    toldKnowledge = now
    let own = telling
    let places = now.places.filter { $0.key != own && before.places[$0.key] != $0.value }
    let tellings = now.tellings.filter { $0 != own }
    if places.isEmpty, tellings == before.tellings.filter({ $0 != own }) { return }
    tell(
      "sync.known",
      [
        "places": .object(
          places.sorted { $0.key < $1.key }.map { .init($0.key, .number("\($0.value)")) }),
        "tellings": .array(tellings.sorted().map(JSONValue.string)),
      ])
  }

  /// The peer tells what it knows of other stores: what it has from there is not passed on to it.
  mutating func takeKnowledge(_ frame: SyncFrame, _ now: Duration) {
    guard settings.session.isPeer, session.isReady else { return }
    for place in (frame.payloadValue["places"]?.object ?? []).prefix(PeerMesh.tellings)
    where theirs.places[place.key] != nil || theirs.places.count < PeerMesh.tellings {
      theirs.places[place.key] = place.value.int
    }
    let tellings = (frame.payloadValue["tellings"]?.array ?? []).prefix(PeerMesh.tellings)
    theirs.tellings = Set(tellings.compactMap(\.string))
    delivery.settle(now) { [theirs] source in
      if theirs.has(source) { return .known }
      return theirs.tellings.contains(source.telling) ? .expected : .missing
    }
    noteDelivery()
  }

  /// Of several changes of one item a peer is told the last alone: it says all that those before it say.
  func current(_ entries: [OutboxReader.Entry]) -> [OutboxReader.Entry] {
    guard settings.session.isPeer else { return entries }
    var seen: Set<String> = []
    let last = entries.reversed().filter { seen.insert($0.change.change.known.item.id).inserted }
    return last.reversed()
  }

  /// Whether a peer need not be told of a change, has to be, or has it soon from where it was made.
  func standing(of entry: OutboxReader.Entry) -> (Delivery.Standing, PeerMesh.Source?) {
    guard let mesh = settings.mesh, entry.change.origin != nil,
      let source = mesh.source(of: entry.change.change.known)
    else { return (.missing, nil) }
    if theirs.has(source) { return (.known, source) }
    return (theirs.tellings.contains(source.telling) ? .expected : .missing, source)
  }

  /// Has looked whether the store has the place up to which the peer has taken it over.
  mutating func checkPlace() {
    (theirs, toldKnowledge) = (.init(), nil)
    if let telling { settings.mesh?.note(telling, isThere: true) }
    let taken = state.engineStore == session.engineStore ? state.engineSequence : 0
    if settings.session.isPeer, let claimed = session.claimed, claimed > taken {
      tell(
        "sync.request",
        ["reason": "acknowledged changes are missing here", "since": .number("\(taken)")])
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
  public mutating func contradicted(_ mismatch: OutboxReader.Mismatch, _ now: Duration) {
    guard session.isReady else { return }
    requests.append(
      .warn(
        "the peer knows a later state of this store (\(mismatch)): both tell each other everything again"
      ))
    beginAnew()
    state.engineID = session.engineStore
    tell("sync.reset", ["reason": .string("\(mismatch)")])
    awaitsRestart = true
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

  /// The machine's networks are others than before.
  public mutating func networkChanged(_ now: Duration) {
    session.probe(now)
    proceed(now)
  }

  /// The session is over: what its peer makes comes by others.
  func leaveMesh() {
    if let telling { settings.mesh?.note(telling, isThere: false) }
  }

  mutating func tell(_ type: String, _ payload: JSONValue, id: String? = nil) {
    session.noteSent()
    requests.append(.send(SyncFrame.write(type, messageID: id) { $0.value(payload) }))
  }
}
