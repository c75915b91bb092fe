import Encoding
import Networking

/// The answer to one question of a batch, as a line of a result file: `custom_id`, and `response` or `error`.
package struct BatchAnswer: Sendable {
  /// The `custom_id` of the question.
  package let id: String
  /// Whether there is an answer and no error.
  package let isGood: Bool
  /// Whether the endpoint asked the model.
  package let wasAsked: Bool
  private let status: Int?
  private let body: JSONValue
  private let error: JSONValue

  /// The maximum depth of the JSON.
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
    // Some servers omit the status of a success.
    isGood = !body.isNull && error.isNull && (200...299).contains(status ?? 200)
  }

  /// The reaction to the answer, as to a direct answer of the endpoint, and its usage.
  package var reading: ClassifiedAnswer {
    if !body.isNull {
      return AnswerClassifier.read(
        HTTPResponse(status: status ?? 200, body: Array(body.compact.utf8)), now: 0)
    }
    // vLLM puts the error of a refused request next to the response, not into it.
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
    return ClassifiedAnswer(
      responseAction: .retry(
        .failure, after: nil,
        why: why.isEmpty ? "the line holds no answer" : why.joined(separator: ", ")))
  }
}
