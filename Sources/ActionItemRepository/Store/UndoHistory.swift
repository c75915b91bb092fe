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
  /// Throws where that cannot be told, because lines are damaged, too, or where the change is not the item's
  /// last one.
  func change(_ sequence: Int) throws -> (change: StoreChange, before: KnownItem?) {
    if sequence <= contents.snapshot?.summary.sequence ?? 0 {
      throw StoreError.notUndoable(sequence: sequence, reason: .compacted)
    }
    var found: StoreChange?
    var versions: [String: StoreChange] = [:]
    let damages = try contents.forEachChange { change in
      let id = change.change.known.item.id
      if let found, found.change.known.item.id == id {
        throw StoreError.notUndoable(
          sequence: sequence, reason: .followed(by: change.sequence))
      }
      if change.sequence == sequence { found = change }
      if change.sequence < sequence { versions[id] = change }
    }
    guard let found else {
      throw StoreError.notUndoable(sequence: sequence, reason: .noChange)
    }
    let id = found.change.known.item.id
    if found.change.known.removal == .purged {
      throw StoreError.notUndoable(sequence: sequence, reason: .purged)
    }
    // A version of the item may have stood wherever a line is missing behind the one before the change.
    if let damage = damages.first(where: { $0.afterSequence >= versions[id]?.sequence ?? 0 }) {
      throw self.damaged(damage)
    }
    let last = contents.tail.item(ItemKey(id))?.place
    if let last, last.sequence > sequence {
      throw StoreError.notUndoable(sequence: sequence, reason: .followed(by: last.sequence))
    }
    guard last?.sequence == sequence else {
      throw StoreError.damaged(
        path: contents.journal?.path ?? "", problem: "its index does not lead to change \(sequence)"
      )
    }
    return (
      found, try versions[id]?.change.known ?? contents.snapshot?.item(ItemKey(id))?.change.known
    )
  }

  func damaged(_ damage: JournalDamage) -> StoreError {
    .damaged(
      path: contents.journal?.path ?? "",
      problem: "\(damage), so that what was before cannot be told ('edit' sets it by hand)")
  }

  /// What items were before a run changed them; those that the run found are left out, and those that a
  /// compaction has taken up as the run had left them.
  ///
  /// Throws where lines are damaged that may have told what one of them was.
  func versions(beforeRun run: Int) throws -> [String: KnownItem] {
    var versions: [String: KnownItem] = [:]
    var changed: Set<String> = []
    // Between these numbers lines may have told of a version that is not known.
    var unknown: [Range<Int>] = []
    var last: [String: Int] = [:]
    let damages = try contents.forEachChange { change in
      let id = change.change.known.item.id
      if change.run == run {
        if changed.insert(id).inserted, change.change.known.foundInRun != run {
          unknown.append((last[id] ?? 0)..<change.sequence)
        }
      } else if !changed.contains(id) {
        versions[id] = change.change.known
        last[id] = change.sequence
      }
    }
    if let damage = damages.first(where: { damage in
      unknown.contains { $0.contains(damage.afterSequence) }
    }) {
      throw damaged(damage)
    }
    for id in changed where versions[id] == nil {
      let kept = try contents.snapshot?.item(ItemKey(id))
      if kept?.run != run { versions[id] = kept?.change.known }
    }
    return versions.filter { changed.contains($0.key) }
  }
}
