import ActionItems
import CivilTime
import Encoding
import ItemRecords

/// A decoded line of the journal or a snapshot. The types of the lines write their JSON with `object`. `hasOrigin`
/// looks for an origin without decoding the line.
enum StoreLine {
  case header(JournalHeader)
  /// A change of an item; in a snapshot, its last version. It is large, so it is indirect, to avoid copying each string
  /// with the line.
  indirect case change(StoreChange)
  /// Messages that were read, or could not be read.
  case marks(MarkLine)
  /// A run whose read markers no longer count.
  case undone(run: Int)
  /// The end of a commit. `isFollowed`: the next commit was written together with this one.
  case commit(run: Int?, isFollowed: Bool = false)
  /// A line of a kind that this version does not know. It is ignored.
  case unknown

  init(_ line: JournalLine) throws {
    var reader = JSONReader(line.bytes)
    var (kind, by): (ItemChange.Kind?, ItemChange.Author?)
    var at: Timestamp?
    var (run, created, undoes): (Int?, Int?, Int?)
    var (device, origin): (String?, String?)
    var known: ItemRecord?
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
      case "known": known = try ItemRecord(reading: &reader, device: device ?? "")
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
      sequence: line.sequence, at: at, run: run, change: ItemChange(kind, known, by: by ?? .model))
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

  static func object(_ members: (inout JSONWriter) -> Void) -> [UInt8] {
    var writer = JSONWriter()
    // The typical size of an item with its context.
    writer.reserve(1500)
    writer.beginObject()
    members(&writer)
    writer.endObject()
    return writer.bytes
  }

  /// Writes the object of a line that has a single member, which is an object.
  static func object(_ name: StaticString, _ members: (inout JSONWriter) -> Void) -> [UInt8] {
    object { writer in
      writer.key(name)
      writer.beginObject()
      members(&writer)
      writer.endObject()
    }
  }

  // MARK: - Origins

  /// Quickly checks, without decoding, whether a line has a given origin. False proves nothing: a line that is written
  /// in another form is missed.
  ///
  /// `mark` is the result of `originMark` for that origin.
  static func hasOrigin(_ mark: [UInt8], _ line: UnsafeBufferPointer<UInt8>) -> Bool {
    UnsafeBufferPointer(rebasing: line.prefix(300 + mark.count)).holds(mark)
  }

  /// The bytes that identify a line with an origin.
  static func originMark(_ origin: String) -> [UInt8] {
    Array("\"origin\":\"\(origin)\",\"known\":".utf8)
  }
}
