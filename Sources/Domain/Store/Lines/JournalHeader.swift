import Encoding

/// The first line of a journal: the store that it belongs to, and the snapshot that it continues from.
struct JournalHeader: Hashable {
  var format = StoreIdentity.currentFormat
  var store: String
  /// The name of the snapshot that the journal continues from; nil if it starts empty.
  var snapshot: String?
  /// A random value that distinguishes this file from others that had its name.
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

  /// The store's first id according to the first line of its journal; nil if the line is damaged or missing.
  static func origin(in folder: any StorageFolder) throws -> String? {
    guard let file = try folder.openIfThere(StoreJournal.name) else { return nil }
    return try first(of: PlacedLines(file: file, path: StoreJournal.name))?.header.store
  }

  /// The first line of a journal and its place; nil if the line is damaged.
  static func first(of lines: PlacedLines) throws -> (header: JournalHeader, place: LinePlace)? {
    do {
      return try lines.line(at: 0) { line in
        guard case .header(let header)? = try? StoreLine(line) else { return nil }
        return (header, LinePlace(line))
      }
    } catch StoreError.damaged {
      return nil
    }
  }

  /// Returns whether a damaged first line still looks like that of a store's journal.
  static func isRecognisable(_ bytes: [UInt8], store: String) -> Bool {
    [#","journal":{"format":"#, store].contains { bytes.holds($0.utf8) }
  }
}
