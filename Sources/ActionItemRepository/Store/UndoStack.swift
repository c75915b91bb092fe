import ActionItemModel
import CivilTime
import Extraction
import Journal

/// Which changes stand: those that no later one took back.
struct UndoStack {
  private let contents: StoreContents

  init(_ contents: StoreContents) {
    self.contents = contents
  }

  /// An item's last change that stands, with what the item is now and was before it; nil before its first change.
  struct Top {
    let change: StoreChange
    let current: KnownItem
    let before: KnownItem?
  }

  /// The items that a person changed last, all of one command. What a person took back does not count, nor does a
  /// run that was taken back.
  func itemsOfLastPerson() throws -> Set<String> {
    struct Entry {
      let sequence: Int
      /// The number of the command, which may have made several commits.
      let command: Int
      let id: String
    }
    var standing: [Entry] = []
    var commit: [StoreChange] = []
    var isOfRun = false
    var command = 0
    try forEachLine { line in
      switch line {
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
            standing.append(
              Entry(
                sequence: change.sequence, command: command, id: change.change.known.item.id))
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

  /// The last change of each item that stands.
  func tops(ofItems ids: Set<String>) throws -> [Top] {
    var stacks: [String: [StoreChange]] = [:]
    let damages = try contents.forEachChange { change in
      let id = change.change.known.item.id
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
      // Wherever a line is missing another version may have stood.
      if let damage = damages.first(where: { $0.afterSequence >= before?.sequence ?? 0 }) {
        throw UndoHistory(contents).damaged(damage)
      }
      return Top(
        change: top, current: current.change.known,
        before: try before?.change.known ?? contents.snapshot?.item(ItemKey(id))?.change.known)
    }
  }

  private func forEachLine(_ body: (StoreLine) -> Void) throws {
    guard let journal = contents.journal else { return }
    var reader = JournalReader(journal.file, path: journal.path)
    try reader.readCommitted { body(try StoreLine($0.bytes, sequence: $0.sequence)) }
  }
}
