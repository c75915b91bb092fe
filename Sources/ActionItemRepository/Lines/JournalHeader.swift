import JSONText
import Journal
import TextSearch

/// The first line of a journal: which store it belongs to, and what it goes on from.
struct JournalHeader: Hashable {
  /// The format's version.
  var format: Int
  /// The store's id.
  var store: String
  /// The name of the snapshot that the journal goes on from; nil where it begins with nothing.
  var snapshot: String?
  /// Tells this file from every other one that has had its name.
  var nonce: String
  /// What that snapshot amounts to.
  var summary: SnapshotSummary?

  init(
    format: Int, store: String, snapshot: String?, nonce: String,
    summary: SnapshotSummary? = nil
  ) {
    self.format = format
    self.store = store
    self.snapshot = snapshot
    self.nonce = nonce
    self.summary = summary
  }

  init(reading reader: inout JSONReader) throws(JSONError) {
    let value = try JSONValue(reading: &reader)
    format = value["format"]?.int ?? 0
    store = value["store"]?.string ?? ""
    snapshot = value["snapshot"]?.string
    nonce = value["nonce"]?.string ?? ""
    summary = value["summary"].flatMap(SnapshotSummary.init)
  }

  /// What the first line of a folder's journal says of the store that it began with; nil where that line is
  /// not as it was written, or there is none.
  static func origin(in folder: any StorageFolder) throws -> String? {
    guard try folder.identity(of: StoreJournal.name) != nil else { return nil }
    let file = try folder.open(StoreJournal.name, .reading)
    return try first(of: PlacedLines(file: file, path: StoreJournal.name))?.header.store
  }

  /// The first line of a journal, where it is as it was written, and its place.
  static func first(of lines: PlacedLines) throws -> (header: JournalHeader, place: LinePlace)? {
    let found = try lines.lineIfWhole(at: 0) { line -> (JournalHeader, LinePlace)? in
      guard case .header(let header)? = try? StoreLine(line.bytes, sequence: line.sequence)
      else { return nil }
      return (header, LinePlace(line))
    }
    return found ?? nil
  }

  /// The object of the line.
  var line: [UInt8] {
    StoreLine.object { writer in
      writer.field(
        "journal",
        [
          "format": .number("\(format)"), "store": .string(store),
          "snapshot": snapshot.map(JSONValue.string) ?? .null, "nonce": .string(nonce),
          "summary": summary?.value ?? .null,
        ])
    }
  }

  /// Whether a damaged first line still looks like one of a store's journal.
  static func isRecognisable(_ bytes: [UInt8], store: String) -> Bool {
    [#","journal":{"format":"#, store].contains { bytes.holds($0.utf8) }
  }
}
