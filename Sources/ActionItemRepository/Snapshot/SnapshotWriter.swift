import ActionItemModel
import Extraction
import Journal

/// Writes a snapshot: items and marks in the order of conversation keys, and the indexes to them.
final class SnapshotWriter {
  private let folder: any StorageFolder
  private let items: LineWriter
  private let marks: LineWriter
  private let byId: RecordSorter
  private let byOrder: RecordSorter
  private var stretches: [ConversationKey: SnapshotLayout.Stretch] = [:]
  /// Items that were written, removed ones too.
  private(set) var itemCount = 0
  /// Whether any message was read by an endpoint.
  private(set) var hasEndpointMarks = false

  /// Begins a snapshot in an empty folder.
  init(_ folder: any StorageFolder) throws {
    self.folder = folder
    items = LineWriter(try folder.open(SnapshotLayout.items, .replacing))
    marks = LineWriter(try folder.open(SnapshotLayout.marks, .replacing))
    byId = RecordSorter(folder, SnapshotLayout.Index.byId.layout)
    byOrder = RecordSorter(folder, SnapshotLayout.Index.byOrder.layout)
  }

  /// Writes an item; those of one conversation follow each other.
  func add(_ change: StoreChange, of conversation: ConversationKey) throws {
    let known = change.change.known
    let offset = items.offset
    try items.append(change.line, sequence: change.sequence)
    try note(
      ItemKey(known.item.id), known.removal == nil ? OrderKey(known.item) : nil, conversation,
      at: offset)
  }

  /// Writes an item whose line elsewhere is just what it is to be here; a removed one has no order.
  func add(
    _ line: JournalLine, _ key: ItemKey, _ order: OrderKey?, of conversation: ConversationKey
  ) throws {
    let offset = items.offset
    try items.copy(line)
    try note(key, order, conversation, at: offset)
  }

  private func note(
    _ key: ItemKey, _ order: OrderKey?, _ conversation: ConversationKey, at offset: Int
  ) throws {
    stretches[conversation, default: .init()].addItem(offset..<items.offset)
    try byId.add(SnapshotLayout.idRecord(key, at: offset))
    itemCount += 1
    if let order { try byOrder.add(SnapshotLayout.orderRecord(order, key, at: offset)) }
  }

  /// Writes a line of marks or failures; those of one conversation follow each other.
  func add(_ line: StoreLine, of conversation: ConversationKey) throws {
    let offset = marks.offset
    switch line {
    case .marks(let line):
      hasEndpointMarks = hasEndpointMarks || line.grade == .endpoint
      try marks.append(line.line, sequence: 0)
    case .failed(let line): try marks.append(line.line, sequence: 0)
    default: preconditionFailure("neither marks nor failures")
    }
    stretches[conversation, default: .init()].addMarks(offset..<marks.offset)
  }

  /// Writes the indexes and the summary, and makes everything durable.
  func finish(_ summary: SnapshotSummary) throws {
    try items.finish()
    try marks.finish()
    for (index, sorter) in [(SnapshotLayout.Index.byId, byId), (.byOrder, byOrder)] {
      let writer = try begin(index, count: sorter.count)
      try sorter.sorted { try writer.append($0) }
      try writer.finish()
    }
    try writeStretches()
    let file = try folder.open(SnapshotLayout.summary, .replacing)
    try file.append(summary.bytes)
    try file.sync()
    try folder.sync()
  }

  private func writeStretches() throws {
    let writer = try begin(.byConversation, count: stretches.count)
    for (conversation, stretch) in stretches.sorted(by: { $0.key < $1.key }) {
      let record = SnapshotLayout.conversationRecord(conversation, stretch)
      try record.withUnsafeBytes { try writer.append($0) }
    }
    try writer.finish()
  }

  private func begin(_ index: SnapshotLayout.Index, count: Int) throws -> SortedFileWriter {
    try SortedFileWriter(try folder.open(index.name, .replacing), index.layout, count: count)
  }
}

/// Writes lines to a file, many at a time.
private final class LineWriter {
  private let file: any StorageFile
  private var pending: [UInt8] = []
  private var written = 0

  init(_ file: any StorageFile) {
    self.file = file
  }

  /// Where the next line begins.
  var offset: Int { written + pending.count }

  func append(_ object: [UInt8], sequence: Int) throws(StorageError) {
    JournalLine.append(object, sequence: sequence, to: &pending)
    if pending.count >= 1 << 18 { try flush() }
  }

  /// Writes a line as it is.
  func copy(_ line: JournalLine) throws(StorageError) {
    pending.append(contentsOf: line.bytes)
    pending.append(0x0A)
    if pending.count >= 1 << 18 { try flush() }
  }

  private func flush() throws(StorageError) {
    try file.append(pending)
    written += pending.count
    pending.removeAll(keepingCapacity: true)
  }

  func finish() throws(StorageError) {
    try flush()
    try file.sync()
  }
}
