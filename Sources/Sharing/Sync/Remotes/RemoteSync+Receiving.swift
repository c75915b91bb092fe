import CivilTime
import Encoding
import Networking
import Store

/// Handles the remote's frames: items go to the inbox, answers to the outbox. Cursors and requests are handled here.
extension RemoteSync {
  mutating func receive(_ event: WebSocketEvent) {
    switch event {
    case .text(let bytes):
      do throws(FrameProblem) {
        take(try SyncFrame(parsing: bytes))
      } catch {
        refuse(error, id: nil)
      }
      if watch.answers > settings.answers, session.isReady {
        session.drop("\(partner) sends requests, but reads no answers", now)
      }
    case .binary(let bytes):
      requests.append(.log("ignored a binary message of \(bytes.count) bytes"))
    case .skipped(let bytes): refuse(.tooLong(bytes: bytes), id: nil)
    case .ping, .pong: break
    case .closed(let code, let reason):
      let why = [code.map { "\($0.rawValue)" } ?? "no code", settings.session.shown(reason)]
        .filter { !$0.isEmpty }.joined(separator: ": ")
      closed("\(partner) closed the connection (\(why))")
    case .failed(let fault):
      requests.append(.drop)
      lost(SessionFailure(.transient, "\(partner) violated the protocol: \(fault)"))
    }
  }

  private mutating func take(_ frame: SyncFrame) {
    let wasOnline = session.isPeerOnline
    if frame.type == "ping" { watch.answers += 1 }
    if session.take(frame, now) {
      if wasOnline != session.isPeerOnline { noteWorkstation() }
      return
    }
    do throws(FrameProblem) {
      switch frame.type {
      case _ where IncomingItem.isType(frame.type):
        try takeItem(frame)
        noteMessage(frame.messageID)
      case "batch":
        let batch = try BatchFrame(frame)
        takeBatch(batch)
        noteMessage(batch.messageID)
      case "acknowledgment": takeAcknowledgment(frame)
      case "error": takeError(frame.payloadValue)
      case _ where SyncExchange.isType(frame.type): try takeExchange(frame)
      case "sync.position": takePosition(frame.payloadValue)
      case "sync.reset": takeReset(frame.payloadValue)
      case "sync.restarted": peer.awaitsRestart = false
      case "sync.known" where isPeer && session.isReady:
        // Changes that the peer already has are not passed on to it.
        peer.take(frame.payloadValue)
        outbox.settle(now) { [theirs = peer.theirs] in theirs.standing(of: $0) }
      default: requests.append(.log("ignored a frame of the unknown type \(frame.type)"))
      }
    } catch {
      refuse(error, id: frame.messageID)
    }
  }

  /// Adds an item to the inbox. `movesPlace` is whether the item's cursor becomes the remote cursor.
  private mutating func takeItem(
    _ frame: SyncFrame, movesPlace: Bool = true
  ) throws(FrameProblem) {
    var defaults = IncomingItem.Defaults(
      now: wall, device: "engine:\(settings.name)", origin: origin,
      conversationId: "sync:\(settings.name)", mayRepeat: true)
    defaults.encoding = inbox.encoding
    watch.silentSince = nil
    var item = try IncomingItem(frame, defaults: defaults)
    if !movesPlace { (item.store, item.sequence, item.checksum) = (nil, nil, nil) }
    inbox.encoding = item.encoding ?? inbox.encoding
    item.version.keepsExchanged = !knowsFields
    if item.droppedBytes > 0 {
      requests.append(
        .log(
          "\(item.droppedBytes) bytes of unknown members were dropped from item "
            + item.version.id))
    }
    if selection.isEcho(item.version) {
      if let cursor = item.cursor { inbox.add(cursor) }
      return
    }
    peer.noteSource(item, of: session.serverStore)
    inbox.add(item)
  }

  /// Handles each item of a batch like a separate frame.
  private mutating func takeBatch(_ batch: BatchFrame, movesPlace: Bool = true) {
    for problem in batch.problems { refuse(problem, id: batch.messageID) }
    for message in batch.messages {
      do throws(FrameProblem) {
        guard IncomingItem.isType(message.type) else { throw .noItem }
        try takeItem(message, movesPlace: movesPlace)
      } catch {
        refuse(error, id: message.messageID)
      }
    }
  }

  /// Adds the end of a message to the inbox. A peer gets an acknowledgement once the contents are durable.
  private mutating func noteMessage(_ id: String?) {
    if isPeer, let id { inbox.add(message: id) }
  }

  private mutating func takeExchange(_ frame: SyncFrame) throws(FrameProblem) {
    switch try SyncExchange(frame) {
    case .changes(let since):
      watch.answers += 1
      repeatChanges(after: since)
    case .requestedItems(let ids):
      watch.answers += 1
      try outbox.asked.add(ids)
    case .answer(let batch): takeBatch(batch, movesPlace: false)
    }
  }

