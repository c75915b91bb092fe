public import ActionItemRepository
import CivilTime

/// What the engine asks for, and what it brings in answer.
extension DestinationSync {
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
      session.noteRefused()
      refuse(error, id: frame.messageID)
    }
  }

  /// The engine wants to be told again from a number on.
  private mutating func repeatChanges(after since: Int) {
    guard since < delivery.confirmed.sequence else { return }
    let place =
      since == 0 ? nil : FeedPosition(store: identity.store, sequence: since, checksum: nil)
    requests.append(.log("the engine asks for everything after change \(since)"))
    beginWalk(after: place, settled: since)
    state.lastTaken = since
    session.hello.sequence = since
    startDelivery()
  }

  /// What some items are now, which the engine has asked for. They are sent beside what is delivered, and nobody
  /// waits for acknowledgements of them.
  public mutating func fetchedItems(_ entries: [OutboxReader.Entry], _ now: Duration) {
    asked.noteTold()
    guard session.isReady else { return }
    for entry in entries {
      guard let change = selected(entry, now, isAsked: true) else { continue }
      guard change.frame.count <= settings.delivery.changeBytes else {
        requests.append(
          .log("item \(change.itemID) is not told: its message has \(change.frame.count) bytes"))
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
