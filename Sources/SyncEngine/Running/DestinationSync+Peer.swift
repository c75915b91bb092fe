public import ActionItemRepository
import JSONText
import Journal

/// What peers tell each other that an engine is not told.
extension DestinationSync {
  /// A message was read: a peer hears of it once what it brought is durable.
  mutating func noteMessage(_ id: String?) {
    if settings.session.isPeer, let id { intake.add(message: id) }
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

  /// Has looked whether the store has the place up to which the peer has taken it over.
  mutating func checkPlace() {
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
    resume()
    proceed(now)
  }

  private mutating func tell(_ type: String, _ payload: JSONValue, id: String? = nil) {
    session.noteSent()
    requests.append(.send(SyncFrame.write(type, messageID: id) { $0.value(payload) }))
  }
}
