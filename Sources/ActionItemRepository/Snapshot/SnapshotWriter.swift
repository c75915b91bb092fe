import ActionItemModel
import Extraction
import Journal

/// Writes a snapshot: items and marks in the order of conversation keys, and the indexes to them.
final class SnapshotWriter {
  private let folder: any StorageFolder
  private let items: LineWriter
  private let marks: LineWriter
  private let indexer: SnapshotIndexer
  /// Whether any message was read by an endpoint.
  private(set) var hasEndpointMarks = false

  /// Items that were written, removed ones too.
  var itemCount: Int { indexer.itemCount }

  /// Begins a snapshot in an empty folder.
  init(_ folder: any StorageFolder) throws {
    self.folder = folder
    items = LineWriter(try folder.open(SnapshotLayout.items, .replacing))
    marks = LineWriter(try folder.open(SnapshotLayout.marks, .replacing))
    indexer = SnapshotIndexer(SnapshotLayout.Index.allCases, in: folder)
  }

  /// Writes an item; those of one conversation follow each other.
  func add(_ change: StoreChange, of conversation: ConversationKey) throws {
    let known = change.change.known
    let place = try items.append(change.line, sequence: change.sequence)
    try indexer.addItem(
      ItemKey(known.item.id), known.removal == nil ? OrderKey(known.item) : nil, of: conversation,
      at: place)
  }

  /// Writes an item whose line elsewhere is just what it is to be here; a removed one has no order.
  func add(
    _ line: JournalLine, _ key: ItemKey, _ order: OrderKey?, of conversation: ConversationKey
  ) throws {
    try indexer.addItem(key, order, of: conversation, at: try items.copy(line))
  }

  /// Writes a line of marks or failures; those of one conversation follow each other.
  func add(_ line: StoreLine, of conversation: ConversationKey) throws {
    if case .marks(let line) = line, line.grade == .endpoint { hasEndpointMarks = true }
    indexer.addMarks(of: conversation, at: try marks.append(line.line, sequence: 0))
  }

  /// Writes the indexes and the summary, and makes everything durable.
  func finish(_ summary: SnapshotSummary) throws {
    try items.finish()
    try marks.finish()
    for index in SnapshotLayout.Index.allCases {
      try indexer.write(index, to: try folder.open(index.name, .replacing))
    }
    let file = try folder.open(SnapshotLayout.summary, .replacing)
    try file.append(summary.bytes)
    try file.sync()
    try folder.sync()
  }
}

/// Writes lines to a file, many at a time; tells of each where it stands.
private final class LineWriter {
  private let file: any StorageFile
  private var pending: [UInt8] = []
  private var written = 0

  init(_ file: any StorageFile) {
    self.file = file
  }

  func append(_ object: [UInt8], sequence: Int) throws(StorageError) -> Range<Int> {
    let start = written + pending.count
    JournalLine.append(object, sequence: sequence, to: &pending)
    return try endLine(from: start)
  }

  /// Writes a line as it is.
  func copy(_ line: JournalLine) throws(StorageError) -> Range<Int> {
    let start = written + pending.count
    pending.append(contentsOf: line.bytes)
    pending.append(0x0A)
    return try endLine(from: start)
  }

  private func endLine(from start: Int) throws(StorageError) -> Range<Int> {
    if pending.count >= 1 << 18 { try flush() }
    return start..<written + pending.count
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
