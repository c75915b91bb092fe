import ActionItems
import ItemRecords

/// What the journal still tells of earlier versions of items: what a change can be taken back to, and which
/// changes stand because no later one took them back.
struct UndoHistory {
  let contents: StoreContents

  /// A change and what the item was before it; nil before its first change.
  ///
  /// Throws where that cannot be told, because lines are damaged, too, or where the change is not the item's
  /// last one.
  func change(_ sequence: Int) throws -> (change: StoreChange, before: KnownItem?) {
    func problem(_ reason: UndoProblem) -> StoreError {
      .notUndoable(sequence: sequence, reason: reason)
    }
    if sequence <= contents.snapshot?.summary.sequence ?? 0 { throw problem(.compacted) }
    var found: StoreChange?
    var versions: [String: StoreChange] = [:]
    let damages = try contents.forEachChange { change in
      if let found, found.item.id == change.item.id {
        throw problem(.followed(by: change.sequence))
      }
      if change.sequence == sequence { found = change }
      if change.sequence < sequence { versions[change.item.id] = change }
    }
    guard let found else { throw problem(.noChange) }
    if found.change.known.removal == .purged { throw problem(.purged) }
    let version = versions[found.item.id]
    try check(damages, behind: version)
    let last = contents.tail.item(ItemKey(found.item.id))?.place
    if let last, last.sequence > sequence { throw problem(.followed(by: last.sequence)) }
    guard last?.sequence == sequence else {
      throw StoreError.damaged(
        path: contents.journal?.path ?? "", problem: "its index does not lead to change \(sequence)"
      )
    }
    return (found, try known(version, found.item.id))
  }

  /// What an item was as of a change, or as the snapshot has it where there is none.
  private func known(_ change: StoreChange?, _ id: String) throws -> KnownItem? {
    try (change ?? contents.snapshot?.item(ItemKey(id)))?.change.known
  }

  /// Throws where lines are missing behind a change: a later version of the item may have stood there.
  private func check(_ damages: [JournalDamage], behind change: StoreChange?) throws {
    let first = change?.sequence ?? 0
    if let damage = damages.first(where: { $0.afterSequence >= first }) { throw damaged(damage) }
  }

  private func damaged(_ damage: JournalDamage) -> StoreError {
    .damaged(
      path: contents.journal?.path ?? "",
      problem: "\(damage), so that what was before cannot be told ('edit' sets it by hand)")
  }

  /// What items were before a run changed them; those that the run found are left out, and those that a
  /// compaction has taken up as the run had left them.
  ///
  /// Throws where lines are damaged that may have told what one of them was.
  func versions(beforeRun run: Int) throws -> [String: KnownItem] {
    var versions: [String: StoreChange] = [:]
    var changed: Set<String> = []
    // Between these numbers lines may have told of a version that is not known.
    var unknown: [Range<Int>] = []
    let damages = try contents.forEachChange { change in
      let id = change.item.id
      if change.run == run {
        if changed.insert(id).inserted, change.change.known.foundInRun != run {
          unknown.append((versions[id]?.sequence ?? 0)..<change.sequence)
        }
      } else if !changed.contains(id) {
        versions[id] = change
      }
    }
    if let damage = damages.first(where: { damage in
      unknown.contains { $0.contains(damage.afterSequence) }
    }) {
      throw damaged(damage)
    }
    for id in changed where versions[id] == nil {
      let kept = try contents.snapshot?.item(ItemKey(id))
      if kept?.run != run { versions[id] = kept }
    }
    return versions.filter { changed.contains($0.key) }.mapValues(\.change.known)
  }

  // MARK: - What stands

  /// The items that a person changed last, all of one command. What a person took back does not count, nor does a
  /// run that was taken back.
  func itemsOfLastPerson() throws -> Set<String> {
    // The number of the command, which may have made several commits.
    var standing: [(sequence: Int, command: Int, id: String)] = []
    var commit: [StoreChange] = []
    var isOfRun = false
    var command = 0
    try contents.forEachLine { line in
      switch try line.said() {
      case .change(let change):
        if change.change.by == .person, change.run == nil, change.origin == nil {
          commit.append(change)
        }
      case .undone: isOfRun = true
      case .commit(_, let isFollowed):
        for change in commit where !isOfRun {
          if let undone = change.undoes,
            let place = standing.lastIndex(where: { $0.sequence == undone })
          {
            standing.remove(at: place)
          } else {
            // One that takes back a taking back is a change like others.
            standing.append((change.sequence, command, change.item.id))
          }
        }
        commit = []
        isOfRun = false
        if !isFollowed { command += 1 }
      default: break
      }
    }
    guard let last = standing.last else { throw StoreError.nothingToUndo }
    return Set(standing.reversed().prefix { $0.command == last.command }.map(\.id))
  }

  /// An item's last change that stands, with what the item is now and was before it; nil before its first change.
  struct Top {
    let change: StoreChange
    let current: KnownItem
    let before: KnownItem?
  }

  /// The last change of each item that stands.
  func tops(ofItems ids: Set<String>) throws -> [Top] {
    var stacks: [String: [StoreChange]] = [:]
    let damages = try contents.forEachChange { change in
      let id = change.item.id
      guard ids.contains(id) else { return }
      if let undone = change.undoes, stacks[id]?.last?.sequence == undone {
        stacks[id]?.removeLast()
      } else {
        stacks[id, default: []].append(change)
      }
    }
    return try ids.sorted().map { id in
      guard let current = try contents.change(ofItem: id) else {
        throw StoreError.noItem(beginning: id, matches: 0)
      }
      if current.change.known.removal == .purged {
        throw StoreError.notUndoable(sequence: current.sequence, reason: .purged)
      }
      let stack = stacks[id] ?? []
      guard let top = stack.last else {
        throw StoreError.notUndoable(sequence: current.sequence, reason: .compacted)
      }
      let before = stack.dropLast().last
      try check(damages, behind: before)
      return Top(change: top, current: current.change.known, before: try known(before, id))
    }
  }
}
