import Encoding
import Testing

/// Self-contained requests, as from revision 2026-07-28 on.
@Suite struct StatelessRequestTests {
  static func answer(_ line: String) async throws -> JSONValue {
    try JSONValue(parsing: try #require(await AssistantTalk.answer(line)).utf8)
  }

  @Test func `whoever asks learns who answers and what there is, without a greeting`() async throws
  {
    let result = try await Self.answer(AssistantTalk.request("server/discover"))["result"]
    #expect(result?["supportedVersions"] == ["2026-07-28"])
    #expect(result?["resultType"] == "complete" && result?["cacheScope"] == "private")
    #expect(result?["instructions"] == "Take care.")
    #expect(
      result?["_meta"]?["io.modelcontextprotocol/serverInfo"] == ["name": "shelf", "version": "1"])
  }

  @Test(
    arguments: [
      ("tools/list", "", 3_600_000), ("resources/list", "", 0),
      ("resources/templates/list", "", 3_600_000),
      ("resources/read", #""uri":"shelf://cup","#, 0), ("tools/call", #""name":"echo","#, nil),
    ] as [(String, String, Int?)])
  func `a result says that it is whole, who answers, and how long it is fresh`(
    method: String, more: String, milliseconds: Int?
  ) async throws {
    let result = try await Self.answer(AssistantTalk.request(method, more: more))["result"]
    #expect(result?["resultType"] == "complete", "\(method)")
    #expect(result?["ttlMs"]?.int == milliseconds, "\(method)")
    #expect(result?["_meta"]?["io.modelcontextprotocol/serverInfo"] != nil, "\(method)")
  }

  @Test(
    arguments: [
      ("another revision", AssistantTalk.request("tools/list", #""1900-01-01""#), -32022),
      ("one with a greeting", AssistantTalk.request("tools/list", #""2025-11-25""#), -32022),
      ("no text for a revision", AssistantTalk.request("tools/list", "7"), -32602),
      ("no abilities", AssistantTalk.request("tools/list", capabilities: "null"), -32602),
      ("a greeting", AssistantTalk.request("initialize"), -32601),
      ("ping", AssistantTalk.request("ping"), -32601),
      (
        "no such resource", AssistantTalk.request("resources/read", more: #""uri":"shelf://x","#),
        -32602
      ),
      ("no terms", #"{"jsonrpc":"2.0","id":1,"method":"server/discover"}"#, -32602),
    ])
  func `each unanswerable request is reported by its code`(
    name: String, line: String, code: Int
  ) async throws {
    let error = try await Self.answer(line)["error"]
    #expect(error?["code"]?.int == code, "\(name)")
    if code == -32022 { #expect(error?["data"]?["supported"] == ["2026-07-28"]) }
  }
}
