import Encoding
import Networking

/// One line of a file of results: `custom_id`, and `response` or `error`.
package struct BatchAnswer: Sendable {
  /// The name of the question that is answered.
  package let id: String
  /// Whether there is an answer, and no error.
  package let isGood: Bool
  package let wasAsked: Bool
  private let status: Int?
  private let body: JSONValue
  private let error: JSONValue

  /// An answer nests a few levels deep.
  private static let limits = JSONReader.Limits(depth: 64)

  /// Reads a line of a result file; nil if it is not an answer, for instance a truncated line or a question.
  package init?(_ line: UnsafeBufferPointer<UInt8>) {
    guard let json = try? JSONValue(parsing: line, limits: Self.limits),
      let id = json["custom_id"]?.string, !id.isEmpty,
      json["error"] != nil || json["response"] != nil
    else { return nil }
    let response = json["response"] ?? .null
    guard response.isNull || response.object != nil else { return nil }
    status = response["status_code"]?.int
    body = response["body"] ?? .null
    error = json["error"] ?? .null
    self.id = id
    wasAsked = status != nil || !body.isNull
    // Engines that name no status mean that all is well.
    isGood = !body.isNull && error.isNull && (200...299).contains(status ?? 200)
  }

  /// What the answer calls for, as if the endpoint had just given it, and what it cost.
  package var reading: AnswerReading {
    if !body.isNull {
      return AnswerClassifier.read(
        HTTPResponse(status: status ?? 200, body: Array(body.compact.utf8)), now: 0)
    }
    // What vLLM says of a request that it refused stands behind the answer, not in it.
    if let status, !(200...299).contains(status) {
      let body: JSONValue =
        switch error {
        case .object: error["error"] == nil ? .object([.init("error", error)]) : error
        default: ["error": ["message": error.string.map { .string($0) } ?? "no reason is given"]]
        }
      return AnswerClassifier.read(
        HTTPResponse(status: status, body: Array(body.compact.utf8)), now: 0)
    }
    let words = [error["message"]?.string ?? error.string, error["code"]?.string].map { text in
      text.map { EndpointProblem.shown($0) }
    }
    let why = words.compactMap { $0 }
    return AnswerReading(
      responseAction: .retry(
        .failure, after: nil,
        why: why.isEmpty ? "the line holds no answer" : why.joined(separator: ", ")))
  }
}
