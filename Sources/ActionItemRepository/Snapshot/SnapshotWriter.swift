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
  private var stretches: [ConversationKey: (items: Range<Int>, marks: Range<Int>)] = [:]
  /// Items that were written, removed ones too.
  private(set) var itemCount = 0
  /// Whether any message was read by an endpoint.
  private(set) var hasEndpointMarks = false

  /// Begins a snapshot in an empty folder.
  init(_ folder: any StorageFolder) throws {
    self.folder = folder
    items = LineWriter(try folder.open(SnapshotLayout.items, .replacing))
    marks = LineWriter(try folder.open(SnapshotLayout.marks, .replacing))
    byId = RecordSorter(folder, SnapshotLayout.idRecords)
    byOrder = RecordSorter(folder, SnapshotLayout.orderRecords)
  }

  /// Writes an item; those of one conversation follow each other.
  func add(_ change: StoreChange, of conversation: ConversationKey) throws {
    let known = change.change.known
    let offset = items.offset
    try items.append(change.line, sequence: change.sequence)
    let old = stretches[conversation]?.items
    stretches[conversation, default: (0..<0, 0..<0)].items =
      (old.map { $0.isEmpty ? offset : $0.lowerBound } ?? offset)..<items.offset
    var record: [UInt8] = []
    let key = ItemKey(known.item.id)
    key.append(to: &record)
    record.append(bigEndian: UInt64(offset))
    try byId.add(record)
    itemCount += 1
    guard known.removal == nil else { return }
    record.removeAll(keepingCapacity: true)
    OrderKey(known.item).append(to: &record)
    key.append(to: &record)
    record.append(bigEndian: UInt64(offset))
    try byOrder.add(record)
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
    let old = stretches[conversation]?.marks
    stretches[conversation, default: (0..<0, 0..<0)].marks =
      (old.map { $0.isEmpty ? offset : $0.lowerBound } ?? offset)..<marks.offset
  }

  /// Writes the indexes and the summary, and makes everything durable.
  func finish(_ summary: SnapshotSummary) throws {
    try items.finish()
    try marks.finish()
    for (name, layout, sorter) in [
      (SnapshotLayout.byId, SnapshotLayout.idRecords, byId),
      (SnapshotLayout.byOrder, SnapshotLayout.orderRecords, byOrder),
    ] {
      let writer = try SortedFileWriter(
        try folder.open(name, .replacing), layout, count: sorter.count)
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
    let writer = try SortedFileWriter(
      try folder.open(SnapshotLayout.byConversation, .replacing),
      SnapshotLayout.conversationRecords, count: stretches.count)
    for (conversation, stretch) in stretches.sorted(by: { $0.key < $1.key }) {
      var record: [UInt8] = []
      record.append(bigEndian: conversation.value)
      for bound in [
        stretch.items.lowerBound, stretch.items.upperBound, stretch.marks.lowerBound,
        stretch.marks.upperBound,
      ] { record.append(bigEndian: UInt64(bound)) }
      try record.withUnsafeBytes { try writer.append($0) }
    }
    try writer.finish()
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
