import ActionItems
import Store
import CivilTime
import ItemRecords
import Encoding

/// Who the engine is, and what it knows.
extension DestinationSync {
  mutating func beginSession(_ now: Duration) {
    batches = MessageBatches()
    (failuresInRow, hasWarnedOfFailures) = (0, false)
    // The workstation may have been said to be offline before.
    offlineSince = session.isPeerOnline ? nil : now
    silentSince = nil
    // Whoever lost the connection may have let go of what was to be read for it.
    isFetching = false
    asked = AskedItems()
    if let address = settings.address {
      (state.address, state.options) = (address, settings.options)
    }
    let isOther = noteEngine()
    let isRefiltered = noteFilter()
    let isAllowed = takeBackForbidden()
    // What an engine that never acknowledges has taken of it is not known.
    if isOther || isRefiltered || isAllowed || settings.mode == .onceUnacknowledged {
      startDelivery()
    } else {
      delivery.restart()
    }
    isAtEnd = false
    peer = PeerView(told: peer.told)
    isCaughtUp = !session.capabilities.contains("sync.position")
    checkPlace()
    requests.append(.log("the session stands"))
  }

  /// Looks which engine has answered; true where it is another one than before, which has nothing of what
  /// that one had: delivery begins anew.
  mutating func noteEngine() -> Bool {
    guard let engine = session.engineStore else { return false }
    defer { state.engineID = engine }
    guard let before = state.engineID ?? state.enginePlace?.store, before != engine else {
      return false
    }
    requests.append(.log("\(partner) is another one than before: everything is delivered to it"))
    beginAnew()
    return true
  }

  mutating func beginAnew() {
    state.reset()
    identity = MessageIdentity(
      store: identity.store, destination: identity.destination, generation: state.generation)
    (session.hello.sequence, session.hello.enginePlace) = (0, nil)
    intake.forgetPlaces()
    told = ToldItems()
  }

  /// The engine says that its store is not what it was when this one followed it last: it may lack what it had
  /// then, from whomever, and tells everything again.
  mutating func takeReset(_ frame: SyncFrame) {
    // Once: an engine that says so all the time would be sent everything each time.
    guard session.isReady else { return }
    if settings.session.isPeer {
      restart()
      leaveMesh()
      peer.telling = nil
    }
    guard let place = state.enginePlace, place.sequence > 0 else { return }
    let reason = settings.session.shown(frame.payloadValue["reason"]?.string ?? "no reason given")
    requests.append(
      .warn(
        "\(partner) was put back to an earlier state (\(reason)): everything is delivered to it again"
      ))
    beginAnew()
    state.engineID = session.engineStore
    resume()
  }

  /// Delivers from the beginning, in the session that stands.
  mutating func resume() {
    _ = noteFilter()
    batches = MessageBatches()
    startDelivery()
    peer.place = nil
    isCaughtUp = !session.capabilities.contains("sync.position")
  }

  /// What the engine has of this store, and the store has not; nil where nothing speaks against that they are
  /// of one history.
  func contradiction(
    _ entries: [ChangeReader.Entry], upTo place: FeedPosition, isAtEnd: Bool
  ) -> String? {
    guard let taken = session.taken, taken.store == identity.store else { return nil }
    if isAtEnd, place.sequence < taken.sequence {
      return "\(partner) has change \(taken.sequence) of this store, which ends at line "
        + "\(place.sequence)"
    }
    if let entry = entries.first(where: { $0.change.sequence == taken.sequence }) {
      guard taken.contradicts(entry.change) else { return nil }
      return "\(partner) has another change \(taken.sequence) of this store than the store itself"
    }
    // In the journal, whose lines have checksums, every change has its line. Compaction leaves of an item its
    // last change alone, which may have come from the engine and is not here then.
    guard isAtEnd, let item = taken.itemID,
      let first = entries.first(where: { $0.checksum != nil })?.change.sequence,
      first < taken.sequence,
      !entries.contains(where: {
        $0.change.sequence > taken.sequence && $0.change.change.known.item.id == item
      })
    else { return nil }
    return
      "\(partner) has change \(taken.sequence) of this store, which is no change in the store itself"
  }

  /// Ends it: what the engine has of the store would pass for what the store has now, and what the store has
  /// lost would never come back.
  mutating func contradict(_ problem: String, _ now: Duration) {
    // With an id of its own the store is told everything, also what came from it before.
    state.enginePlace = nil
    state.lastError = problem
    state.lastErrorAt = Timestamp(
      microseconds: Int64(settings.session.milliseconds(now)) * 1000)
    requests.append(.drop)
    finish(.contradicted(problem))
  }
}
