import CivilTime
import Encoding
import Store

/// Handling of the server's frames.
extension RemoteSync {
  mutating func take(_ frame: SyncFrame, _ now: Duration, at wall: Timestamp) {
    let wasOnline = session.isPeerOnline
    if frame.type == "ping" { answers += 1 }
    if session.take(frame, now) {
      if wasOnline != session.isPeerOnline { notePeer(now) }
      return
    }
    switch frame.type {
    case "item.created", "item.updated", "item.deleted":
      if takeItem(frame, wall) { noteMessage(frame.messageID) }
    case "batch":
      do throws(FrameProblem) {
        let batch = try BatchFrame(frame)
        takeBatch(batch, wall)
        noteMessage(batch.messageID)
      } catch {
        refuse(error, id: frame.messageID)
      }
    case "acknowledgment": takeAcknowledgment(frame, now, wall)
    case "error": takeError(frame, now, wall)
    case _ where SyncExchange.isType(frame.type): takeExchange(frame, wall)
    case "sync.position": takePosition(frame)
    case "sync.reset": takeReset(frame)
    case "sync.restarted": peer.awaitsRestart = false
    case "sync.known": takeKnowledge(frame, now)
    default: requests.append(.log("ignored a frame of the unknown type \(frame.type)"))
    }
  }

  /// Adds an item to the inbox and returns whether it was valid. `movesPlace` is false if the item does not move the
  /// remote cursor.
  @discardableResult
  private mutating func takeItem(
    _ frame: SyncFrame, _ wall: Timestamp, movesPlace: Bool = true
  ) -> Bool {
    var defaults = IncomingItem.Defaults(
      now: wall, device: "engine:\(settings.name)", origin: origin,
      conversationId: "sync:\(settings.name)", mayRepeat: true)
    defaults.encoding = timeEncoding
    silentSince = nil
    do throws(FrameProblem) {
      var item = try IncomingItem(frame, defaults: defaults)
      if !movesPlace { (item.store, item.sequence, item.checksum) = (nil, nil, nil) }
      timeEncoding = item.encoding ?? timeEncoding
      item.version.keepsExchanged = !knowsFields
      if item.droppedBytes > 0 {
        requests.append(
          .log(
            "\(item.droppedBytes) bytes of unknown members were dropped from item "
              + item.version.id))
      }
      if isEcho(item.version) {
        inbox.addPlace(of: item)
      } else {
        noteSource(item)
        inbox.add(item)
      }
      return true
    } catch {
      refuse(error, id: frame.messageID)
      return false
    }
  }

  /// Handles each item of a batch like a separate frame.
  mutating func takeBatch(
    _ batch: BatchFrame, _ wall: Timestamp, movesPlace: Bool = true
  ) {
    for problem in batch.problems { refuse(problem, id: batch.messageID) }
    for message in batch.messages {
      if IncomingItem.isType(message.type) {
        takeItem(message, wall, movesPlace: movesPlace)
      } else {
        refuse(.noItem, id: message.messageID)
      }
    }
  }

  private mutating func takeAcknowledgment(
    _ frame: SyncFrame, _ now: Duration, _ wall: Timestamp
  ) {
    // Some servers name the message in the payload, some at the top level.
    let named = frame.payloadValue["messageID"]?.string
    var isKnown = false
    for id in [named, frame.messageID].compactMap({ $0 }) where !isKnown {
      for message in batches.messages(of: id) {
        // An acknowledgement of a batch does not cover messages that were refused by their own id.
        guard message == id || outbox.isUnderWay(message), outbox.acknowledge(message, now)
        else { continue }
        isKnown = true
        batches.forget(message)
      }
    }
    guard isKnown else { return }
    session.noteProgress()
    unavailableSince = nil
    noteDelivery()
    if outbox.isIdle, isAtEnd { state.lastSuccess = wall }
  }

  private mutating func takeError(_ frame: SyncFrame, _ now: Duration, _ wall: Timestamp) {
    let payload = frame.payloadValue
    let code = payload.errorCode
    let message = payload["message"]?.string ?? ""
    let (shownCode, shownMessage) = (settings.session.shown(code), settings.session.shown(message))
    requests.append(.log("\(partner) reports \(shownCode): \(shownMessage)"))
    guard let id = payload["messageID"]?.string else { return }
    if Self.passingCodes.contains(code.lowercased()) {
      return putOff(id, "\(shownCode): \(shownMessage)", now, wall)
    }
    let together = batches.takeApart(id)
    if !together.isEmpty {
      outbox.sendAgain(together, now)
    } else if let aside = outbox.refuse(id, code: shownCode, message: shownMessage, now) {
      setAside(aside)
    }
    noteDelivery()
  }

  /// Error codes of a server that can take nothing for now.
  private static let passingCodes: Set<String> = ["unavailable", "busy", "overloaded"]

  /// Delays changes that the server cannot take now. Unless the sync follows, it waits only for `unavailablePatience`.
  private mutating func putOff(
    _ id: String, _ said: String, _ now: Duration, _ wall: Timestamp
  ) {
    outbox.putOff(batches.messages(of: id), now)
    let problem = "\(partner) accepts nothing now (\(said))"
    if unavailableSince == nil { (state.lastError, state.lastErrorAt) = (problem, wall) }
    let since = unavailableSince ?? now
    unavailableSince = since
    guard settings.mode != .follow, session.isReady, since + settings.unavailablePatience <= now
    else { return }
    session.drop(problem, now)
  }

  /// Records a change that will not be sent again.
  mutating func setAside(_ aside: Outbox.SetAside) {
    state.note(aside)
    setAsideCount += 1
    requests.append(
      .log("change \(aside.sequence) was set aside: \(aside.code): \(aside.message)"))
  }

  private mutating func takePosition(_ frame: SyncFrame) {
    let payload = frame.payloadValue
    if peer.awaitsRestart || notePosition(payload) { return }
    if let store = SyncFrame.properID(payload["store_id"]?.string),
      let sequence = payload["sequence"]?.int,
      sequence >= 0
    {
      inbox.add(
        FeedCursor(store: store, sequence: sequence, checksum: payload["checksum"]?.checksum))
    }
    isCaughtUp = true
  }

  /// Refuses a message that was too long to read. Its content is unknown.
  mutating func skippedFiles(bytes: Int, _ now: Duration) {
    refuse(.tooLong(bytes: bytes), id: nil)
    proceed(now)
  }

  /// Reports an unusable frame to the server. The session goes on.
  mutating func refuse(_ problem: FrameProblem, id: String?) {
    session.noteRefused()
    requests.append(.log("a frame was refused: \(problem)"))
    guard settings.session.authenticates else { return }
    answers += 1
    tell("error", ["code": "invalid", "message": .string("\(problem)"), "messageID": .text(id)])
  }

  private mutating func notePeer(_ now: Duration) {
    let isOnline = session.isPeerOnline
    requests.append(.log("the workstation behind \(partner) is \(isOnline ? "online" : "offline")"))
    offlineSince = isOnline ? nil : now
    if isOnline { outbox.restart() }
  }
}
