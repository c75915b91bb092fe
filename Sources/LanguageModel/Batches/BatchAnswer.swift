import HTTPTransport
import JSONText

/// One line of a file of results: `custom_id`, and `response` or `error`.
public struct BatchAnswer: Sendable {
  /// The name of the question that is answered.
  public let id: String
  /// Whether there is an answer, and no error.
  public let isGood: Bool
  /// Whether the model was asked at all.
  public let wasAsked: Bool
  private let status: Int?
  private let body: JSONValue
  private let error: JSONValue

  /// An answer nests a few levels deep.
  private static let limits = JSONReader.Limits(depth: 64)

  /// Reads a line; nil where it is none, cut ones among them, and questions.
  public init?(_ line: UnsafeBufferPointer<UInt8>) {
    var reader = JSONReader(line, limits: Self.limits)
    var id = ""
    var (body, error) = (JSONValue.null, JSONValue.null)
    var status: Int?
    var isAnswer = false
    do {
      try reader.beginObject()
      while let key = try reader.nextKey() {
        switch key {
        case "custom_id": id = try reader.readString()
        case "error":
          isAnswer = true
          error = try JSONValue(reading: &reader)
        case "response":
          isAnswer = true
          if try reader.readNull() { continue }
          try reader.beginObject()
          while let key = try reader.nextKey() {
            switch key {
            case "status_code": status = try JSONValue(reading: &reader).int
            case "body": body = try JSONValue(reading: &reader)
            default: try reader.skipValue()
            }
          }
        default: try reader.skipValue()
        }
      }
      try reader.finish()
    } catch {
      return nil
    }
    if id.isEmpty || !isAnswer { return nil }
    self.id = id
    (self.status, self.body, self.error) = (status, body, error)
    wasAsked = status != nil || !body.isNull
    // Engines that name no status mean that all is well.
    isGood = !body.isNull && error.isNull && (200...299).contains(status ?? 200)
  }

  /// What the answer calls for, as if the endpoint had just given it, and what it cost.
  public var reading: AnswerReading {
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
      .retry(
        .failure, after: nil,
        why: why.isEmpty ? "the line holds no answer" : why.joined(separator: ", ")))
  }
}
