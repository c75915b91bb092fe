import Encoding

/// The first line of a journal: which store it belongs to, and what it goes on from.
struct JournalHeader: Hashable {
  var format = StoreIdentity.currentFormat
  var store: String
  /// The name of the snapshot that the journal goes on from; nil where it begins with nothing.
  var snapshot: String?
  /// Tells this file from every other one that has had its name.
  var nonce = ""
  var summary: SnapshotSummary?

  var line: [UInt8] {
    StoreLine.object { writer in
      writer.field(
        "journal",
        [
          "format": .int(format), "store": .string(store),
          "snapshot": .text(snapshot), "nonce": .string(nonce),
          "summary": summary?.value ?? .null,
        ])
    }
  }
}

extension JournalHeader {
  init(reading reader: inout JSONReader) throws(JSONError) {
    let value = try JSONValue(reading: &reader)
    self.init(
      format: value["format"]?.int ?? 0, store: value["store"]?.string ?? "",
      snapshot: value["snapshot"]?.string, nonce: value["nonce"]?.string ?? "",
      summary: value["summary"].flatMap(SnapshotSummary.init))
  }

  /// What the first line of a folder's journal says of the store that it began with; nil where that line is
  /// not as it was written, or there is none.
  static func origin(in folder: any StorageFolder) throws -> String? {
    guard let file = try folder.openIfThere(StoreJournal.name) else { return nil }
    return try first(of: PlacedLines(file: file, path: StoreJournal.name))?.header.store
  }

  /// The first line of a journal, where it is as it was written, and its place.
  static func first(of lines: PlacedLines) throws -> (header: JournalHeader, place: LinePlace)? {
    do {
      return try lines.line(at: 0) { line in
        guard case .header(let header)? = try? line.said() else { return nil }
        return (header, LinePlace(line))
      }
    } catch StoreError.damaged {
      return nil
    }
  }

  /// Whether a damaged first line still looks like one of a store's journal.
  static func isRecognisable(_ bytes: [UInt8], store: String) -> Bool {
    [#","journal":{"format":"#, store].contains { bytes.holds($0.utf8) }
  }
}
