import Encoding
import ItemRecords
import Synchronization
import Testing

@testable import LanguageModel
@testable import Networking

@Suite struct EndpointClientTests {
  static let good =
    #"{"choices":[{"message":{"content":"[]"}}],"usage":{"prompt_tokens":5,"completion_tokens":1}}"#
  static let question = ChatRequest(system: "rules", user: "chat", schema: #"{"type":"object"}"#)

  static func client(
    _ transport: ScriptedTransport, _ waits: WaitLog = WaitLog(),
    base: String = "https://api.example/v1/",
    headers: [(name: String, value: String)] = [], cache: (any ReplyCache)? = nil,
    learned: ShapeLog? = nil, warnings: ClientWarnings? = nil,
    _ set: (inout EndpointClient.Settings) -> Void = { _ in }
  ) throws -> EndpointClient {
    let endpoint = try #require(
      ModelEndpoint(base: base, key: APIKey("sk-secret"), headers: headers))
    var settings = EndpointClient.Settings(endpoint: endpoint, model: "m")
    set(&settings)
    return EndpointClient(
      settings, transport: transport,
      environment: .init(
        wait: { waits.note($0) }, random: { 0.5 }, now: { waits.now }, cache: cache,
        learned: { learned?.note($0) }, warn: { warnings?.note($0) }))
  }

  @Test func `a question is posted with key, schema and messages`() async throws {
    let transport = ScriptedTransport([.answer(200, Self.good)])
    let answer = try await Self.client(transport).reply(to: Self.question)
    #expect(answer.reply.text == "[]" && answer.usage.requests == 1)
    #expect(answer.usage == ModelUsage(requests: 1, promptTokens: 5, completionTokens: 1))
    let request = try #require(transport.requests.first)
    #expect(request.url == "https://api.example/v1/chat/completions")
    #expect(request.headers["Authorization"] == "Bearer sk-secret")
    let body = try JSONValue(parsing: request.body)
    #expect(body["response_format"]?["json_schema"]?["schema"] == ["type": "object"])
    #expect(body["messages"]?[1] == ["role": "user", "content": "chat"])
    #expect(body["temperature"]?.int == 0 && body["max_tokens"]?.int == 4096)
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
    #expect(answer.usage.requests == 4 && answer.usage.retries == 3)
    // Half of a tenth more than requested; then half of the scheduled wait.
    #expect(waits.all == [.milliseconds(3150), .seconds(0.25), .seconds(0.5)])
  }

