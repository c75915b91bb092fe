import CivilTime
import Store
import Sync

/// Handles the frames `sync.request`, `sync.full` and `sync.partial`: items and changes that a client requests, or
/// sends on request.
extension SyncServerSession {
  mutating func takeExchange(_ frame: SyncFrame, _ wall: Timestamp) {
    do throws(FrameProblem) {
      switch try SyncExchange(frame) {
      case .changes(let since): takeRequest(after: since)
      case .requestedItems(let ids):
        try asked.add(ids)
        answerAsked(hasRoom: true)
      case .answer(let batch): takeBatch(batch, wall)
      }
    } catch {
      refuse("invalid", "\(error)", frame.messageID)
    }
  }

  /// Reads the next items that the client asked for, if the output has room.
  mutating func answerAsked(hasRoom: Bool) {
    guard device != nil, hasRoom, let ids = asked.takeDue() else { return }
    requests.append(.read(.items(session: number, ids: ids)))
  }

  /// Sends the current versions of items that the client asked for. Its position in the journal stays the same.
  mutating func fedItems(_ entries: [ChangeReader.Entry], hasRoom: Bool) {
    asked.noteAnswered(entries)
    guard let device else { return }
    let identity = MessageIdentity(store: store, remote: device, generation: 0)
    for entry in entries.compactMap(access.shown) {
      let change = OutgoingChange(entry, identity: identity)
      tell(
        change,
        else: "item \(change.itemID) is not sent: its message has \(change.frame.count) bytes")
    }
    answerAsked(hasRoom: hasRoom)
  }
}
