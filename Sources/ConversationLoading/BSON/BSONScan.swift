import JSONText

extension ExportIndex {
  /// Adds a file of BSON documents that follow each other and calls `body` with each and where it begins.
  /// A document that is damaged within costs itself; behind a wrong length nothing can be found.
  mutating func scanBSON(
    _ file: ExportFile, limit: Int,
    _ body: (BSONDocument, Int, inout ExportIndex) throws(JSONError) -> Void
  ) throws {
    do {
      let part = try files.append(file)
      let reader = PositionedReader(files, limit: limit)
      var offset = 0
      while offset < part.size {
        let head = try reader.bytes(at: part.start + offset, atLeast: 4)
        guard let length = BSONDocument.length(head), offset + length <= part.size else {
          skip(.malformed, in: "")
          note(JSONError(.range, at: offset), path: part.path)
          return
        }
        if length > limit {
          skip(.tooLong, in: "")
          note(JSONError(.tooLong(limit: limit), at: offset), path: part.path)
        } else {
          let bytes = try reader.bytes(at: part.start + offset, atLeast: length)
          let document = BSONDocument(UnsafeBufferPointer(rebasing: bytes.prefix(length)))
          do throws(JSONError) {
            try body(document, part.start + offset, &self)
          } catch {
            skip(.malformed, in: "")
            note(JSONError(error.reason, at: offset + error.offset), path: part.path)
          }
        }
        offset += length
      }
    } catch let error as LoadingError {
      try context.sink.fail(error)
    }
  }
}

extension PositionedReader {
  /// Reads the BSON document at a place that the first pass has seen.
  func document(at offset: Int) throws -> JSONValue {
    let head = try bytes(at: offset, atLeast: 4)
    guard let length = BSONDocument.length(head) else { throw JSONError(.range, at: offset) }
    let bytes = try bytes(at: offset, atLeast: length)
    return try BSONDocument(UnsafeBufferPointer(rebasing: bytes.prefix(length))).json()
  }
}
