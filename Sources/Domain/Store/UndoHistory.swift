import ActionItems
import ItemRecords

/// Finds in the journal what undo needs: the changes that can be undone, and the versions of items before them.
/// `ItemHistory` is for display.
struct UndoHistory {
  let contents: StoreContents

  /// A change, and the item before it; nil before its first change.
  ///
  /// Throws if the change is not the item's last one, or if damaged lines make the earlier version uncertain.
  func change(_ sequence: Int) throws -> (change: StoreChange, before: ItemRecord?) {
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
    try check(damages, after: version)
    let last = contents.tail.item(ItemKey(found.item.id))?.place
    if let last, last.sequence > sequence { throw problem(.followed(by: last.sequence)) }
    guard last?.sequence == sequence else {
      throw StoreError.damaged(
        path: contents.journal?.path ?? "", problem: "its index does not contain change \(sequence)"
      )
    }
    return (found, try known(version, found.item.id))
  }

  /// The item as of a change, or as the snapshot has it if `change` is nil.
  private func known(_ change: StoreChange?, _ id: String) throws -> ItemRecord? {
    try (change ?? contents.snapshot?.item(ItemKey(id)))?.change.known
  }

  /// Throws if lines after a change are missing: they may have contained a later version of the item.
  private func check(_ damages: [JournalDamage], after change: StoreChange?) throws {
    let first = change?.sequence ?? 0
    if let damage = damages.first(where: { $0.afterSequence >= first }) { throw damaged(damage) }
  }

  private func damaged(_ damage: JournalDamage) -> StoreError {
    .damaged(
      path: contents.journal?.path ?? "",
      problem: "\(damage), so the earlier state is unknown ('edit' sets it by hand)")
  }

  /// The items as they were before a run changed them. Left out are items that the run found, and items whose earlier
  /// version was compacted away.
  ///
  /// Throws if damaged lines may have contained one of these versions.
  func versions(beforeRun run: Int) throws -> [String: ItemRecord] {
    var versions: [String: StoreChange] = [:]
    var changed: Set<String> = []
    // An unknown version may have been recorded between these numbers.
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

  // MARK: - Changes not undone

  /// The items that a person's last command changed. Undone changes and undone runs do not count.
  func itemsOfLastPerson() throws -> Set<String> {
    // The number of the command, which may have made several commits.
    var standing: [(sequence: Int, command: Int, id: String)] = []
    var commit: [StoreChange] = []
    var isOfRun = false
    var command = 0
    try contents.forEachLine { line in
      switch try StoreLine(line) {
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
            // An undo of an undo counts as an ordinary change.
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

  /// An item's last change that was not undone, with the item now and before it; nil before its first change.
  struct Top {
    let change: StoreChange
    let current: ItemRecord
    let before: ItemRecord?
  }

  /// The last change of each item that was not undone.
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
      try check(damages, after: before)
      return Top(change: top, current: current.change.known, before: try known(before, id))
    }
  }
}
