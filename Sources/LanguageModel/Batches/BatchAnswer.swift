import HTTPTransport
import JSONText

/// One line of a file of results: `custom_id`, and `response` or `error`.
public struct BatchAnswer: Sendable {
  /// The name of the question that is answered.
  public let id: String
  /// What the answer calls for, as if the endpoint had just given it, and what it cost.
  public let reading: AnswerReading
  /// Whether the model was asked at all.
  public let wasAsked: Bool

  /// An answer nests a few levels deep.
  private static let limits = JSONReader.Limits(depth: 64)

  /// Reads a line; nil where it is none.
  public init?(_ line: UnsafeBufferPointer<UInt8>) {
    guard let value = try? JSONValue(parsing: line, limits: Self.limits),
      let id = value["custom_id"]?.string
    else { return nil }
    self.id = id
    let response = value["response"] ?? .null
    if let body = response["body"], !body.isNull {
      // Engines that name no status mean that all is well.
      let status = response["status_code"]?.int ?? 200
      reading = AnswerClassifier.read(
        HTTPResponse(status: status, body: Array(body.compact.utf8)), now: 0)
      wasAsked = true
      return
    }
    let error = value["error"] ?? .null
    let words = error["message"]?.string ?? error.string
    let code = error["code"]?.string
    let status = response["status_code"]?.int.map { "status \($0)" }
    let why =
      [words.map { EndpointProblem.shown($0) }, code.map { EndpointProblem.shown($0) }, status]
      .compactMap { $0 }
    reading = AnswerReading(
      .retry(
        .failure, after: nil,
        why: why.isEmpty ? "the line holds no answer" : why.joined(separator: ", ")))
    wasAsked = false
  }

  /// What tells without a look at the answer itself.
  public struct Head: Sendable {
    /// The name of the question that is answered.
    public var id = ""
    /// Whether there is an answer, and no error.
    public var isGood = false

    /// Reads the head of a line; nil where it is no line of results, cut ones among them.
    public init?(_ line: UnsafeBufferPointer<UInt8>) {
      var reader = JSONReader(line, limits: BatchAnswer.limits)
      var (hasAnswer, hasError, status) = (false, false, 200)
      do {
        try reader.beginObject()
        while let key = try reader.nextKey() {
          switch key {
          case "custom_id": id = try reader.readString()
          case "error":
            if try !reader.readNull() {
              hasError = true
              try reader.skipValue()
            }
          case "response":
            if try reader.readNull() { continue }
            try reader.beginObject()
            while let key = try reader.nextKey() {
              switch key {
              case "status_code": if try !reader.readNull() { status = try reader.readInt() }
              case "body":
                hasAnswer = true
                try reader.skipValue()
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
      if id.isEmpty { return nil }
      isGood = hasAnswer && !hasError && (200...299).contains(status)
    }
  }
}
