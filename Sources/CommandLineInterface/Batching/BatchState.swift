import JSONText
import Journal

/// What became of a batch: its files of questions and, once they were handed in, the endpoint's names for them.
/// It lies beside the files.
struct BatchState: Hashable {
  /// One file of questions.
  struct Part: Hashable {
    var name: String
    var requests: Int
    var bytes: Int
    /// The endpoint's name for the file, once it was handed in.
    var fileId: String?
    /// The endpoint's name for the batch, once it was begun.
    var batchId: String?
    /// When that was, in seconds after 1970.
    var submittedAt: Int?
  }

  /// The id of the store that waits for the answers, and the batch's number there.
  var store: String
  var batch: Int
  var model: String
  /// The endpoint that the batch was handed in at, without any secret; nil where it was not.
  var endpoint: String?
  var parts: [Part]

  /// Larger files are none of ours, in bytes.
  private static let limit = 16 << 20

  /// What may be wrong with the file.
  struct Unreadable: Error, CustomStringConvertible {
    let path: String
    var description: String {
      "\(path) cannot be read as what 'actionitems batch prepare' leaves; give the file of questions that it wrote"
    }
  }

  /// Reads the file; nil where there is none.
  static func read(_ name: String, in folder: any StorageFolder) throws -> BatchState? {
    guard try folder.identity(of: name) != nil else { return nil }
    let file = try folder.open(name, .reading)
    let bytes = try file.read(min(limit, try file.size()), at: 0)
    guard let value = try? JSONValue(parsing: bytes), let state = BatchState(value) else {
      throw Unreadable(path: "\(folder.path)/\(name)")
    }
    return state
  }

  private init?(_ value: JSONValue) {
    guard value["schema"]?.int == 1, let store = value["store"]?.string,
      let batch = value["batch"]?.int, let model = value["model"]?.string,
      let files = value["files"]?.array
    else { return nil }
    let parts = files.compactMap { file -> Part? in
      guard let name = file["name"]?.string, !name.contains("/"),
        let requests = file["requests"]?.int, let bytes = file["bytes"]?.int
      else { return nil }
      return Part(
        name: name, requests: requests, bytes: bytes, fileId: file["fileId"]?.string,
        batchId: file["batchId"]?.string, submittedAt: file["submittedAt"]?.int)
    }
    guard parts.count == files.count, !parts.isEmpty else { return nil }
    self.init(
      store: store, batch: batch, model: model, endpoint: value["endpoint"]?.string,
      parts: parts)
  }

  init(store: String, batch: Int, model: String, endpoint: String? = nil, parts: [Part]) {
    self.store = store
    self.batch = batch
    self.model = model
    self.endpoint = endpoint
    self.parts = parts
  }

  /// Forgets that the batch was ever handed in.
  mutating func forgetSubmission() {
    endpoint = nil
    for place in parts.indices {
      (parts[place].fileId, parts[place].batchId, parts[place].submittedAt) = (nil, nil, nil)
    }
  }

  /// Puts the file into its place; it is on disk when the call returns.
  func write(_ name: String, in folder: any StorageFolder) throws {
    var writer = JSONWriter()
    writer.value([
      "schema": 1, "store": .string(store), "batch": .number("\(batch)"),
      "model": .string(model), "endpoint": endpoint.map { .string($0) } ?? .null,
      "files": .array(
        parts.map { part in
          [
            "name": .string(part.name), "requests": .number("\(part.requests)"),
            "bytes": .number("\(part.bytes)"),
            "fileId": part.fileId.map { .string($0) } ?? .null,
            "batchId": part.batchId.map { .string($0) } ?? .null,
            "submittedAt": part.submittedAt.map { .number("\($0)") } ?? .null,
          ]
        }),
    ])
    writer.endLine()
    let temporary = RequestFiles.temporary(name)
    let file = try folder.open(temporary, .replacing)
    try file.append(writer.bytes)
    try file.sync()
    try folder.rename(temporary, to: name)
    try folder.sync()
  }
}
