import ActionItemModel
import CivilTime
import Extraction

/// Decides what becomes of versions that came in, by the one rule that all nodes have.
struct PeerMerge {
  /// This store's id, which is its device.
  let store: String
  /// When the versions are taken over.
  let at: Timestamp
  /// The number of the last change that the peer is known to have, to tell conflicts.
  let seenByPeer: Int
  /// The items that changed so far, as they are now.
  private var current: [String: StoreChange] = [:]
  /// The items that were changed on both sides: each counts once, in however many versions it came.
  private var conflicting: Set<String> = []
  /// What is to be written.
  private(set) var changes: [StoreChange] = []
  /// What came of the versions.
  private(set) var outcome = PeerOutcome()

  init(store: String, at: Timestamp, seenByPeer: Int) {
    self.store = store
    self.at = at
    self.seenByPeer = seenByPeer
  }

  /// Takes a version; `stored` finds what the store holds of an item.
  mutating func take(_ version: PeerVersion, stored: (String) throws -> StoreChange?) throws {
    let here = try current[version.id] ?? stored(version.id)
    var version = version
    if version.isUndated, isNews(version, over: here) { version.updatedAt = at }
    let stamp = VersionStamp(version)
    if let here {
      let own = VersionStamp(here, store: store)
      if stamp == own {
        outcome.repeated += 1
        return
      }
      let isConflict = isUnseen(here, by: version)
      if isConflict, conflicting.insert(version.id).inserted { outcome.conflicts += 1 }
      if stamp < own {
        outcome.outdated += 1
        return reassert(here, of: version.id, own, against: stamp)
      }
    }
    let known = known(version, over: here?.change.known)
    outcome.applied += 1
    var change = StoreChange(
      sequence: 0, at: at, run: nil,
      change: ItemChange(kind(known, over: here?.change.known), known, by: .sync))
    change.device = version.device == store ? nil : version.device
    change.origin = version.origin
    write(change, of: version.id)
  }

  /// Whether a version stands whenever it was made: where nothing is, and a deletion of what is not deleted.
  private func isNews(_ version: PeerVersion, over here: StoreChange?) -> Bool {
    guard let here else { return true }
    return VersionStamp(version).isDeletion && !VersionStamp(here, store: store).isDeletion
  }

  /// Whether the peer cannot have known of what is here when it made its version.
  private func isUnseen(_ here: StoreChange, by version: PeerVersion) -> Bool {
    here.origin != version.origin && (here.sequence == 0 || here.sequence > seenByPeer)
  }

  /// Says again that an item is deleted to a peer that made a later version of it: it may never have
  /// learned of the deletion, or have taken it back.
  private mutating func reassert(
    _ here: StoreChange, of id: String, _ own: VersionStamp, against stamp: VersionStamp
  ) {
    guard own.isDeletion, stamp.milliseconds >= own.milliseconds else { return }
    var known = here.change.known
    known.item.updatedAt =
      Timestamp(microseconds: stamp.milliseconds * 1000) ?? known.item.updatedAt
    known.touch(at: at)
    write(
      StoreChange(
        sequence: 0, at: at, run: nil, change: ItemChange(.deleted, known, by: .sync)), of: id)
  }

  private mutating func write(_ change: StoreChange, of id: String) {
    current[id] = change
    changes.append(change)
  }

  private func kind(_ known: KnownItem, over before: KnownItem?) -> ItemChange.Kind {
    guard let before else { return known.removal == nil ? .created : .deleted }
    return ActionItemStore.kind(from: before, to: known)
  }

  // MARK: - Items

  /// The item as the version leaves it.
  private func known(_ version: PeerVersion, over before: KnownItem?) -> KnownItem {
    var known: KnownItem
    switch version.content {
    case .item(let item): known = merged(item, over: before)
    case .note(let note): known = noted(note, version, over: before)
    case .deletion(let item):
      known = before ?? item
      // What was purged here stays purged.
      if known.removal != .purged { known.removal = .person }
    case .withdrawal(let item):
      known = before ?? item
      known.removal = .withdrawn
    }
    known.item.run = nil
    known.item.updatedAt = version.updatedAt
    return known
  }

  private func merged(_ item: KnownItem, over before: KnownItem?) -> KnownItem {
    var known = item
    known.removal = nil
    known.removalReason = nil
    guard let before else { return known }
    // Where an item belongs is settled by whoever had it first, and so is what it is told by.
    known.item.conversationId = before.item.conversationId
    known.number = before.number
    known.firstMessageId = before.firstMessageId
    known.wordings = before.wordings
    known.addPeerWordings(item.wordings)
    known.foundInRun = before.foundInRun
    // A peer that keeps nothing of what messages say does not take it from us.
    if known.statementsToKeep == nil, known.item.evidence == before.item.evidence {
      known.statements = before.statements
    }
    if known.context.isEmpty { known.context = before.context }
    known.held.formUnion(before.held)
    known.held.formUnion(Self.changedFields(from: before.item, to: known.item))
    return known
  }

  private func noted(
    _ note: PeerVersion.Note, _ version: PeerVersion, over before: KnownItem?
  ) -> KnownItem {
    var known = before ?? Self.made(note, version)
    known.removal = nil
    known.item.task = note.title
    known.addPeerWordings([note.title])
    if let isComplete = note.isComplete, isComplete != known.item.isComplete {
      known.item.isComplete = isComplete
      known.item.completedAt = isComplete ? version.updatedAt : nil
    }
    if let assignee = note.assignee, assignee != known.item.assignee {
      known.item.assignee = assignee
      known.item.assigneeId = nil
    }
    if let deadline = note.deadline { known.item.deadline = deadline }
    if let priority = note.priority { known.item.priority = priority }
    if let before { known.held.formUnion(Self.changedFields(from: before.item, to: known.item)) }
    return known
  }

  /// An item that was made elsewhere, by an engine that knows nothing of action items.
  private static func made(_ note: PeerVersion.Note, _ version: PeerVersion) -> KnownItem {
    let item = ActionItem(
      id: version.id, conversationId: note.conversationId, task: note.title,
      messageId: version.id, quote: note.text, source: .init(platform: "sync"),
      extractedAt: note.createdAt ?? version.updatedAt, model: "sync")
    return KnownItem(
      item: item, number: 0, firstMessageId: version.id, wordings: [note.title],
      held: Set(KnownItem.Field.allCases))
  }

  /// The fields that differ: a peer's hand counts as a person's.
  private static func changedFields(
    from before: ActionItem, to after: ActionItem
  ) -> Set<KnownItem.Field> {
    var fields: Set<KnownItem.Field> = []
    if before.task != after.task { fields.insert(.task) }
    if before.assignee != after.assignee || before.assigneeId != after.assigneeId {
      fields.insert(.assignee)
    }
    if before.deadline != after.deadline { fields.insert(.deadline) }
    if before.priority != after.priority { fields.insert(.priority) }
    if before.isComplete != after.isComplete { fields.insert(.isComplete) }
    return fields
  }
}
