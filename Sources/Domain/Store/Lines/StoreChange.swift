public import ActionItems
public import CivilTime
import Encoding
public import ItemRecords

/// One stored change of one item: an `ItemChange` with its number, time and origin. Below: writing it as a line,
/// and reading only the item of a line.
public struct StoreChange: Hashable, Sendable {
  /// The number of the change; numbers rise, with gaps.
  public var sequence: Int
  /// When it was made.
  public var at: Timestamp
  /// The number of the run that made it; nil if no run did.
  public var run: Int?
  /// The kind of change, and the item record after it.
  public var change: ItemChange
  /// The item after the change.
  public var item: ActionItem { change.known.item }
  /// The number of the item's first change, if the line has it.
  var created: Int?
  /// The number of the change that this one undoes.
  public var undoes: Int?
  /// The device that made this version of the item; nil for this store.
  public var device: String?
  /// The remote or store that the version was received from, so that it is not sent back; nil if it was made here.
  public var origin: String?

  /// Creates a change that was made here.
  public init(sequence: Int, at: Timestamp, run: Int?, change: ItemChange) {
    self.sequence = sequence
    self.at = at
    self.run = run
    self.change = change
  }
}

extension StoreChange {
  /// Creates a change to be written, which has no number yet.
  init(
    _ kind: ItemChange.Kind, _ known: ItemRecord, by author: ItemChange.Author, at: Timestamp,
    run: Int? = nil
  ) {
    self.init(sequence: 0, at: at, run: run, change: ItemChange(kind, known, by: author))
  }

  private static let creationStart = Array(#","change":"created","#.utf8)

  /// Returns whether a line written by `line` reports a new item.
  static func isCreation(_ line: JournalLine) -> Bool {
    line.content.starts(with: creationStart)
  }

  /// Decodes only the item of a change's line; nil for another kind of line.
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

  var line: [UInt8] {
    StoreLine.object { writer in
      writer.field("change", change.kind.rawValue)
      writer.optional("at", at)
      writer.field("by", change.by.rawValue)
      writer.key("run")
      if let run { writer.int(run) } else { writer.null() }
      writer.optional("created", created)
      writer.optional("undoes", undoes)
      writer.optional("device", device)
      writer.optional("origin", origin)
      writer.key("known")
      writer.known(change.known, device: device ?? "")
    }
  }
}
