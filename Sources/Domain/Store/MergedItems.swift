import ActionItems
import CivilTime
import ItemRecords

/// Keeps items in step with those that people merge into them, or separate again.
///
/// A merged item keeps its own mentions, and the item that stands for it has them, too. Another device may have changed
/// that item before it knew of the merge, and a run may have since.
struct MergedItems {
  /// The items that were merged into another one, or are no longer, with both ids.
  private var moved: [(item: ItemRecord, from: String?, to: String?)] = []
  /// The items to change, as they were and as they become.
  private var kept: [String: (before: ItemRecord, after: ItemRecord)] = [:]
  /// Returns the latest version of an item.
  private let known: (String) throws -> ItemRecord?

  init(known: @escaping (String) throws -> ItemRecord?) { self.known = known }

  /// Whether a changed item may have been merged or separated; false for nearly all, which need no further look.
  static func mayConcern(_ known: ItemRecord) -> Bool {
    known.settings[.presence] != nil && (known.removal == nil || known.mergedInto != nil)
  }

  /// Takes an item's change.
  mutating func take(from before: ItemRecord?, to after: ItemRecord) {
    let (from, to) = (before?.mergedInto, after.mergedInto)
    if from != to { moved.append((after, from, to)) }
  }

  /// The changes in the order of the ids.
  mutating func changes(by author: ItemChange.Author, _ at: Timestamp) throws -> [StoreChange] {
    for (item, from, _) in moved {
      if let from { try change(from) { $0.release(item) } }
    }
    // Last, because two items may have the same message.
    for (item, _, to) in moved {
      if let to { try change(to) { if $0.lacksMentions(of: item) { $0.absorb(item) } } }
    }
    return kept.sorted { $0.key < $1.key }.map { _, item in
      var change = ActionItemStore.byMessages(item.after, at, over: item.before)
      change.change.by = author
      return change
    }
  }

  private mutating func change(_ id: String, _ change: (inout ItemRecord) -> Void) throws {
    guard let standing = try standing(for: id), standing.removal != .purged else { return }
    var after = standing
    change(&after)
    if after == standing { return }
    kept[standing.item.id] = (kept[standing.item.id]?.before ?? standing, after)
  }

  /// The item that stands for another one, as it becomes.
  private func standing(for id: String) throws -> ItemRecord? {
    var next = id
    // Other devices may report a circle.
    for _ in 0..<ItemRecord.longestChain {
      guard let item = try kept[next]?.after ?? known(next) else { return nil }
      guard let other = item.mergedInto else { return item }
      next = other
    }
    return nil
  }
}

extension StoreContents {
  /// The id of the other item of a merge, if a change is of either item, and the other one has not changed since.
  func other(ofMerge change: StoreChange) throws -> String? {
    func isNext(_ id: String, _ distance: Int) throws -> Bool {
      try self.change(ofItem: id)?.sequence == change.sequence + distance
    }
    // `merge` writes the item that stays, and then the other one.
    if let kept = change.change.known.mergedInto { return try isNext(kept, -1) ? kept : nil }
    guard change.change.by == .person else { return nil }
    return try items(ofConversation: change.item.conversationId).first {
      try $0.mergedInto == change.item.id && isNext($0.item.id, 1)
    }?.item.id
  }
}