  private mutating func takeAcknowledgment(_ frame: SyncFrame) {
    // Some servers put the message's id into the payload, some at the top level.
    let named = [frame.payloadValue["messageID"]?.string, frame.messageID]
    guard named.contains(where: { $0.map { outbox.acknowledge($0, now) } ?? false }) else { return }
    session.noteProgress()
    watch.unavailableSince = nil
    noteDelivery()
    if outbox.isIdle {
      (limits.remote, peer.isLimited) = (nil, false)
      if outbox.isAtEnd { state.lastSuccess = wall }
    }
  }

  private mutating func takeError(_ payload: JSONValue) {
    let code = settings.session.shown(payload.errorCode)
    let message = settings.session.shown(payload["message"]?.string ?? "")
    requests.append(.log("\(partner) reports \(code): \(message)"))
    guard let id = payload["messageID"]?.string else { return }
    if Self.passingCodes.contains(code.lowercased()) {
      let isLimit = payload["limit"]?.bool == true
      outbox.putOff(id, now, isLimit: isLimit)
      if isLimit {
        let isFirst = limits.remote == nil
        let problem = "\(partner) accepts no more: \(message)"
        (limits.remote, peer.isLimited) = (noteLimit(problem), true)
        if isFirst, settings.mode == .follow {
          let wait = (settings.outbox.limitWait.components.seconds / 60).counted("minute")
          requests.append(.warn("\(problem); the changes are kept, and sent again every \(wait)"))
        }
      } else {
        noteUnavailable("\(partner) accepts nothing now (\(code): \(message))")
      }
    } else if let aside = outbox.refuse(id, code: code, message: message, now) {
      setAside(aside)
    }
  }

  /// Error codes of a server that can take nothing for now.
  private static let passingCodes: Set<String> = ["unavailable", "busy", "overloaded"]

  /// Notes that the server can take nothing now. Unless the sync follows, drops it after `unavailablePatience`.
  private mutating func noteUnavailable(_ problem: String) {
    if watch.unavailableSince == nil {
      (state.lastError, state.lastErrorAt) = (problem, wall)
      if problem != unavailable {
        requests.append(.warn("\(problem); the changes are kept and sent again"))
      }
      unavailable = problem
    }
    let since = watch.unavailableSince ?? now
    watch.unavailableSince = since
    guard settings.mode != .follow, session.isReady, since + settings.unavailablePatience <= now
    else { return }
    session.drop(problem, now)
  }

  /// Notes a reached limit. Returns the failure with which a sync ends, because waiting does not help.
  mutating func noteLimit(_ problem: String) -> SessionFailure {
    (state.lastError, state.lastErrorAt) = (problem, wall)
    return SessionFailure(.limit, "\(problem); after the limit is raised, sync again")
  }

  private mutating func takePosition(_ payload: JSONValue) {
    if peer.awaitsRestart { return }
    let sequence = payload["sequence"]?.int
    peer.notePosition(sequence)
    // With `own`, the peer has sent its own changes, but not all others.
    if isPeer, payload["own"]?.bool == true { return }
    if let store = SyncFrame.properID(payload["store_id"]?.string), let sequence, sequence >= 0 {
      inbox.add(
        FeedCursor(store: store, sequence: sequence, checksum: payload["checksum"]?.checksum))
    }
    inbox.isCaughtUp = true
  }

  /// Delivers everything again because the server's store went back to an earlier state.
  ///
  /// The server may lack changes that it had before, from any sender.
  private mutating func takeReset(_ payload: JSONValue) {
    // Ignored before a session: a server that always sends this would get everything each time.
    guard session.isReady else { return }
    if isPeer {
      restartFeed()
      peer.forgetFeed()
    }
    guard let place = state.remoteCursor, place.sequence > 0 else { return }
    let reason = settings.session.shown(payload["reason"]?.string ?? "no reason given")
    requests.append(
      .warn(
        "\(partner) was restored to an earlier state (\(reason)): everything is sent again"
      ))
    deliverAll()
  }

  /// At the start of a session with a peer, requests changes that the peer counts as acknowledged but that are missing
  /// here. Also requests a check whether this store has the cursor that the peer acknowledges.
  mutating func checkPlace() {
    let place = state.remoteCursor
    let applied = place?.store == session.serverStore ? place?.sequence ?? 0 : 0
    if let claimed = session.claimed, claimed > applied {
      tell(
        "sync.request",
        ["reason": "acknowledged changes are missing here", "since": .int(applied)])
      peer.awaitsRestart = true
    }
    guard let taken = session.taken, taken.store == selection.identity.store else { return }
    session.taken = nil
    requests.append(
      .check(FeedCursor(store: taken.store, sequence: taken.sequence, checksum: taken.checksum)))
  }

  /// Reports an unusable frame to the remote. The session goes on.
  mutating func refuse(_ problem: FrameProblem, id: String?) {
    session.noteRefused()
    requests.append(.log("a frame was refused: \(problem)"))
    guard settings.session.authenticates else { return }
    watch.answers += 1
    tell("error", ["code": "invalid", "message": .string("\(problem)"), "messageID": .text(id)])
  }

  private mutating func noteWorkstation() {
    let isOnline = session.isPeerOnline
    requests.append(.log("the workstation behind \(partner) is \(isOnline ? "online" : "offline")"))
    watch.offlineSince = isOnline ? nil : now
    if isOnline { outbox.restart() }
  }
}
