import ActionItems
import CivilTime
import Encoding
import ItemRecords
import Store

/// Sends changes, requested items, answers and cursors to the remote, and decides where delivery begins.
extension RemoteSync {
  /// Adds changes read from the store to the outbox, if the remote should get them. `place` is the cursor up to which
  /// the store was read, and `isAtEnd` is whether that was its end.
  mutating func offer(
    _ entries: [ChangeReader.Entry], upTo place: FeedCursor, _ isAtEnd: Bool
  ) {
    outbox.isAtEnd = isAtEnd
    if let problem = session.taken?.contradiction(entries, upTo: place, isAtEnd: isAtEnd) {
      return contradict("\(partner) \(problem)")
    }
    let own = origin
    var changes: [OutgoingChange] = []
    changes.reserveCapacity(entries.count)
    for entry in latest(entries) where entry.change.origin != own {
      let (standing, source) = peer.standing(of: entry)
      // `selected` records the change as sent even if the other side already has it.
      guard var change = selection.selected(entry, state.filter, now), standing != .known else {
        continue
      }
      if standing == .expected { change.source = source }
      changes.append(change)
    }
    keepSent()
    if !state.setAside.isEmpty {
      // A later version replaces everything in an earlier one.
      let later = Set(changes.map(\.itemID))
      state.setAside.removeAll { later.contains($0.itemID) }
    }
    for aside in outbox.offer(changes, upTo: place, now) { setAside(aside) }
  }

  /// Returns the changes to send: for a peer only the last one of each item, which includes the earlier ones.
  private func latest(_ entries: [ChangeReader.Entry]) -> [ChangeReader.Entry] {
    guard isPeer else { return entries }
    var seen: Set<String> = []
    let last = entries.reversed().filter { seen.insert($0.change.change.known.item.id).inserted }
    return last.reversed()
  }

  /// Whether everything is sent and answered, except changes that wait for a resend.
  var hasSentMost: Bool { outbox.readSize == nil && outbox.isAnswered }

  mutating func send(_ frame: [UInt8]) {
    session.noteSent()
    requests.append(.send(frame))
  }

  mutating func tell(_ type: String, _ payload: JSONValue, id: String? = nil) {
    send(SyncFrame.write(type, messageID: id, payload))
  }

  /// Sends the current state of items that the server asked for. They bypass the outbox, and no acknowledgement is
  /// expected.
  mutating func answer(_ entries: [ChangeReader.Entry]) {
    outbox.asked.noteAnswered(entries)
    guard session.isReady else { return }
    for entry in entries {
      guard let change = selection.selected(entry, state.filter, now, isAsked: true) else {
        continue
      }
      guard change.frame.count <= settings.outbox.changeBytes else {
        requests.append(
          .log("item \(change.itemID) is not sent: its message has \(change.frame.count) bytes"))
        continue
      }
      watch.answers += 1
      keepSent()
      send(change.frame)
    }
  }

  /// Requests that new records of sent items are stored before the items are sent.
  private mutating func keepSent() {
    guard let records = selection.takeUnkept() else { return }
    requests.append(.keepSent(records, generation: state.generation))
  }

  /// Records a change that will not be sent again.
  mutating func setAside(_ aside: Outbox.SetAside) {
    state.note(aside)
    requests.append(
      .log("change \(aside.sequence) was set aside: \(aside.code): \(aside.message)"))
  }

  mutating func noteDelivery() {
    let place = outbox.confirmed
    if state.checkpoint == nil, place.sequence == 0 { return }
    // The server does not know the lines after `lastTaken`, and would request them as missing changes.
    state.lastTaken = outbox.lastTaken ?? state.lastTaken ?? (state.checkpoint == nil ? 0 : nil)
    state.checkpoint = place
    session.hello.sequence = state.lastTaken ?? place.sequence
    state.delivered += outbox.takeCount()
  }

  mutating func acknowledge(_ id: String) {
    guard session.isReady else { return }
    watch.answers += 1
    tell("acknowledgment", ["messageID": .string(id)], id: id)
  }

  /// Asks the remote to send a message again later. Parts of the message may be stored already.
  mutating func postpone(_ id: String, because obstacle: String) {
    guard session.isReady else { return }
    watch.answers += 1
    tell(
      "error",
      [
        "code": "unavailable", "message": .string(obstacle), "messageID": .string(id),
        "limit": true,
      ])
  }

  /// Sends the cursor up to which the peer has everything. A peer that ends waits for this cursor.
  ///
  /// Before that, a cursor marked `own` is sent once the peer has everything except changes that it gets from other
  /// peers: it then has all that was made here. If the peer postponed changes at a limit, it gets the cursor before
  /// them as soon as it has all others.
  mutating func tellPosition() {
    let isLimited = peer.isLimited && hasSentMost
    guard isPeer, isLimited || outbox.isAtEnd && outbox.awaitsOthersAlone else { return }
    let isAll = outbox.isIdle || isLimited
    let place = isAll ? outbox.confirmed : outbox.readTo
    guard place != peer.place?.0 || (isAll && peer.place?.isAll == false) else { return }
    peer.place = (place, isAll)
    tell(
      "sync.position",
      [
        "store_id": .string(place.store), "sequence": .int(place.sequence),
        "checksum": .int(place.checksum), "own": .bool(!isAll),
      ])
  }

