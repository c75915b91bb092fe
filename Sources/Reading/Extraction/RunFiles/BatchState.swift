import Encoding
package import Store

/// What became of a batch: its files of questions and, once they were handed in, the endpoint's names for them.
/// It lies beside the files.
package struct BatchState {
  package struct Part {
    package var name: String
    package var requests = 0
    package var bytes = 0
    /// The endpoint's name for the file, once it was handed in.
    package var fileId: String?
    /// The endpoint's name for the batch, once it was begun.
    package var batchId: String?
    /// When that was, in seconds after 1970.
    package var submittedAt: Int?
  }

  /// The id of the store that waits for the answers, and the batch's number there.
  package let store: String
  package let batch: Int
  package let model: String
  /// The endpoint that the batch was handed in at, without any secret; nil where it was not.
  package var endpoint: String?
  package var parts: [Part]

  package init(
    store: String, batch: Int, model: String, endpoint: String? = nil, parts: [Part]
  ) {
    (self.store, self.batch, self.model) = (store, batch, model)
    (self.endpoint, self.parts) = (endpoint, parts)
  }

  /// Larger files are none of ours, in bytes.
  private static let limit = 16 << 20

  /// A file that is not what `batch prepare` leaves.
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

  /// Forgets that the batch was ever handed in.
  package mutating func forgetSubmission() {
    endpoint = nil
    for place in parts.indices {
      (parts[place].fileId, parts[place].batchId, parts[place].submittedAt) = (nil, nil, nil)
    }
  }

  /// Whether all files of questions lie in a folder, in their places or not yet.
  package func isWhole(in folder: DiskFolder) throws -> Bool {
    try parts.allSatisfy { part in
      let temporary = NewFile.temporary(part.name)
      let name = try folder.identity(of: temporary) != nil ? temporary : part.name
      guard try folder.identity(of: name) != nil else { return false }
      return try folder.open(name, .reading).size() == part.bytes
    }
  }

  /// Puts the file into its place; it is on disk when the call returns.
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
