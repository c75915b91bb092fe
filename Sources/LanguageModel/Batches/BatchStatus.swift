import JSONText

/// How far an endpoint is with a batch.
public struct BatchStatus: Hashable, Sendable {
  /// The endpoint's name for the batch.
  public var id: String
  /// The endpoint's word, such as `in_progress`.
  public var state: String
  /// Questions, and those that were answered or failed.
  public var total: Int
  public var completed: Int
  public var failed: Int
  /// The endpoint's names for the files of questions, answers and errors.
  public var inputFile: String?
  public var outputFile: String?
  public var errorFile: String?
  /// Why it failed as a whole, where it did.
  public var problems: [String]

  private static let over: Set<String> = ["completed", "failed", "expired", "cancelled"]

  /// Whether nothing more will come.
  public var isOver: Bool { Self.over.contains(state) }
  /// Whether it failed before any question was asked.
  public var hasFailed: Bool { state == "failed" }

  /// Whether it ended before every question was asked.
  public var hasBrokenOff: Bool { state == "expired" || state == "cancelled" }

  /// Reads the object of a batch; nil where it is none, or has names that are no names.
  init?(_ value: JSONValue) {
    guard let id = value["id"]?.string, BatchClient.isName(id),
      let state = value["status"]?.string
    else { return nil }
    self.id = id
    self.state = EndpointProblem.shown(state)
    let counts = value["request_counts"]
    func count(_ name: String) -> Int { max(0, counts?[name]?.int ?? 0) }
    (total, completed, failed) = (count("total"), count("completed"), count("failed"))
    func file(_ name: String) -> String? {
      value[name]?.string.flatMap { BatchClient.isName($0) ? $0 : nil }
    }
    inputFile = file("input_file_id")
    outputFile = file("output_file_id")
    errorFile = file("error_file_id")
    problems = (value["errors"]?["data"]?.array ?? []).prefix(5).compactMap { problem in
      guard let words = problem["message"]?.string else { return nil }
      let line = problem["line"]?.int.map { "line \($0): " } ?? ""
      return line + EndpointProblem.shown(words)
    }
  }
}
