import Encoding
package import Store

/// The file `….batch.json` next to a batch's request files: their names and, after submission, the endpoint's ids.
///
/// `BatchStatus` is the endpoint's view of a batch, `BatchLedger` the store's.
package struct BatchState {
  package struct Part {
    package var name: String
    package var requests = 0
    package var bytes = 0
    /// The endpoint's id for the file, after the upload.
    package var fileId: String?
    /// The endpoint's id for the batch, after its start.
    package var batchId: String?
    /// The time of the start in seconds since 1970.
    package var submittedAt: Int?
  }

  /// The id of the store that waits for the answers.
  package let store: String
  /// The number of the batch in the store.
  package let batch: Int
  package let model: String
  /// The endpoint without secrets, after the submission.
  package var endpoint: String?
  package var parts: [Part]

  package init(
    store: String, batch: Int, model: String, endpoint: String? = nil, parts: [Part]
  ) {
    (self.store, self.batch, self.model) = (store, batch, model)
    (self.endpoint, self.parts) = (endpoint, parts)
  }

  /// The maximum size of the file in bytes.
  private static let limit = 16 << 20

  /// The error for a file that `batch prepare` did not write.
  package struct Unreadable: Error, CustomStringConvertible {
    package let path: String
    package var description: String {
      "\(path) is not a state file of 'actionitems batch prepare'; give the file of questions that it wrote"
    }
  }

  /// Reads the file; nil if it does not exist.
  package static func read(_ name: String, in folder: any StorageFolder) throws -> BatchState? {
    guard try folder.identity(of: name) != nil else { return nil }
    let file = try folder.open(name, .reading)
    let bytes = try file.read(min(limit, try file.size()), at: 0)
    guard let value = try? JSONValue(parsing: bytes), let state = BatchState(value) else {
      throw Unreadable(path: "\(folder.path)/\(name)")
    }
    return state
  }

  /// Forgets the submission.
  package mutating func forgetSubmission() {
    endpoint = nil
    for place in parts.indices {
      (parts[place].fileId, parts[place].batchId, parts[place].submittedAt) = (nil, nil, nil)
    }
  }

  /// Returns whether a folder has all files of questions, under their final or temporary names.
  package func isWhole(in folder: DiskFolder) throws -> Bool {
    try parts.allSatisfy { part in
      let temporary = NewFile.temporary(part.name)
      let name = try folder.identity(of: temporary) != nil ? temporary : part.name
      guard try folder.identity(of: name) != nil else { return false }
      return try folder.open(name, .reading).size() == part.bytes
    }
  }

  /// Writes the file. It is on disk when the call returns.
  package func write(_ name: String, in folder: any StorageFolder) throws {
    let value: JSONValue = [
      "schema": 1, "store": .string(store), "batch": .int(batch), "model": .string(model),
      "endpoint": .text(endpoint), "files": .array(parts.map(\.json)),
    ]
    try folder.replace(name, with: value.line())
  }
}

extension BatchState {
  private init?(_ value: JSONValue) {
    guard value["schema"]?.int == 1, let store = value["store"]?.string,
      let batch = value["batch"]?.int, let model = value["model"]?.string,
      let parts = value["files"]?.list(Part.init), !parts.isEmpty
    else { return nil }
    self.init(
      store: store, batch: batch, model: model, endpoint: value["endpoint"]?.string,
      parts: parts)
  }
}

extension BatchState.Part {
  fileprivate init?(_ value: JSONValue) {
    guard let name = value["name"]?.string, !name.contains("/"),
      let requests = value["requests"]?.int, let bytes = value["bytes"]?.int
    else { return nil }
    self.init(
      name: name, requests: requests, bytes: bytes, fileId: value["fileId"]?.string,
      batchId: value["batchId"]?.string, submittedAt: value["submittedAt"]?.int)
  }

  fileprivate var json: JSONValue {
    [
      "name": .string(name), "requests": .int(requests), "bytes": .int(bytes),
      "fileId": .text(fileId), "batchId": .text(batchId), "submittedAt": .int(submittedAt),
    ]
  }
}
