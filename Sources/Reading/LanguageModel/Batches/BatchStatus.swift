import Encoding

/// A batch as the endpoint reports it (OpenAI's batch object). `BatchState` is the file that the tool keeps about it.
package struct BatchStatus: Hashable, Sendable {
  /// The id of the batch.
  package var id: String
  /// The endpoint's status, such as `in_progress`.
  package var state: String
  /// The numbers of all, answered and failed questions.
  package var total: Int
  package var completed: Int
  package var failed: Int
  /// The ids of the files of questions, answers and errors.
  package var inputFile: String?
  package var outputFile: String?
  package var errorFile: String?
  /// The endpoint's messages about errors in the batch.
  package var problems: [String]

  private static let over: Set<String> = ["completed", "failed", "expired", "cancelled"]

  /// Whether the batch has ended.
  package var isOver: Bool { Self.over.contains(state) }
  /// Whether it failed before any question was asked.
  package var hasFailed: Bool { state == "failed" }

  /// Whether it ended before all questions were asked.
  package var hasBrokenOff: Bool { state == "expired" || state == "cancelled" }

  /// Reads a batch object; nil if it is invalid or its id is not a plain name.
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
