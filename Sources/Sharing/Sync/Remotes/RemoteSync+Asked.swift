import CivilTime
import Store

/// Requests of the server for items and changes, and the items it sends in answer.
extension RemoteSync {
  mutating func takeExchange(_ frame: SyncFrame, _ wall: Timestamp) {
    do throws(FrameProblem) {
      switch try SyncExchange(frame) {
      case .changes(let since):
        answers += 1
        repeatChanges(after: since)
      case .items(let ids):
        answers += 1
        try asked.add(ids)
      case .answer(let batch): takeBatch(batch, wall, movesPlace: false)
      }
    } catch {
      refuse(error, id: frame.messageID)
    }
  }

  /// Resends everything after a sequence number, at the server's request.
  private mutating func repeatChanges(after since: Int) {
    restart()
    guard since < outbox.confirmed.sequence else { return }
    requests.append(.log("\(partner) requests everything after change \(since)"))
    goBack(to: since)
    startDelivery()
  }

  /// Delivers everything after a sequence number again, once delivery starts.
  mutating func goBack(to sequence: Int) {
    let place =
      sequence == 0 ? nil : FeedCursor(store: identity.store, sequence: sequence, checksum: nil)
    beginWalk(after: place, settled: sequence)
    state.lastTaken = sequence
    session.hello.sequence = sequence
  }

  /// Sends the current state of items that the server asked for. They bypass the outbox, and no acknowledgement is
  /// expected.
  mutating func fetchedItems(_ entries: [ChangeReader.Entry], _ now: Duration) {
    asked.noteTold()
    guard session.isReady else { return }
    for entry in entries {
      guard let change = selected(entry, now, isAsked: true) else { continue }
      guard change.frame.count <= settings.outbox.changeBytes else {
        requests.append(
          .log("item \(change.itemID) is not sent: its message has \(change.frame.count) bytes"))
        continue
      }
      answers += 1
      keepTold()
      session.noteSent()
      requests.append(.send(change.frame))
    }
    proceed(now)
  }
}
