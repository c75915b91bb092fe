import ActionItemModel
import CivilTime
import Extraction
import Glibc
import ItemCoding
import JSONText
import Journal

/// The members of a line that tells of a change.
struct ChangeFields {
  private var kind: ItemChange.Kind?
  private var at: Timestamp?
  private var by: ItemChange.Author?
  private var run: Int?
  private var created: Int?
  private var undoes: Int?
  private var device: String?
  private var origin: String?
  private var known: KnownItem?

  /// Reads the value of a member if it is one of these.
  mutating func take(_ key: JSONSlice, _ reader: inout JSONReader) throws -> Bool {
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
    default: return false
    }
    return true
  }

  /// The change, where all that belongs to one was there.
  func change(sequence: Int) -> StoreChange? {
    guard let kind, let at, let known else { return nil }
    var change = StoreChange(
      sequence: sequence, at: at, run: run, change: ItemChange(kind, known, by: by ?? .model),
      created: created, undoes: undoes)
    (change.device, change.origin) = (device, origin)
    return change
  }
}

extension StoreChange {
  private static let creationStart = Array(#","change":"created","#.utf8)

  /// Whether a line, which was written by `line`, tells that an item was found.
  static func isCreation(_ line: JournalLine) -> Bool {
    line.content.starts(with: creationStart)
  }

  /// The item alone that a change's line tells of; nil where the line tells of something else.
  static func item(in line: UnsafeBufferPointer<UInt8>) throws -> ActionItem? {
    var reader = JSONReader(line)
    var item: ActionItem?
    try reader.beginObject()
    while let key = try reader.nextKey() {
      if key.equals("known") {
        item = try ActionItem(reading: &reader)
      } else {
        try reader.skipValue()
      }
    }
    return item
  }

  /// The object of the change's line.
  var line: [UInt8] {
    StoreLine.object { writer in
      writer.field("change", change.kind.rawValue)
      writer.key("at")
      writer.storedTimestamp(at)
      writer.field("by", change.by.rawValue)
      writer.key("run")
      if let run { writer.int(run) } else { writer.null() }
      if let created {
        writer.field("created", created)
      }
      if let undoes {
        writer.field("undoes", undoes)
      }
      if let device {
        writer.field("device", device)
      }
      if let origin {
        writer.field("origin", origin)
      }
      writer.key("known")
      writer.known(change.known, device: device ?? "")
    }
  }
}

extension StoreLine {
  /// Whether a line plainly says that its change came in from `origin`, without all of it being read: the
  /// member stands before the item. A line that says so in other words is not recognised.
  ///
  /// `mark` is what `originMark` says of that origin.
  static func hasOrigin(_ mark: [UInt8], _ line: UnsafeBufferPointer<UInt8>) -> Bool {
    guard let start = line.baseAddress, line.count >= mark.count else { return false }
    for place in 0...min(line.count - mark.count, 300) where start[place] == mark[0] {
      if memcmp(start + place, mark, mark.count) == 0 { return true }
    }
    return false
  }

  /// The bytes by which a line of some origin is known.
  static func originMark(_ origin: String) -> [UInt8] {
    Array("\"origin\":\"\(origin)\",\"known\":".utf8)
  }
}
