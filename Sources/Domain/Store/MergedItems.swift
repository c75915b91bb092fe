import ActionItems
import CivilTime
import ItemRecords

/// Collects the changes of a person's command: merging two items of this store into one, separating them, or undoing.
///
/// Versions of one item from other devices are merged by `MergeSession`.
struct MergedItems {
  private let contents: StoreContents
  private let at: Timestamp
  private(set) var changes: [StoreChange] = []
  /// The items that these changes concern, after them.
  private var newest: [String: ItemRecord] = [:]

  init(_ contents: StoreContents, _ at: Timestamp) {
    (self.contents, self.at) = (contents, at)
  }

  mutating func append(_ change: StoreChange) {
    changes.append(change)
    newest[change.item.id] = change.change.known
  }

  // MARK: - Merging

  /// Merges the second item into the first one.
  mutating func merge(_ first: ItemRecord, _ second: ItemRecord, undoing sequence: Int? = nil)
    throws
  {
    // Ids of messages are unique within a conversation only.
    guard first.item.id != second.item.id,
      first.item.conversationId == second.item.conversationId
    else { throw StoreError.notJoinable(first.item.id, second.item.id) }
    if let field = first.dispute(with: second) {
      let values = [first, second].map {
        "\($0.value(of: field).text ?? "none") (\($0.item.id))"
      }
      throw StoreError.setOnBoth(
        field: field == .isComplete ? "state" : field.rawValue, one: values[0], other: values[1])
    }
    var (kept, gone) = (first, second)
    let messages = kept.absorb(second, merged: try merged(into: first))
    let decided = ItemRecord.Field.ofTask.filter { second.isDecided($0) && !first.isDecided($0) }
    for field in decided { kept.take(second.value(of: field), of: field) }
    let change = ActionItemStore.byMessages(kept, at, over: first, setting: Set(decided))
    append(change)
    gone.setRemoval(.person, because: "the same as \(first.item.id)")
    gone.merge = .init(into: first.item.id, at: change.item.updatedAt, messages: messages)
    var removal = ActionItemStore.byPerson(gone, at, over: second, setting: [.presence])
    removal.undoes = sequence
    append(removal)
  }

  /// The items that are merged into one.
  private func merged(into known: ItemRecord) throws -> [ItemRecord] {
    try contents.items(ofConversation: known.item.conversationId).compactMap { item in
      let item = newest[item.item.id] ?? item
      return item.merge?.id == known.item.id ? item : nil
    }
  }

  // MARK: - Separating

  /// Changes the item into which `gone` was merged, because `gone` is separate again. The item becomes as it was
  /// before. If it has changed since, it only loses the messages of `gone`.
  mutating func separate(_ gone: ItemRecord) throws {
    guard let merge = gone.merge else { return }
    if newest[merge.id] == nil, let top = try top(ofItem: merge.id),
      top.change.item.updatedAt == merge.time
    {
      append(ActionItemStore.takingBack(top.change, from: top.current, to: top.before, at))
      return
    }
    var messages = Set(merge.messages)
    var gone = gone
    // An item that was merged into a third one since has given it the messages.
    for _ in 0..<ItemRecord.longestChain {
      guard let merge = gone.merge, let kept = try latest(merge.id), kept.removal != .purged else {
        return
      }
      messages.formIntersection(merge.messages)
      for other in try merged(into: kept) where other.item.id != gone.item.id {
        messages.subtract(other.merge?.messages ?? [])
      }
      var after = kept
      after.drop(messages)
      if after == kept { return }
      var change = ActionItemStore.byMessages(after, at, over: kept)
      change.change.by = .model
      append(change)
      gone = kept
    }
  }

  /// The last change of an item; nil if the journal no longer has the version before it.
  private func top(ofItem id: String) throws -> UndoHistory.Top? {
    do {
      return try UndoHistory(contents: contents).tops(ofItems: [id]).first
    } catch StoreError.notUndoable, StoreError.damaged {
      return nil
    }
  }

  /// The latest version of an item.
  private func latest(_ id: String) throws -> ItemRecord? {
    try newest[id] ?? contents.known(id)
  }

  // MARK: - Undoing

  /// Undoes a change. If it merged or separated items, the other item changes, too.
  mutating func undo(_ top: UndoHistory.Top) throws {
    if top.isMove { try separate(top.current) }
    guard top.isMove, let merge = top.before?.merge else {
      return append(ActionItemStore.takingBack(top.change, from: top.current, to: top.before, at))
    }
    guard let kept = try latest(merge.id), kept.removal == nil else {
      throw StoreError.notUndoable(
        sequence: top.change.sequence, reason: .changedSince(id: merge.id))
    }
    // Settings by the separation no longer count.
    var separate = ActionItemStore.takingBack(
      top.change, from: top.current, to: top.before, at
    ).change.known
    separate.setRemoval(nil)
    try self.merge(kept, separate, undoing: top.change.sequence)
  }

  /// The changes to undo. For two items that were merged or separated, that is only the change of the one that was
  /// merged away.
  func whole(_ tops: [UndoHistory.Top]) throws -> [UndoHistory.Top] {
    var whole = tops
    for top in tops {
      let other = try merged(into: top.current).first {
        $0.merge?.time == top.change.item.updatedAt
      }
      guard let id = other?.item.id, !tops.contains(where: { $0.current.item.id == id }) else {
        continue
      }
      let others = try UndoHistory(contents: contents).tops(ofItems: [id])
      guard others.allSatisfy(\.isMove) else {
        throw StoreError.notUndoable(sequence: top.change.sequence, reason: .changedSince(id: id))
      }
      whole += others
    }
    let kept = Set(
      whole.filter(\.isMove).compactMap { ($0.current.merge ?? $0.before?.merge)?.id })
    return whole.filter { !kept.contains($0.current.item.id) }
  }
}

extension UndoHistory.Top {
  /// Whether undoing it merges the item into another one, or separates it.
  fileprivate var isMove: Bool { current.merge?.id != before?.merge?.id }
}