  @Test func `the client finally gives up`() async throws {
    let slow = ScriptedTransport(Array(repeating: .answer(529, ""), count: 40))
    await #expect(throws: ModelFailure.self) {
      try await Self.client(slow).reply(to: Self.question)
    }
    #expect(slow.requests.count == 21)
    let failing = ScriptedTransport(Array(repeating: .answer(502, ""), count: 20))
    await #expect(throws: ModelFailure.self) {
      try await Self.client(failing).reply(to: Self.question)
    }
    #expect(failing.requests.count == 6)
  }

  @Test func `an address where nothing listens ends it all within seconds`() async throws {
    let waits = WaitLog()
    let refused = HTTPError.connectionRefused(.init(host: "h", port: 1))
    let transport = ScriptedTransport(Array(repeating: .failure(refused), count: 20))
    do {
      _ = try await Self.client(transport, waits).reply(to: Self.question)
      Issue.record("no failure")
    } catch let failure as ModelFailure {
      #expect(failure.cause == .absence && failure.description.contains("5 tries"))
    }
    #expect(transport.requests.count == 5 && waits.all.reduce(.zero, +) < .seconds(5))
  }

  @Test func `what is refused of the form is left out from then on`() async throws {
    let refused = #"{"error":{"message":"response_format is not supported"}}"#
    let transport = ScriptedTransport([
      .answer(400, refused), .answer(400, refused), .answer(400, refused),
      .answer(200, Self.good), .answer(200, Self.good),
    ])
    let client = try Self.client(transport)
    _ = try await client.reply(to: Self.question)
    _ = try await client.reply(to: Self.question)
    let formats = try transport.requests.map {
      try JSONValue(parsing: $0.body)["response_format"]
    }
    #expect(
      formats.map { $0?["type"]?.string } == [
        "json_schema", "json_object", "json_object", nil, nil,
      ])
    #expect(formats.map { $0?["schema"] != nil } == [false, true, false, false, false])
  }

  @Test func `a form that cannot be simpler is a failure, not a circle`() async throws {
    let refused = #"{"error":{"message":"response_format is not supported"}}"#
    let transport = ScriptedTransport(Array(repeating: .answer(400, refused), count: 20))
    await #expect(throws: ModelFailure.self) {
      try await Self.client(transport).reply(to: Self.question)
    }
    #expect(transport.requests.count == 4)
  }

  @Test(arguments: [
    ("key", 401, FailureScope.run, StopCause?.some(.key)), ("address", 404, .run, .address),
    ("other", 400, .window, nil), ("down", 502, .endpoint, nil),
  ])
  func `failures say what they mean for the rest`(
    name: String, status: Int, scope: FailureScope, cause: StopCause?
  ) async throws {
    let transport = ScriptedTransport(Array(repeating: .answer(status, "{}"), count: 20))
    do {
      _ = try await Self.client(transport).reply(to: Self.question)
      Issue.record("\(name): no failure")
    } catch let failure as ModelFailure {
      #expect(
        failure.scope == scope && failure.cause == cause && failure.usage.requests > 0, "\(name)")
      #expect(!failure.description.contains("sk-secret"))
    }
  }

  @Test func `the endpoint's refusals are told, once for each thing learned`() async throws {
    let refused =
      #"{"error":{"message":"Unsupported parameter: 'max_tokens'","param":"max_tokens","code":"unsupported_parameter"}}"#
    let learned = ShapeLog()
    let transport = ScriptedTransport([
      .answer(400, refused), .answer(400, #"{"error":{"message":"no","param":"temperature"}}"#),
      .answer(200, Self.good),
    ])
    let client = try Self.client(transport, learned: learned)
    _ = try await client.reply(to: Self.question)
    let shapes = learned.all
    #expect(shapes.map(\.refused) == [["max_tokens"], ["max_tokens", "temperature"]])
    let last = try JSONValue(parsing: try #require(transport.requests.last).body)
    #expect(last["max_completion_tokens"]?.int == 4096 && last["temperature"] == nil)
    // The next run starts with the request shape that was learned.
    let next = ScriptedTransport([.answer(200, Self.good)])
    _ = try await Self.client(next) { $0.shape = shapes.last }.reply(to: Self.question)
    #expect(next.requests.first?.body == transport.requests.last?.body)
  }

  @Test func `an answer that is all thinking may be longer, once`() async throws {
    let thought =
      #"{"choices":[{"finish_reason":"length","message":{"content":""}}],"usage":{"prompt_tokens":5,"completion_tokens":4096}}"#
    let transport = ScriptedTransport([.answer(200, thought), .answer(200, Self.good)])
    let client = try Self.client(transport)
    let answer = try await client.reply(to: Self.question)
    #expect(answer.usage.tokens == 4107 && answer.usage.unusedTokens == 4101)
    let caps = try transport.requests.map {
      try JSONValue(parsing: $0.body)["max_tokens"]?.int
    }
    #expect(caps == [4096, 32_768])
    let always = ScriptedTransport(Array(repeating: .answer(200, thought), count: 9))
    await #expect(throws: ModelFailure.self) {
      try await Self.client(always).reply(to: Self.question)
    }
    #expect(always.requests.count == 2)
  }

  @Test(arguments: [
    #"{"error":{"message":"Unknown parameter: 'x'.","param":"x"}}"#,
    #"{"detail":[{"type":"extra_forbidden","loc":["body","x"],"msg":"Extra inputs are not permitted"}]}"#,
    #"{"message":"{\"detail\":[{\"type\":\"extra_forbidden\",\"loc\":[\"body\",\"x\"],\"msg\":\"Extra inputs are not permitted\"}]}"}"#,
    #"{"error":{"message":"[{\"type\":\"extra_forbidden\",\"loc\":[\"body\",\"x\"],\"msg\":\"no\"}]"}}"#,
    #"{"object":"error","message":"[{'type': 'extra_forbidden', 'loc': ('body', 'x'), 'msg': 'no'}]","type":"BadRequestError"}"#,
  ])
  func `what the user puts into the body is there, and is not left out in silence`(
    refusal: String
  ) async throws {
    let options = ["seed=7", "top_p=0.5", "max_tokens=99", "reasoning_effort=low", "x=[1]"]
      .compactMap { BodyOption($0) }
    let transport = ScriptedTransport([
      .answer(422, #"{"detail":[{"type":"extra_forbidden","loc":["body","seed"],"msg":"no"}]}"#),
      .answer(200, Self.good),
      .answer(422, refusal),
      .answer(200, Self.good),
    ])
    let warnings = ClientWarnings()
    let client = try Self.client(transport, warnings: warnings) {
      $0.options = options
    }
    _ = try await client.reply(to: Self.question)
    let body = try JSONValue(parsing: try #require(transport.requests.last).body)
    #expect(body["random_seed"]?.int == 7 && body["seed"] == nil && body["top_p"]?.double == 0.5)
    #expect(body["max_tokens"]?.int == 99 && body["reasoning_effort"]?.string == "low")
    #expect(body["x"] == [1])
    _ = try await client.reply(to: Self.question)
    let without = try JSONValue(parsing: try #require(transport.requests.last).body)
    #expect(without["x"] == nil && without["top_p"]?.double == 0.5)
    let told = warnings.all
    #expect(
      told.count == 1 && told.first?.contains("--body-option x is not sent") == true, "\(told)")
    for bad in ["", "x", "=1", "model=y", "messages=[]"] { #expect(BodyOption(bad) == nil) }
  }

  @Test func `an answer is kept, given again for nothing, and forgotten on demand`() async throws {
    let cache = MemoryCache()
    let transport = ScriptedTransport([.answer(200, Self.good), .answer(200, Self.good)])
    let client = try Self.client(transport, cache: cache)
    _ = try await client.reply(to: Self.question)
    let again = try await client.reply(to: Self.question)
    #expect(again.reply.text == "[]" && again.usage == ModelUsage())
    #expect(transport.requests.count == 1)
    client.discard(Self.question)
    _ = try await client.reply(to: Self.question)
    #expect(transport.requests.count == 2)
    #expect(cache.keys.allSatisfy { $0.utf8.count == 64 && !$0.contains("secret") })
  }

  @Test func `a budget ends with its name, and failed calls count`() async throws {
    let transport = ScriptedTransport([
      .answer(500, ""), .answer(200, Self.good), .answer(200, Self.good),
    ])
    let client = try Self.client(transport) { $0.limits.requests = 3 }
    _ = try await client.reply(to: Self.question)
    _ = try await client.reply(to: Self.question)
    do {
      _ = try await client.reply(to: Self.question)
      Issue.record("no limit")
    } catch {
      let failure = error
      #expect(failure.scope == .limit && failure.description.contains("3 requests"))
    }
  }

  @Test func `a wait that is longer than allowed ends it all`() async throws {
    let transport = ScriptedTransport([.answer(429, "{}", ["retry-after": "7200"])])
    do {
      _ = try await Self.client(transport).reply(to: Self.question)
      Issue.record("no failure")
    } catch let failure as ModelFailure {
      #expect(failure.cause == .wait && failure.description.contains("7200 s"))
    }
  }

  @Test func `a wait for one request is a wait for all`() async throws {
    let waits = WaitLog()
    let transport = ScriptedTransport(
      [.answer(429, "{}", ["retry-after": "10"])]
        + Array(repeating: .answer(200, Self.good), count: 8))
    let client = try Self.client(transport, waits) { $0.concurrency = 1 }
    await withTaskGroup(of: Void.self) { group in
      for _ in 0..<8 { group.addTask { _ = try? await client.reply(to: Self.question) } }
    }
    #expect(transport.requests.count == 9 && waits.all == [.milliseconds(10_500)])
  }

  @Test func `every call is reported, never with the key`() async throws {
    let lines = Mutex<[String]>([])
    let endpoint = try #require(
      ModelEndpoint(base: "https://h.example/v1", key: APIKey("sk-secret")))
    let transport = ScriptedTransport([
      .answer(429, #"{"error":"slow, sk-secret"}"#, ["retry-after": "2"]), .answer(200, Self.good),
    ])
    let start = ContinuousClock.now
    let client = EndpointClient(
      .init(endpoint: endpoint, model: "m"), transport: transport,
      environment: .init(
        wait: { _ in await Task.yield() }, random: { 0 }, now: { 0 }, clock: { start },
        log: { record in lines.withLock { $0.append(record.description) } }))
    var question = Self.question
    question.subject = "general, message 7"
    // The clock stands still here, and so would the pause.
    let task = Task { try await client.reply(to: question) }
    while lines.withLock({ $0.isEmpty }) { await Task.yield() }
    task.cancel()
    _ = await task.result
    #expect(
      lines.withLock { $0 } == [
        "call 1, general, message 7: 429 in 0 ms; retry in 2000 ms: the endpoint answered 429: slow, ***"
      ])
  }

  @Test func `models are listed by name`() async throws {
    let transport = ScriptedTransport([.answer(200, #"{"data":[{"id":"b"},{"id":"a"}]}"#)])
    let endpoint = try #require(ModelEndpoint(base: "https://api.example/v1", key: nil))
    let list = try await ModelList(
      at: endpoint, transport: transport, timeouts: HTTPTimeouts())
    #expect(list.names == ["a", "b"])
    #expect(transport.requests.first?.url == "https://api.example/v1/models")
  }

  @Test func `a key is never shown`() throws {
    let key = try #require(APIKey(" sk-secret\n"))
    #expect("\(key) \(String(reflecting: key))".contains("secret") == false)
    var dumped = ""
    dump(key, to: &dumped)
    #expect(!dumped.contains("secret"))
    #expect(APIKey(" \n") == nil)
  }
}

/// Answers as a test specifies, one answer a request.
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

/// Records waits instead of waiting; the clock advances by each wait.
final class WaitLog: Sendable {
  private let waits = Mutex<[Duration]>([])
  var all: [Duration] { waits.withLock { $0 } }
  /// Milliseconds after 1970.
  var now: Int { 1_767_600_000_000 + Int(all.reduce(.zero, +) / .milliseconds(1)) }
  func note(_ duration: Duration) { waits.withLock { $0.append(duration) } }
}

/// Keeps answers in memory.
final class MemoryCache: ReplyCache {
  private let replies = Mutex<[String: ChatReply]>([:])
  var keys: [String] { replies.withLock { Array($0.keys) } }
  func reply(forKey key: String) -> ChatReply? { replies.withLock { $0[key] } }
  func keep(_ reply: ChatReply, forKey key: String) { replies.withLock { $0[key] = reply } }
  func drop(key: String) { replies.withLock { $0[key] = nil } }
}

/// Records what a client learned.
final class ShapeLog: Sendable {
  private let shapes = Mutex<[RequestShape]>([])
  var all: [RequestShape] { shapes.withLock { $0 } }
  func note(_ shape: RequestShape) { shapes.withLock { $0.append(shape) } }
}

/// The warnings that a client gave a user.
final class ClientWarnings: Sendable {
  private let told = Mutex<[String]>([])

  var all: [String] { told.withLock { $0 } }

  func note(_ text: String) { told.withLock { $0.append(text) } }
}
