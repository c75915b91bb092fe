import Extraction
import JSONText

/// What a line of the store says, in the journal and in snapshots.
enum StoreLine {
  /// The first line of a journal.
  case header(JournalHeader)
  /// A change of an item; in a snapshot, the item as its last change left it. It is large: indirect, so
  /// that a line is not copied string by string.
  indirect case change(StoreChange)
  /// Messages that were read.
  case marks(MarkLine)
  /// Messages that could not be read.
  case failed(FailureLine)
  /// A run whose marks do not count any more.
  case undone(run: Int)
  /// The end of a commit, and whether the next one was written with it.
  case commit(run: Int?, isFollowed: Bool = false)
  /// A line of a kind that this version does not know; it stays as it is.
  case unknown

  /// Reads a line.
  init(_ bytes: UnsafeBufferPointer<UInt8>, sequence: Int) throws {
    var reader = JSONReader(bytes)
    var change = ChangeFields()
    self = .unknown
    try reader.beginObject()
    while let key = try reader.nextKey() {
      if try change.take(key, &reader) { continue }
      switch key {
      case "marks": self = .marks(try MarkLine(reading: &reader))
      case "failed": self = .failed(try FailureLine(reading: &reader))
      case "undone": self = .undone(run: try reader.readInt())
      case "commit": self = try Self.commit(&reader)
      case "journal": self = .header(try JournalHeader(reading: &reader))
      default: try reader.skipValue()
      }
    }
    if let change = change.change(sequence: sequence) { self = .change(change) }
  }

  private static func commit(_ reader: inout JSONReader) throws(JSONError) -> StoreLine {
    var run: Int?
    var isFollowed = false
    try reader.beginObject()
    while let key = try reader.nextKey() {
      switch key {
      case "run": run = try reader.readNull() ? nil : try reader.readInt()
      case "more": isFollowed = try reader.readBool()
      default: try reader.skipValue()
      }
    }
    return .commit(run: run, isFollowed: isFollowed)
  }

  // MARK: - Writing

  /// The object of a line that an undone run leaves.
  static func undone(run: Int) -> [UInt8] {
    object { writer in
      writer.field("undone", run)
    }
  }

  /// Writes the object of a line.
  static func object(_ members: (inout JSONWriter) -> Void) -> [UInt8] {
    var writer = JSONWriter()
    // An item with the lines around it is about as long.
    writer.reserve(1500)
    writer.beginObject()
    members(&writer)
    writer.endObject()
    return writer.bytes
  }
}
