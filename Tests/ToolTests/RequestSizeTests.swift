import TestSupport
import Testing

/// How `extract` handles an endpoint that allows fewer tokens per minute than one question needs.
@Suite struct RequestSizeTests {
  static let allowed = 2500

  /// The tokens that a request asks for, including the longest answer, as such endpoints count.
  static func requested(_ request: LoopbackRequest) -> Int {
    let body = ScriptedEndpoint.body(request)
    let messages = body["messages"] as? [[String: String]] ?? []
    let question = messages.reduce(0) { $0 + ($1["content"]?.utf8.count ?? 0) / 4 }
    return question + (body["max_tokens"] as? Int ?? 0)
  }

  static func answer(_ request: LoopbackRequest) -> Reply {
    let requested = requested(request)
    if requested <= allowed { return ScriptedEndpoint.answer(request) }
    let words =
      "Rate limit reached for model `test` on tokens per minute (TPM): Limit \(allowed), Used 0, Requested \(requested). Please try again in 59s."
    return .text(
      #"{"error":{"message":"\#(words)","type":"tokens","code":"rate_limit_exceeded"}}"#,
      status: 429, headers: [("Retry-After", "59")])
  }

  static func refused(_ server: LoopbackServer) -> Int {
    server.requests.count { requested($0) > allowed }
  }

  /// A wait would take a minute for each window, again and again.
  @Test(.timeLimit(.minutes(2)))
  func `a question over the limit per minute is split, and the size is remembered`()
    async throws
  {
    let directory = try TemporaryDirectory()
    // Small talk between the tasks makes the questions long.
    let talk = String(repeating: "and so on about the weather ", count: 10)
    let lines = (0..<80).map { number in
      let text = number % 2 == 0 ? "do 0 \(number)" : talk
      return
        #"{"id":"\#(number)","sender":"Ann","ts":\#(1_767_600_000 + number * 60),"text":"\#(text)"}"#
    }
    try directory.write(
      #"{"id":"c","messages":[\#(lines.joined(separator: ","))]}"#, to: "chat.json")
    let server = try LoopbackServer { Self.answer($0) }
    let run = try await ExtractCommand.succeed("chat.json", in: directory, server)
    #expect(try await StoreListing.items(in: directory).count == 40)
    #expect(Self.refused(server) > 0 && Self.refused(server) <= 6)
    #expect(run.errors.contains("accepts fewer tokens"), "\(run.errors)")
    let warnings = try ExtractCommand.summary(directory)["warnings"] as? [String] ?? []
    #expect(warnings.count { $0.contains("accepts fewer tokens") } == 1)
    // The next run immediately uses windows of that size.
    let before = Self.refused(server)
    let next = try await ExtractCommand.run("--again", "chat.json", in: directory, server)
    #expect(next.status == 0 && Self.refused(server) == before, "\(next.errors)")
    #expect(try await StoreListing.items(in: directory).count == 40)
  }
}
