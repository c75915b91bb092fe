import Store
import Sync

/// The result of applying one session's changes: the messages to acknowledge or refuse. `bySession` applies a batch.
struct ApplyResult: Hashable {
  var device = ""
  var messages: [String] = []
  /// Messages that are refused for their content.
  var refused: [String] = []
  var problem = ""
  /// Messages about items that the sender's token does not show.
  var forbidden: [String] = []
  /// Messages that cannot be stored now, for reasons other than their content.
  var postponed: [String] = []
  var obstacle = Obstacle()
  var changes = 0
  var bytes = 0
  /// The position up to which the device's store was applied; nil if not given.
  var place: AcknowledgedOffset?

  /// The reason why changes cannot be stored now.
  struct Obstacle: Hashable {
    var text = ""
    /// Whether a limit is reached, so that waiting does not help.
    var isLimit = false
  }

  /// Applies changes; `merge` makes versions durable. Returns the results by session.
  ///
  /// If the commit is too large, each change is tried alone, and only those that are too large are refused. If the
  /// disk is full, changes are postponed. `refusals` are not tried. Rethrows all other errors.
  static func bySession(
    _ batch: [SyncServerSession.PendingChange], refusals: HubAdmission.Refusals = .init(),
    merge: ([RemoteVersion]) async throws -> Void
  ) async throws -> [Int: ApplyResult] {
    var sessions: [Int: ApplyResult] = [:]
    let batch = refusals.isEmpty ? batch : allowed(batch, refusals, in: &sessions)
    if batch.isEmpty { return sessions }
    do {
      try await merge(batch.map(\.version))
      // By index: copying each change would cost more than the rest of the work.
      for index in batch.indices {
        note(batch[index], in: &sessions) { $0.messages += batch[index].acknowledges }
      }
    } catch let error as StorageError where error.isOutOfSpace {
      for incoming in batch { postpone(incoming, in: &sessions, Self.obstacle(error)) }
    } catch JournalError.commitTooLarge {
      for incoming in batch {
        let own = incoming.ownMessage
        do {
          try await merge([incoming.version])
          note(incoming, in: &sessions) { $0.messages += own }
        } catch let error as StorageError where error.isOutOfSpace {
          postpone(incoming, in: &sessions, Self.obstacle(error))
        } catch let error as JournalError {
          guard case .commitTooLarge = error else { throw error }
          note(incoming, in: &sessions) { taken in
            taken.refused += own
            taken.problem = "the item is too large"
          }
        }
      }
    }
    return sessions
  }

  /// The changes that are not refused. In sessions with refused changes, each message is acknowledged separately.
  private static func allowed(
    _ batch: [SyncServerSession.PendingChange], _ refusals: HubAdmission.Refusals,
    in sessions: inout [Int: ApplyResult]
  ) -> [SyncServerSession.PendingChange] {
    for index in refusals.forbidden.sorted() {
      note(batch[index], in: &sessions) { $0.forbidden += batch[index].ownMessage }
    }
    for (index, obstacle) in refusals.postponed.sorted(by: { $0.key < $1.key }) {
      postpone(batch[index], in: &sessions, Obstacle(text: obstacle, isLimit: true))
    }
    for index in refusals.invalid.sorted() {
      note(batch[index], in: &sessions) { taken in
        taken.refused += batch[index].ownMessage
        taken.problem = "it has no valid id"
      }
    }
    return batch.indices.filter {
      !refusals.forbidden.contains($0) && !refusals.invalid.contains($0)
        && refusals.postponed[$0] == nil
    }.map { index in
      var incoming = batch[index]
      if sessions[incoming.session] != nil { incoming.acknowledges = incoming.ownMessage }
      return incoming
    }
  }

  private static func obstacle(_ error: StorageError) -> Obstacle {
    Obstacle(text: "the hub's disk is full (\(error.reason))")
  }

  private static func postpone(
    _ incoming: SyncServerSession.PendingChange, in sessions: inout [Int: ApplyResult],
    _ obstacle: Obstacle
  ) {
    let place = sessions[incoming.session]?.place
    note(incoming, in: &sessions) { taken in
      taken.postponed += incoming.messageID.map { [$0] } ?? incoming.acknowledges
      taken.obstacle = obstacle
      taken.place = place
    }
  }

  private static func note(
    _ incoming: SyncServerSession.PendingChange, in sessions: inout [Int: ApplyResult],
    _ tell: (inout ApplyResult) -> Void
  ) {
    var taken = sessions.removeValue(forKey: incoming.session) ?? ApplyResult()
    taken.device = incoming.device
    taken.changes += 1
    taken.bytes += incoming.size
    // Forbidden changes are noted before the others, so positions may come out of order.
    if incoming.isRemembered, let place = incoming.place,
      place.store != taken.place?.store || place.sequence >= taken.place?.sequence ?? 0
    {
      taken.place = place
    }
    tell(&taken)
    sessions[incoming.session] = taken
  }
}

extension SyncServerSession.PendingChange {
  /// The id of the message with this change, to acknowledge it alone: a common one might cover a refused change.
  fileprivate var ownMessage: [String] { messageID.map { [$0] } ?? [] }
}
