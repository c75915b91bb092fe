import Encoding

/// The summary of a snapshot, in its folder and the first line of the journal: store, last line, counts, undone runs.
struct SnapshotSummary: Hashable {
  var store: String
  /// The number of the last journal line that is included.
  var sequence: Int
  /// The highest run number so far.
  var lastRun: Int
  /// The number of items, including removed ones.
  var items: Int
  /// Whether an endpoint read any message.
  var hasEndpointMarks: Bool
  /// The runs whose read markers were undone.
  var undoneRuns: [Int]

  /// The contents of the summary file: one line with a checksum, as in the journal.
  var bytes: [UInt8] {
    let object = StoreLine.object { $0.field("snapshot", value) }
    var bytes: [UInt8] = []
    JournalLine.append(object, sequence: sequence, to: &bytes)
    return bytes
  }

  var value: JSONValue {
    [
      "store": .string(store), "sequence": .int(sequence),
      "lastRun": .int(lastRun), "items": .int(items),
      "hasEndpointMarks": .bool(hasEndpointMarks),
      "undoneRuns": .array(undoneRuns.map { .int($0) }),
    ]
  }
}

extension SnapshotSummary {
  init(in folder: any StorageFolder) throws {
    let path = "\(folder.path)/\(SnapshotLayout.summary)"
    let line = PlacedLines(file: try folder.open(SnapshotLayout.summary, .reading), path: path)
    let value = try line.line(at: 0) { try JSONValue(parsing: $0.bytes)["snapshot"] ?? .null }
    guard let summary = SnapshotSummary(value) else {
      throw StoreError.damaged(path: path, problem: "a member is missing")
    }
    self = summary
  }

  /// Reads a summary from JSON; nil if a member is missing.
  init?(_ value: JSONValue) {
    guard let store = value["store"]?.string, let sequence = value["sequence"]?.int,
      let lastRun = value["lastRun"]?.int, let items = value["items"]?.int,
      let hasEndpointMarks = value["hasEndpointMarks"]?.bool
    else { return nil }
    self.init(
      store: store, sequence: sequence, lastRun: lastRun, items: items,
      hasEndpointMarks: hasEndpointMarks,
      undoneRuns: (value["undoneRuns"]?.array ?? []).compactMap(\.int))
  }
}
