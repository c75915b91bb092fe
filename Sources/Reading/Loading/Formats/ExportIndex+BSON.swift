import Encoding

/// Both passes over BSON files of `RocketChatFormat`: the index scans them, `RecordSource` reads a document again.
extension ExportIndex {
  /// Adds a file of concatenated BSON documents, and calls `body` with each document and its offset.
  ///
  /// Damage inside a document loses only that document; nothing can be found after a wrong length.
  mutating func scanBSON(
    _ file: ExportFile, limit: Int,
    _ body: (BSONDocument, Int, inout ExportIndex) throws(JSONError) -> Void
  ) throws {
    try context.sink.reportingErrors {
      let part = try files.append(file)
      let reader = PositionedReader(files, limit: limit)
      var offset = 0
      while offset < part.size {
        let head = try reader.bytes(at: part.start + offset, atLeast: 4)
        guard let length = BSONDocument.length(head), offset + length <= part.size else {
          return lose(JSONError(.range, at: offset), path: part.path)
        }
        if length > limit {
          lose(JSONError(.tooLong(limit: limit), at: offset), path: part.path)
        } else {
          let bytes = try reader.bytes(at: part.start + offset, atLeast: length)
          let document = BSONDocument(UnsafeBufferPointer(rebasing: bytes.prefix(length)))
          do throws(JSONError) {
            try body(document, part.start + offset, &self)
          } catch {
            lose(JSONError(error.reason, at: offset + error.offset), path: part.path)
          }
        }
        offset += length
      }
    }
  }
}

extension RecordSource {
  /// Reads the BSON document at the record's place.
  func document() throws -> JSONValue {
    let head = try reader.bytes(at: place.offset, atLeast: 4)
    guard let length = BSONDocument.length(head) else { throw JSONError(.range, at: place.offset) }
    let bytes = try reader.bytes(at: place.offset, atLeast: length)
    return try BSONDocument(UnsafeBufferPointer(rebasing: bytes.prefix(length))).json()
  }
}
