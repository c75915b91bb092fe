import HTTPTransport
import JSONText
import Synchronization
import Testing

@testable import LanguageModel

@Suite struct EndpointClientTests {
  static let good =
    #"{"choices":[{"message":{"content":"[]"}}],"usage":{"prompt_tokens":5,"completion_tokens":1}}"#
  static let question = ChatRequest(system: "rules", user: "chat", schema: #"{"type":"object"}"#)

  static func client(
    _ transport: ScriptedTransport, _ waits: WaitLog = WaitLog()
  ) throws -> EndpointClient {
    let endpoint = try #require(
      ModelEndpoint(base: "https://api.example/v1/", key: APIKey("sk-secret")))
    return EndpointClient(
      endpoint: endpoint, model: "m", transport: transport, timeouts: HTTPTimeouts(),
      surroundings: .init(wait: { waits.note($0) }, random: { 0.5 }))
  }

  @Test func `a question is posted with key, schema and messages`() async throws {
    let transport = ScriptedTransport([.answer(200, Self.good)])
    let answer = try await Self.client(transport).reply(to: Self.question)
    #expect(answer.reply.text == "[]" && answer.effort.requests == 1)
    #expect(answer.effort.promptTokens == 5)
    let request = try #require(transport.requests.first)
    #expect(request.url == "https://api.example/v1/chat/completions")
    #expect(request.headers["Authorization"] == "Bearer sk-secret")
    let body = try JSONValue(parsing: request.body)
    #expect(body["response_format"]?["json_schema"]?["schema"] == ["type": "object"])
    #expect(body["messages"]?[1] == ["role": "user", "content": "chat"])
    #expect(body["temperature"]?.int == 0)
  }

  @Test func `what passes is tried again, after the wait that was asked for`() async throws {
    let waits = WaitLog()
    let transport = ScriptedTransport([
      .answer(429, "{}", ["retry-after": "3"]), .answer(500, ""),
      .failure(
        .connectionBroken(HTTPDestination(scheme: "https", host: "h", port: 1), answerBegun: false)),
      .answer(200, Self.good),
    ])
    let answer = try await Self.client(transport, waits).reply(to: Self.question)
    #expect(answer.effort.requests == 4)
    #expect(waits.all == [.seconds(3), .seconds(0.5), .seconds(1)])
  }

