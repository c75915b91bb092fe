import CivilTime
import ActionItems
import ItemRecords
import Encoding

/// What a line of the store says, in the journal and in snapshots.
enum StoreLine {
  case header(JournalHeader)
  /// A change of an item; in a snapshot, the item as its last change left it. It is large: indirect, so
  /// that a line is not copied string by string.
  indirect case change(StoreChange)
  /// Messages that were read, or could not be.
  case marks(MarkLine)
  /// A run whose marks do not count any more.
  case undone(run: Int)
  /// The end of a commit, and whether the next one was written with it.
  case commit(run: Int?, isFollowed: Bool = false)
  /// A line of a kind that this version does not know; it stays as it is.
  case unknown

  init(_ bytes: UnsafeBufferPointer<UInt8>, sequence: Int) throws {
    var reader = JSONReader(bytes)
    var (kind, by): (ItemChange.Kind?, ItemChange.Author?)
    var at: Timestamp?
    var (run, created, undoes): (Int?, Int?, Int?)
    var (device, origin): (String?, String?)
    var known: KnownItem?
    self = .unknown
    try reader.beginObject()
    while let key = try reader.nextKey() {
      switch key {
      case "change": kind = ItemChange.Kind(rawValue: try reader.readString())
      case "at": at = try reader.readTimestamp()
      case "by": by = ItemChange.Author(rawValue: try reader.readString())
      case "run": run = try reader.readNull() ? nil : try reader.readInt()
      case "created": created = try reader.readInt()
      case "undoes": undoes = try reader.readInt()
      case "device": device = try reader.readOptionalString()
      case "origin": origin = try reader.readOptionalString()
      case "known": known = try KnownItem(reading: &reader, device: device ?? "")
      case "marks": self = .marks(try MarkLine(reading: &reader, areRead: true))
      case "failed": self = .marks(try MarkLine(reading: &reader, areRead: false))
      case "undone": self = .undone(run: try reader.readInt())
      case "commit": self = try Self.commit(&reader)
      case "journal": self = .header(try JournalHeader(reading: &reader))
      default: try reader.skipValue()
      }
    }
    guard let kind, let at, let known else { return }
    var change = StoreChange(
      sequence: sequence, at: at, run: run, change: ItemChange(kind, known, by: by ?? .model))
    (change.created, change.undoes) = (created, undoes)
    (change.device, change.origin) = (device, origin)
    self = .change(change)
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

  /// The object of a line; those that begin a file or end a commit are written by others.
  var line: [UInt8] {
    switch self {
    case .change(let change): change.line
    case .marks(let marks): marks.line
    case .undone(let run): Self.object { $0.field("undone", run) }
    case .header, .commit, .unknown: preconditionFailure("no entry of a commit")
    }
  }

  static func object(_ members: (inout JSONWriter) -> Void) -> [UInt8] {
    var writer = JSONWriter()
    // An item with the lines around it is about as long.
    writer.reserve(1500)
    writer.beginObject()
    members(&writer)
    writer.endObject()
    return writer.bytes
  }

  /// Writes the object of a line that has one member, an object.
  static func object(_ name: StaticString, _ members: (inout JSONWriter) -> Void) -> [UInt8] {
    object { writer in
      writer.key(name)
      writer.beginObject()
      members(&writer)
      writer.endObject()
    }
  }

  // MARK: - Origins

  /// Whether a line plainly says that its change came in from `origin`, without all of it being read: the
  /// member stands before the item. A line that says so in other words is not recognised.
  ///
  /// `mark` is what `originMark` says of that origin.
  static func hasOrigin(_ mark: [UInt8], _ line: UnsafeBufferPointer<UInt8>) -> Bool {
    UnsafeBufferPointer(rebasing: line.prefix(300 + mark.count)).holds(mark)
  }

  /// The bytes by which a line of some origin is known.
  static func originMark(_ origin: String) -> [UInt8] {
    Array("\"origin\":\"\(origin)\",\"known\":".utf8)
  }
}