  // MARK: - Where delivery begins

  /// Begins delivery in a new session: goes on, or starts over if the server, the filter or the token changed.
  mutating func beginDelivery() {
    outbox.forgetBatches()
    outbox.asked = RequestedItems()
    outbox.isAtEnd = false
    let isOther = noteServer()
    let isRefiltered = noteFilter()
    let isAllowed = takeBackForbidden()
    // A server that never acknowledges may have taken any part of what was sent.
    if isOther || isRefiltered || isAllowed || settings.mode == .onceUnacknowledged {
      startDelivery()
    } else {
      outbox.restart()
    }
  }

  /// Compares the server's store id with the earlier one. If it changed, delivery starts over and the result is true,
  /// because another server has nothing of what the earlier one had.
  private mutating func noteServer() -> Bool {
    guard let server = session.serverStore else { return false }
    defer { state.serverID = server }
    guard let before = state.serverID ?? state.remoteCursor?.store, before != server else {
      return false
    }
    requests.append(.log("\(partner) is a different one than before: everything is sent"))
    beginAnew()
    return true
  }

  private mutating func noteFilter() -> Bool {
    guard selection.noteFilter(&state) else { return false }
    requests.append(.log("the filter has changed: checking all items"))
    return true
  }

  /// Delivers changes again that were refused for a read-only token, if the server now grants `write`.
  ///
  /// Returns whether there were any. If the list of set-aside changes is full, the first refusal may be missing from
  /// it, so everything is delivered again.
  private mutating func takeBackForbidden() -> Bool {
    let forbidden = state.setAside.filter { $0.code == "forbidden" }
    guard session.capabilities.contains("write"), let first = forbidden.map(\.sequence).min() else {
      return false
    }
    let isAll = state.setAside.count >= RemoteState.listed
    // A changed filter may have moved the checkpoint back already.
    let settled = isAll ? 0 : min(first - 1, state.checkpoint?.sequence ?? 0)
    state.setAside.removeAll { $0.code == "forbidden" }
    requests.append(.log("the token allows changes now: refused ones are sent again"))
    goBack(to: settled)
    return true
  }

  /// Moves the stored cursor back to a sequence number. `startDelivery` then delivers everything after it again.
  private mutating func goBack(to sequence: Int) {
    let store = selection.identity.store
    let place =
      sequence == 0 ? nil : FeedCursor(store: store, sequence: sequence, checksum: nil)
    selection.beginWalk(after: place, settled: sequence, &state)
    state.lastTaken = sequence
    session.hello.sequence = sequence
  }

  private mutating func startDelivery() {
    outbox.startOver(after: state.start(in: selection.identity.store))
    requests.append(.rewind(state.checkpoint, except: origin))
  }

  /// Resends everything after a sequence number, at the server's request.
  mutating func repeatChanges(after since: Int) {
    if isPeer { restartFeed() }
    guard since < outbox.confirmed.sequence else { return }
    requests.append(.log("\(partner) requests everything after change \(since)"))
    goBack(to: since)
    startDelivery()
  }

  /// Announces to a peer that the resend it requested begins. Cursors sent before are no longer valid.
  mutating func restartFeed() {
    peer.place = nil
    tell("sync.restarted", [:])
  }

  private mutating func beginAnew() {
    state.reset()
    selection.startOver(generation: state.generation)
    (session.hello.sequence, session.hello.remoteCursor) = (0, nil)
    inbox.forgetPlaces()
  }

  /// Delivers everything again within the current session, because one of the stores went back to an earlier state.
  mutating func deliverAll() {
    beginAnew()
    state.serverID = session.serverStore
    _ = noteFilter()
    outbox.forgetBatches()
    startDelivery()
    peer.place = nil
    inbox.isCaughtUp = !session.capabilities.contains("sync.position")
  }

  /// Handles a store that lacks the peer's cursor, because it was restored from a backup. Both sides send everything
  /// again, so that lost changes come back and new ones go out.
  mutating func resendAfterRestore(_ mismatch: ChangeReader.Mismatch) {
    guard session.isReady else { return }
    requests.append(
      .warn(
        "the peer knows a later state of this store (\(mismatch)): both sides send everything again"
      ))
    peer.mesh?.beginHistory()
    tell("sync.reset", ["reason": .string("\(mismatch)")])
    peer.awaitsRestart = true
    deliverAll()
  }

  /// Ends the sync. Otherwise the server would mistake new changes for known ones, and lost changes would stay lost.
  private mutating func contradict(_ problem: String) {
    // The next session then gets everything from the server. After `store renew`, this includes the store's own earlier
    // changes.
    state.remoteCursor = nil
    state.lastError = problem
    state.lastErrorAt = Timestamp(
      microseconds: Int64(settings.session.milliseconds(now)) * 1000)
    requests.append(.drop)
    finish(.contradicted(problem))
  }
}
