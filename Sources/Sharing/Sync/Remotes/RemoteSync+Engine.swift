import ActionItems
import CivilTime
import Encoding
import ItemRecords
import Store

/// The identity of the server, and what it knows of this store.
extension RemoteSync {
  mutating func beginSession(_ now: Duration) {
    batches = MessageBatches()
    (failuresInRow, hasWarnedOfFailures) = (0, false)
    // The workstation may already be reported as offline.
    offlineSince = session.isPeerOnline ? nil : now
    silentSince = nil
    // A fetch that was pending when the connection was lost may have been dropped.
    isFetching = false
    asked = AskedItems()
    if let address = settings.address {
      (state.address, state.options) = (address, settings.options)
    }
    let isOther = noteServer()
    let isRefiltered = noteFilter()
    let isAllowed = takeBackForbidden()
    // A server that never acknowledges may have taken any part of what was sent.
    if isOther || isRefiltered || isAllowed || settings.mode == .onceUnacknowledged {
      startDelivery()
    } else {
      outbox.restart()
    }
    isAtEnd = false
    peer = PeerView(told: peer.told)
    isCaughtUp = !session.capabilities.contains("sync.position")
    checkPlace()
    requests.append(.log("session established"))
  }

  /// Compares the server's store id with the one before. If it changed, delivery starts over and the result is true:
  /// another server has nothing that the one before had.
  mutating func noteServer() -> Bool {
    guard let engine = session.serverStore else { return false }
    defer { state.serverID = engine }
    guard let before = state.serverID ?? state.remoteCursor?.store, before != engine else {
      return false
    }
    requests.append(.log("\(partner) is a different one than before: everything is sent"))
    beginAnew()
    return true
  }

  mutating func beginAnew() {
    state.reset()
    identity = MessageIdentity(
      store: identity.store, remote: identity.remote, generation: state.generation)
    (session.hello.sequence, session.hello.remoteCursor) = (0, nil)
    inbox.forgetPlaces()
    told = SentItems()
  }

  /// Delivers everything again because the server's store went back to an earlier state.
  ///
  /// The server may lack changes that it had before, from any sender.
  mutating func takeReset(_ frame: SyncFrame) {
    // Only within a session: a server that always says this would get everything each time.
    guard session.isReady else { return }
    if settings.session.isPeer {
      restart()
      leaveMesh()
      peer.telling = nil
    }
    guard let place = state.remoteCursor, place.sequence > 0 else { return }
    let reason = settings.session.shown(frame.payloadValue["reason"]?.string ?? "no reason given")
    requests.append(
      .warn(
        "\(partner) was restored to an earlier state (\(reason)): everything is sent again"
      ))
    beginAnew()
    state.serverID = session.serverStore
    resume()
  }

  /// Delivers from the beginning within the current session.
  mutating func resume() {
    _ = noteFilter()
    batches = MessageBatches()
    startDelivery()
    peer.place = nil
    isCaughtUp = !session.capabilities.contains("sync.position")
  }

  /// Returns why the server's cursor cannot belong to this store's history; nil if nothing contradicts it.
  func contradiction(
    _ entries: [ChangeReader.Entry], upTo place: FeedCursor, isAtEnd: Bool
  ) -> String? {
    guard let taken = session.taken, taken.store == identity.store else { return nil }
    if isAtEnd, place.sequence < taken.sequence {
      return "\(partner) has change \(taken.sequence) of this store, which ends at line "
        + "\(place.sequence)"
    }
    if let entry = entries.first(where: { $0.change.sequence == taken.sequence }) {
      guard taken.contradicts(entry.change) else { return nil }
      return "\(partner) has a different change \(taken.sequence) than this store"
    }
    // In the journal, whose lines have checksums, every change has its own line. Compaction keeps only the last change
    // of an item. That change may have come from the server, so it is not among the entries.
    guard isAtEnd, let item = taken.itemID,
      let first = entries.first(where: { $0.checksum != nil })?.change.sequence,
      first < taken.sequence,
      !entries.contains(where: {
        $0.change.sequence > taken.sequence && $0.change.change.known.item.id == item
      })
    else { return nil }
    return
      "\(partner) has change \(taken.sequence) of this store, but here that is not a change"
  }

  /// Ends the sync. The server would take new changes for ones that it already has. Lost changes would never come back.
  mutating func contradict(_ problem: String, _ now: Duration) {
    // Without a remote cursor, a store with a new id gets everything from the server, including its own earlier
    // changes.
    state.remoteCursor = nil
    state.lastError = problem
    state.lastErrorAt = Timestamp(
      microseconds: Int64(settings.session.milliseconds(now)) * 1000)
    requests.append(.drop)
    finish(.contradicted(problem))
  }
}
