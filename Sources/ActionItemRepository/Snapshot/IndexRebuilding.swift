import ActionItemModel
import Extraction
import Journal

/// Makes a snapshot's indexes anew from its lines, in memory.
struct IndexRebuilding {
  let items: PlacedLines
  let marks: PlacedLines
  let damages: DamageLog

  /// An index over all lines that are as they were written.
  func index(_ kind: SnapshotLayout.Index) throws -> SortedFile {
    let sorter = RecordSorter(inMemory: kind.layout)
    switch kind {
    case .byId, .byOrder:
      try forEachItem { known, offset in
        if kind == .byId {
          try sorter.add(SnapshotLayout.idRecord(ItemKey(known.item.id), at: offset))
        } else if known.removal == nil {
          let (order, key) = (OrderKey(known.item), ItemKey(known.item.id))
          try sorter.add(SnapshotLayout.orderRecord(order, key, at: offset))
        }
      }
    case .byConversation:
      for (conversation, stretch) in try stretches() {
        try sorter.add(SnapshotLayout.conversationRecord(conversation, stretch))
      }
    }
    let file = MemoryFile()
    let writer = try SortedFileWriter(file, kind.layout, count: sorter.count)
    try sorter.sorted { try writer.append($0) }
    try writer.finish()
    return try SortedFile(file, path: kind.name, kind.layout)
  }

  private func forEachItem(_ body: (KnownItem, Int) throws -> Void) throws {
    try items.forEachLine(in: try items.all(), onDamage: .note(damages)) { line, offset in
      guard case .change(let change) = try StoreLine(line.bytes, sequence: line.sequence) else {
        return
      }
      try body(change.change.known, offset)
    }
  }

  /// The stretches of each conversation; a damaged line belongs to none.
  private func stretches() throws -> [ConversationKey: SnapshotLayout.Stretch] {
    var found: [ConversationKey: SnapshotLayout.Stretch] = [:]
    try items.forEachLine(in: try items.all(), onDamage: .note(damages)) { line, offset in
      guard case .change(let change) = try StoreLine(line.bytes, sequence: line.sequence) else {
        return
      }
      let key = ConversationKey(change.change.known.item.conversationId)
      found[key, default: .init()].addItem(offset..<offset + line.bytes.count + 1)
    }
    try marks.forEachLine(in: try marks.all(), onDamage: .note(damages)) { line, offset in
      let conversation: String
      switch try StoreLine(line.bytes, sequence: line.sequence) {
      case .marks(let marks): conversation = marks.conversation
      case .failed(let failure): conversation = failure.conversation
      default: return
      }
      found[ConversationKey(conversation), default: .init()]
        .addMarks(offset..<offset + line.bytes.count + 1)
    }
    return found
  }
}
