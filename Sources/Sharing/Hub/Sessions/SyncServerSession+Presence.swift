import Encoding
import Sync

/// Handles the frames `presence.…`: updates of a client, and notices about others. Presence is never stored.
extension SyncServerSession {
  mutating func takePresence(_ frame: SyncFrame) {
    // A token limited to channels gets no presence.
    listens = access.limit == nil
    if frame.type == "presence.who" {
      guard listens else {
        return refuse("forbidden", "this token cannot list who is connected", frame.messageID)
      }
      return requests.append(.who(messageID: frame.messageID))
    }
    do throws(PresenceProblem) {
      let update = try PresenceUpdate(frame.payloadValue)
      if let problem = access.problem(with: update) { throw problem }
      requests.append(.presence(update, messageID: frame.messageID))
    } catch {
      refuse(error.code, "\(error)", frame.messageID)
    }
  }

  /// Answers a client's update of its presence.
  mutating func answerPresence(_ outcome: PresenceBoard.Outcome, _ id: String?) {
    if let problem = outcome.problem { return refuse(problem.code, "\(problem)", id) }
    send("acknowledgment", id, ["messageID": .text(id), "lease": .int(outcome.lease)])
  }

  mutating func tell(people: [Attendee], _ id: String?) {
    send("presence.list", id, PresenceNotice.list(people))
  }

  mutating func tell(_ notices: [PresenceNotice]) {
    guard listens, device != nil else { return }
    for notice in notices { send(notice.type, nil, notice.payload) }
  }
}
