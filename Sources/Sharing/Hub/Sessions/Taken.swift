import Store
import Sync

/// What came of one session's changes.
struct Taken: Hashable {
  var device = ""
  var messages: [String] = []
  /// Messages that cannot be taken over, for what is in them.
  var refused: [String] = []
  var problem = ""
  /// Messages about items that their sender's token does not let it see.
  var forbidden: [String] = []
  /// Messages that cannot be taken over now, whatever is in them.
  var postponed: [String] = []
  var obstacle = ""
  var changes = 0
  var bytes = 0
  /// How far the device's store was taken over; nil where it does not say.
  var place: TakenPlace?

  /// Takes changes over, with `merge` making versions durable; returns what came of them by session.
  ///
  /// Where they are too much to be written, each is tried alone: one that nobody can keep is refused, and
  /// harms no other. Where there is no room for them, they are postponed. Those at the indexes in `forbidden` are not
  /// tried. Everything else that goes wrong is thrown.
  static func bySession(
    _ batch: [HubLoop.Incoming], forbidden: Set<Int> = [],
    merge: ([PeerVersion]) async throws -> Void
  ) async throws -> [Int: Taken] {
    var sessions: [Int: Taken] = [:]
    let batch = forbidden.isEmpty ? batch : allowed(batch, forbidden, in: &sessions)
    do {
      try await merge(batch.map(\.change.version))
      // By index: a copy of each change would cost more than all that is done here.
      for index in batch.indices {
        note(batch[index], in: &sessions) { $0.messages += batch[index].change.acknowledges }
      }
    } catch let error as StorageError where error.isForWantOfRoom {
      for incoming in batch { postpone(incoming, in: &sessions, error) }
    } catch JournalError.commitTooLarge {
      for incoming in batch {
        let own = incoming.ownMessage
        do {
          try await merge([incoming.change.version])
          note(incoming, in: &sessions) { $0.messages += own }
        } catch let error as StorageError where error.isForWantOfRoom {
          postpone(incoming, in: &sessions, error)
        } catch let error as JournalError {
          guard case .commitTooLarge = error else { throw error }
          note(incoming, in: &sessions) { taken in
            taken.refused += own
            taken.problem = "the item is too large to be kept"
          }
        }
      }
    }
    return sessions
  }

  /// The rest of a batch; those who sent something forbidden have each message of theirs acknowledged by itself.
  private static func allowed(
    _ batch: [HubLoop.Incoming], _ forbidden: Set<Int>, in sessions: inout [Int: Taken]
  ) -> [HubLoop.Incoming] {
    for index in forbidden.sorted() {
      note(batch[index], in: &sessions) { $0.forbidden += batch[index].ownMessage }
    }
    return batch.indices.filter { !forbidden.contains($0) }.map { index in
      var incoming = batch[index]
      if sessions[incoming.session] != nil { incoming.change.acknowledges = incoming.ownMessage }
      return incoming
    }
  }

  private static func postpone(
    _ incoming: HubLoop.Incoming, in sessions: inout [Int: Taken], _ error: StorageError
  ) {
    let place = sessions[incoming.session]?.place
    note(incoming, in: &sessions) { taken in
      taken.postponed += incoming.change.messageID.map { [$0] } ?? incoming.change.acknowledges
      taken.obstacle = "the hub's disk is full (\(error.reason))"
      taken.place = place
    }
  }

  private static func note(
    _ incoming: HubLoop.Incoming, in sessions: inout [Int: Taken], _ tell: (inout Taken) -> Void
  ) {
    var taken = sessions.removeValue(forKey: incoming.session) ?? Taken()
    taken.device = incoming.device
    taken.changes += 1
    taken.bytes += incoming.change.size
    // What is forbidden is noted before the rest.
    if let place = incoming.change.place,
      place.store != taken.place?.store || place.sequence >= taken.place?.sequence ?? 0
    {
      taken.place = place
    }
    tell(&taken)
    sessions[incoming.session] = taken
  }
}

extension HubLoop.Incoming {
  /// The message that brought it alone: an acknowledgement of several might speak for one that is refused.
  fileprivate var ownMessage: [String] { change.messageID.map { [$0] } ?? [] }
}
