import ActionItemModel
import Extraction
import Journal

/// The versions of an item that the journal still has.
struct UndoHistory {
  private let contents: StoreContents

  init(_ contents: StoreContents) {
    self.contents = contents
  }

  /// A change and what the item was before it; nil before its first change.
  ///
  /// Throws where that cannot be told, or where the change is not the item's last one.
  func change(_ sequence: Int) throws -> (change: StoreChange, before: KnownItem?) {
    if sequence <= contents.snapshot?.summary.sequence ?? 0 {
      throw StoreError.notUndoable(sequence: sequence, reason: .compacted)
    }
    var found: StoreChange?
    var versions: [String: KnownItem] = [:]
    try contents.forEachChange { change in
      let id = change.change.known.item.id
      if let found, found.change.known.item.id == id {
        throw StoreError.notUndoable(
          sequence: sequence, reason: .followed(by: change.sequence))
      }
      if change.sequence == sequence { found = change }
      if change.sequence < sequence { versions[id] = change.change.known }
    }
    guard let found else {
      throw StoreError.notUndoable(sequence: sequence, reason: .noChange)
    }
    let id = found.change.known.item.id
    if found.change.known.removal == .purged {
      throw StoreError.notUndoable(sequence: sequence, reason: .purged)
    }
    return (found, try versions[id] ?? contents.snapshot?.item(ItemKey(id))?.change.known)
  }

  /// What items were before a run changed them; those that the run found are left out, and those that a
  /// compaction has taken up as the run had left them.
  func versions(beforeRun run: Int) throws -> [String: KnownItem] {
    var versions: [String: KnownItem] = [:]
    var changed: Set<String> = []
    try contents.forEachChange { change in
      let id = change.change.known.item.id
      if change.run == run {
        changed.insert(id)
      } else if !changed.contains(id) {
        versions[id] = change.change.known
      }
    }
    for id in changed where versions[id] == nil {
      let kept = try contents.snapshot?.item(ItemKey(id))
      if kept?.run != run { versions[id] = kept?.change.known }
    }
    return versions.filter { changed.contains($0.key) }
  }
}
