import HTTPTransport
import LanguageModel
import Testing

@Suite struct AnswerClassifierTests {
  static func reaction(
    _ status: Int, _ body: String, _ headers: HTTPHeaders = [:]
  ) -> Reaction {
    AnswerClassifier.reaction(
      to: HTTPResponse(status: status, headers: headers, body: Array(body.utf8)))
  }

  /// The name of a reaction's case.
  static func name(_ reaction: Reaction) -> String {
    switch reaction {
    case .use: "use"
    case .retry: "retry"
    case .change(.simplerFormat, _): "simpler"
    case .change(.withoutParameter(let name), _): "without \(name)"
    case .split: "split"
    case .skip: "skip"
    case .fail: "fail"
    case .stop: "stop"
    }
  }

  @Test(arguments: [
    (
      "an answer", 200,
      #"{"choices":[{"finish_reason":"stop","message":{"content":"[]"}}],"usage":{"prompt_tokens":5,"completion_tokens":1}}"#,
      "use"
    ),
    (
      "parts", 200,
      #"{"choices":[{"message":{"content":[{"type":"thinking","thinking":[]},{"type":"text","text":"[]"}]}}]}"#,
      "use"
    ),
    ("blank lines before", 200, "\n\n{\"choices\":[{\"message\":{\"content\":\"[]\"}}]}", "use"),
    ("empty content", 200, #"{"choices":[{"message":{"content":""}}]}"#, "fail"),
    ("null content", 200, #"{"choices":[{"message":{"content":null}}]}"#, "fail"),
    ("refusal", 200, #"{"choices":[{"message":{"content":null,"refusal":"I can't"}}]}"#, "skip"),
    (
      "filtered answer", 200,
      #"{"choices":[{"finish_reason":"content_filter","message":{"content":""}}]}"#, "skip"
    ),
    ("no choices", 200, #"{"choices":null}"#, "retry"),
    (
      "error in a good answer", 200, #"{"choices":null,"error":{"code":429,"message":"slow"}}"#,
      "retry"
    ),
    ("no JSON", 200, "<html>", "retry"),
    ("bad gateway", 502, "<html>502</html>", "retry"),
    ("overloaded", 529, "", "retry"),
    ("time-out", 408, "", "retry"),
    ("conflict", 409, "", "retry"),
    (
      "rate limit", 429, #"{"error":{"message":"slow down","code":"rate_limit_exceeded"}}"#, "retry"
    ),
    ("quota", 429, #"{"error":{"message":"x","code":"insufficient_quota"}}"#, "stop"),
    ("no credit", 402, #"{"error":{"code":402,"message":"insufficient credits"}}"#, "stop"),
    ("bad key", 401, #"{"error":{"message":"Incorrect API key"}}"#, "stop"),
    ("no such model", 404, #"{"error":{"message":"The model does not exist"}}"#, "stop"),
    ("plain error", 400, #"{"error":"'response_format.type' must be 'json_schema'"}"#, "simpler"),
    (
      "schema refused", 400, #"{"error":{"message":"Invalid","param":"response_format"}}"#,
      "simpler"
    ),
    (
      "temperature refused", 400,
      #"{"error":{"message":"Unsupported value: 'temperature'","param":"temperature"}}"#,
      "without temperature"
    ),
    ("anything else", 400, #"{"error":{"message":"bad"}}"#, "fail"),
    ("error in an array", 400, #"[{"error":{"code":400,"message":"bad json_schema"}}]"#, "simpler"),
    (
      "too long", 400,
      #"{"error":{"code":400,"message":"x","type":"exceed_context_size_error"}}"#, "split"
    ),
    ("too long as 500", 500, #"{"error":{"message":"Context size has been exceeded."}}"#, "split"),
    ("filter", 400, #"{"error":{"message":"x","code":"content_filter"}}"#, "skip"),
  ])
  func `every answer has one reaction`(name: String, status: Int, body: String, reaction: String) {
    #expect(Self.name(Self.reaction(status, body)) == reaction, "\(name)")
  }

  @Test(
    arguments: [
      ("seconds", ["retry-after": "7"], .seconds(7)),
      ("milliseconds go first", ["Retry-After": "7", "retry-after-ms": "250"], .milliseconds(250)),
      ("nothing", [:], nil), ("nonsense", ["retry-after": "-5"], nil),
    ] as [(String, HTTPHeaders, Duration?)])
  func `the wait that is asked for is heard`(name: String, headers: HTTPHeaders, wait: Duration?) {
    #expect(
      Self.reaction(429, "{}", headers) == .retry(after: wait, why: "the endpoint answered 429"))
  }

  @Test func `usage is taken over`() {
    let reaction = Self.reaction(
      200,
      #"{"choices":[{"finish_reason":"length","message":{"content":"x"}}],"usage":{"prompt_tokens":5,"completion_tokens":1}}"#
    )
    let reply = ChatReply(
      text: "x", finishReason: "length", promptTokens: 5, completionTokens: 1)
    #expect(reaction == .use(reply) && reply.isCut)
  }

  @Test func `a server's words are shown on one line and not without end`() {
    let long = String(repeating: "word\n", count: 500)
    guard
      case .stop(let why) = Self.reaction(
        401, "{\"error\":\"\(long.replacing("\n", with: "\\n"))\"}")
    else {
      Issue.record("no stop")
      return
    }
    #expect(!why.contains("\n") && why.count < 260)
  }
}
