public import ActionItems
public import CivilTime
import Encoding
import ItemRecords

/// Deleting items for good (purge), and also what people said in other items.
extension ActionItemStore {
  /// The items to be purged: those that match any of the criteria.
  public struct Purge: Sendable {
    /// The conversations whose items are purged.
    public var conversations: Set<String> = []
    /// The people whose items are purged, by name or id in any case: items assigned to them or written by them. What
    /// they said near the items of others is purged, too.
    public var people: Set<String> = [] { didSet { loosePeople = Set(people.map(Self.loose)) } }
    /// The people's names in the form used for comparison.
    private(set) var loosePeople: Set<String> = []
    /// Items whose message is older than this time are purged; nil for none.
    public var before: Timestamp?

    /// Creates a purge that matches nothing until something is set.
    public init() {}

    enum Effect { case removed, reduced }

    /// Returns whether the purge removes an item or a part of it; nil if it leaves the item unchanged.
    func effect(on known: ItemRecord) -> Effect? {
      if known.removal == .purged { return nil }
      if takes(known.item) { return .removed }
      return ActionItemStore.without(loosePeople, known) == known ? nil : .reduced
    }

    private func takes(_ item: ActionItem) -> Bool {
      takes(
        conversationId: item.conversationId,
        people: [item.assignee, item.assigneeId, item.source.sender],
        timestamp: item.source.timestamp ?? item.extractedAt)
    }

    /// Whether the purge covers something said in a conversation at some time, by or for some people.
    package func takes(conversationId: String, people: [String?], timestamp: Timestamp?) -> Bool {
      if conversations.contains(conversationId) { return true }
      for case let name? in people where loosePeople.contains(Self.loose(name)) { return true }
      guard let before, let timestamp else { return false }
      return timestamp.microseconds < before.microseconds
    }

    /// Returns the names that occur in a text, in any case: a task in the text may be theirs.
    package static func names(of people: [String], in text: String) -> [String] {
      let text = text.lowercased()
      return people.filter { name in
        let name = loose(name)
        return !name.isEmpty && text.shows(name)
      }
    }

    /// A name in the form used for comparison: lower case, without a leading `@`.
    static func loose(_ name: String) -> String {
      (name.hasPrefix("@") ? String(name.dropFirst()) : name).lowercased()
    }
  }

  /// The result of a purge.
  public struct Purged: Hashable, Sendable {
    /// The number of removed items.
    public var items: Int
    /// The number of other items that lost quotes or context.
    public var reduced: Int
    /// The people and conversations that the store knows.
    public var known: PurgeMatches
  }

  /// The items that a purge would remove, removed ones included, in list order, and the number of other items
  /// that would lose quotes or context.
  public func items(toPurge purge: Purge) throws -> (removed: [ActionItem], reduced: Int) {
    var reduced = 0
    let removed = try items { known in
      switch purge.effect(on: known) {
      case .removed: return true
      case .reduced: reduced += 1
      case nil: break
      }
      return false
    }
    return (removed.map(\.item), reduced)
  }

  /// Deletes items for good. The store's files keep only their ids, so that remotes learn of the removal.
  ///
  /// The read markers stay, so the messages are not read again. Throws `StoreError.locked` during a run, because the
  /// run may hold the deleted data in memory.
  public func purge(_ purge: Purge) throws -> Purged {
    let at = now()
    var matches = PurgeMatches()
    var reduced = 0
    let permit = try RunLock(folder: folder, now: at)
    defer { withExtendedLifetime(permit) {} }
    try settleLost()
    let retention = SnapshotBuilder.Retention(
      item: { Self.without(purge.loosePeople, $0) },
      keepsFailures: { !purge.conversations.contains($0) },
      // Unreadable lines may contain what has to be deleted.
      losing: { _ in })
    let own = try Compaction(folder: folder).runExclusively(&journal, keeping: retention) {
      journal -> StoreJournal.Progress in
      try journal.writeLocked { contents, others in
        take(others, in: contents)
        var changes: [StoreChange] = []
        reduced = 0
        try contents.forEachKnown { known in
          matches.note(known)
          switch purge.effect(on: known) {
          case .removed: changes.append(Self.purged(known, at))
          case .reduced: reduced += 1
          case nil: break
          }
        }
        // If only a part is written, purging again finds the rest.
        return StoreCommit.commits(of: changes, end: CommitLine(at: at))
      }
    }
    take(own, in: journal.contents)
    try catchUp()
    try RunHistory(folder: folder).forgetNames()
    try ReadingRecord.forget(in: folder)
    try forgetExchanged()
    return Purged(items: own.changes.count, reduced: reduced, known: matches)
  }

  /// The change that reduces an item to its purged form, which nothing can restore.
  private static func purged(_ known: ItemRecord, _ at: Timestamp) -> StoreChange {
    var blank = known.blank
    blank.touch(at: at)
    blank.noteSettings(by: .purge, since: blank, also: [.presence])
    return StoreChange(.deleted, blank, by: .person, at: at)
  }

  /// Deletes the record of what was sent to other devices, because names can be guessed from their digests.
  private func forgetExchanged() throws {
    for place in ["sync", "hub"] where try folder.names().contains(place) {
      let folder = try folder.existingFolder(place)
      for name in try folder.names() where name.hasSuffix(ExchangedVersion.fileEnding) {
        try folder.remove(name)
      }
    }
  }

  /// An item without what some people said in it and near it.
  ///
  /// Quotes of messages with an unknown sender are removed, too. The sender of the best message is known from the item.
  static func without(_ people: Set<String>, _ known: ItemRecord) -> ItemRecord {
    if people.isEmpty { return known }
    func isOne(_ name: String?) -> Bool { name.map { people.contains(Purge.loose($0)) } ?? false }
    var known = known
    known.context.removeAll { isOne($0.sender) }
    let kept = known.statementsToKeep
    if kept == nil, known.item.evidence.count == 1 { return known }
    var statements = kept ?? []
    var isCleared = false
    for index in known.item.evidence.indices {
      let said = kept?[index]
      if isOne(said?.source.sender) || index > 0 && said?.source.sender == nil {
        isCleared = true
        known.item.evidence[index].quote = nil
        if kept != nil {
          statements[index].source.sender = nil
          statements[index].source.link = nil
          statements[index].quote = nil
          statements[index].task = known.item.task
        }
      }
      if isOne(said?.assignee) || isOne(said?.assigneeId) {
        (statements[index].assignee, statements[index].assigneeId) = (nil, nil)
      }
    }
    if kept != nil { known.statements = statements }
    // Only wordings that a message still has can be attributed.
    if isCleared {
      known.wordings = [known.item.task]
      for said in statements where !known.wordings.contains(said.task) {
        known.wordings.append(said.task)
      }
    }
    return known
  }
}
