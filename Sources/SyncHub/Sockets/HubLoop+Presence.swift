import Identities
import Presence

/// Who is there, among all sessions.
extension HubLoop {
  /// A client has said who it is.
  func join(_ device: String, _ peer: HubPeer) {
    let name = peer.conversation?.access.claims?.name ?? "device \(device.prefix(8))"
    tell(presence.join(peer.number, name: name, device: device, at: now), except: peer.number)
  }

  /// A client says what its person does.
  func take(_ update: PresenceUpdate, _ id: String?, of peer: HubPeer) {
    let outcome = presence.update(peer.number, update, at: now)
    peer.conversation?.answerPresence(outcome, id)
    tell(outcome.notices, except: peer.number)
  }

  /// Tells others; one that takes nothing is told nothing more: it can ask who is there.
  func tell(_ notices: [PresenceNotice], except session: Int? = nil) {
    if notices.isEmpty { return }
    for peer in peers.values where peer.number != session && peer.hasRoom {
      peer.conversation?.tell(notices)
    }
    // They may have been looked after already in this round.
    mailbox.post(.lookAgain)
  }
}