  @Test func `it gives up at last`() async throws {
    let transport = ScriptedTransport(Array(repeating: .answer(503, ""), count: 20))
    await #expect(throws: ChatFailure.self) {
      try await Self.client(transport).reply(to: Self.question)
    }
    #expect(transport.requests.count == 6)
  }

  @Test func `what is refused of the form is left out from then on`() async throws {
    let refused = #"{"error":{"message":"response_format is not supported"}}"#
    let transport = ScriptedTransport([
      .answer(400, refused), .answer(400, refused), .answer(200, Self.good),
      .answer(200, Self.good),
    ])
    let client = try Self.client(transport)
    _ = try await client.reply(to: Self.question)
    _ = try await client.reply(to: Self.question)
    let formats = try transport.requests.map { request in
      try JSONValue(parsing: request.body)["response_format"]?["type"]?.string
    }
    #expect(formats == ["json_schema", "json_object", nil, nil])
  }

  @Test func `a form that cannot be simpler is a failure, not a circle`() async throws {
    let refused = #"{"error":{"message":"response_format is not supported"}}"#
    let transport = ScriptedTransport(Array(repeating: .answer(400, refused), count: 20))
    await #expect(throws: ChatFailure.self) {
      try await Self.client(transport).reply(to: Self.question)
    }
    #expect(transport.requests.count == 3)
  }

  @Test(arguments: [
    ("key", 401, ChatFailure.Kind.unusable), ("model", 404, .unusable), ("other", 400, .answer),
    ("down", 503, .endpoint),
  ])
  func `failures say what they mean for the rest`(
    name: String, status: Int, kind: ChatFailure.Kind
  ) async throws {
    let transport = ScriptedTransport(Array(repeating: .answer(status, "{}"), count: 20))
    do {
      _ = try await Self.client(transport).reply(to: Self.question)
      Issue.record("\(name): no failure")
    } catch let failure as ChatFailure {
      #expect(failure.kind == kind, "\(name)")
      #expect(!failure.description.contains("sk-secret"))
    }
  }

  @Test(arguments: [
    ("plain", "https://api.example/v1", "https://api.example/v1/chat/completions", "api.example"),
    ("slash", "https://api.example/v1/", "https://api.example/v1/chat/completions", "api.example"),
    (
      "whole address", "https://api.example/v1/chat/completions",
      "https://api.example/v1/chat/completions", "api.example"
    ),
    (
      "query", "https://x.example/openai/deployments/d?api-version=1",
      "https://x.example/openai/deployments/d/chat/completions?api-version=1", "x.example"
    ),
    (
      "port", "http://127.0.0.1:11434/v1", "http://127.0.0.1:11434/v1/chat/completions",
      "127.0.0.1:11434"
    ),
  ])
  func `base addresses have many forms`(name: String, base: String, url: String, host: String)
    throws
  {
    let endpoint = try #require(ModelEndpoint(base: base, key: nil), "\(name)")
    #expect(endpoint.url("/chat/completions") == url && endpoint.host == host, "\(name)")
    #expect(endpoint.isLoopback == (name == "port"))
  }

  @Test(arguments: ["", "api.example", "ftp://x.example", "https://", "http:// x"])
  func `what is no address is refused`(base: String) {
    #expect(ModelEndpoint(base: base, key: nil) == nil)
  }

  @Test func `models are listed by name`() async throws {
    let transport = ScriptedTransport([.answer(200, #"{"data":[{"id":"b"},{"id":"a"}]}"#)])
    let endpoint = try #require(ModelEndpoint(base: "https://api.example/v1", key: nil))
    let names = try await EndpointClient.models(
      at: endpoint, transport: transport, timeouts: HTTPTimeouts())
    #expect(names == ["a", "b"])
    #expect(transport.requests.first?.url == "https://api.example/v1/models")
  }

  @Test func `waits grow up to a cap and never fall below what is asked`() {
    var schedule = RetrySchedule(limits: RetryLimits(tries: 9, base: 1, cap: 8, longest: 60))
    let waits = (0..<9).map { _ in schedule.next(asked: nil, random: 1) }
    #expect(waits == [1, 2, 4, 8, 8, 8, 8, 8, nil].map { $0.map { Duration.seconds($0) } })
    var asked = RetrySchedule(limits: RetryLimits(tries: 9, base: 1, cap: 8, longest: 60))
    #expect(asked.next(asked: .seconds(30), random: 0) == .seconds(30))
    #expect(asked.next(asked: .seconds(61), random: 0) == nil)
  }

  @Test func `a key shows itself to nobody`() throws {
    let key = try #require(APIKey(" sk-secret\n"))
    #expect("\(key) \(String(reflecting: key))".contains("secret") == false)
    var dumped = ""
    dump(key, to: &dumped)
    #expect(!dumped.contains("secret"))
    #expect(APIKey(" \n") == nil)
  }
}

/// Answers as a test says, one answer a request.
final class ScriptedTransport: HTTPSending {
  enum Step: Sendable {
    case response(HTTPResponse)
    case failure(HTTPError)

    static func answer(_ status: Int, _ body: String, _ headers: HTTPHeaders = [:]) -> Step {
      .response(HTTPResponse(status: status, headers: headers, body: Array(body.utf8)))
    }
  }

  private let state: Mutex<(steps: [Step], requests: [HTTPRequest])>

  init(_ steps: [Step]) {
    state = Mutex((steps, []))
  }

  var requests: [HTTPRequest] { state.withLock { $0.requests } }

  func send(_ request: HTTPRequest) async throws(HTTPError) -> HTTPResponse {
    let step = state.withLock { state in
      state.requests.append(request)
      return state.steps.removeFirst()
    }
    switch step {
    case .response(let response): return response
    case .failure(let error): throw error
    }
  }
}

/// Notes waits instead of waiting.
final class WaitLog: Sendable {
  private let waits = Mutex<[Duration]>([])
  var all: [Duration] { waits.withLock { $0 } }
  func note(_ duration: Duration) { waits.withLock { $0.append(duration) } }
}
