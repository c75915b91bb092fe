import ActionItemModel
import Extraction
import Journal

/// Holds the lines of a snapshot against what was written, and every index against every line.
struct SnapshotVerification {
  let snapshot: Snapshot
  let log = DamageLog()

  /// What is not as it was written.
  func damages() throws -> [String] {
    var (count, open) = (0, 0)
    try forEachLine(of: snapshot.items) { line, offset in
      guard case .change(let change) = line else { return }
      let known = change.change.known
      count += 1
      if known.removal == nil { open += 1 }
      try check(known, at: offset)
    }
    try forEachLine(of: snapshot.marks) { line, offset in
      guard let conversation = line.markedConversation else { return }
      if try snapshot.stretches(of: ConversationKey(conversation))?.marks.contains(offset) != true {
        note(snapshot.marks, offset, "the index of conversations does not lead to it")
      }
    }
    try snapshot.checkIndexes(log.note)
    var damages = log.take()
    // A damaged line is in the indexes, too.
    if damages.isEmpty, try (count, open) != snapshot.counts {
      damages.append("\(snapshot.items.path): the indexes have other items than the lines")
    }
    return damages
  }

  private func check(_ known: KnownItem, at offset: Int) throws {
    let key = ItemKey(known.item.id)
    if try snapshot.item(key)?.change.known.item.id != known.item.id {
      note(snapshot.items, offset, "the index of ids does not lead to it")
    }
    if try snapshot.isInOrder(OrderKey(known.item), key) != (known.removal == nil) {
      note(snapshot.items, offset, "the index of the order has it in the wrong place")
    }
    let conversation = ConversationKey(known.item.conversationId)
    if try snapshot.stretches(of: conversation)?.items.contains(offset) != true {
      note(snapshot.items, offset, "the index of conversations does not lead to it")
    }
  }

  /// Hands out the whole lines; what goes wrong with one does not keep the others back.
  private func forEachLine(
    of lines: PlacedLines, _ body: (StoreLine, Int) throws -> Void
  ) throws {
    try lines.forEachLine(onDamage: log.note) { line, offset in
      do {
        try body(try line.said(), offset)
      } catch let error as StorageError {
        throw error
      } catch {
        log.note("\(error)")
      }
    }
  }

  private func note(_ lines: PlacedLines, _ offset: Int, _ problem: String) {
    log.note("\(lines.path): the line at byte \(offset): \(problem)")
  }
}
