import CommandLine
import Encoding
import TestSupport
import Testing

/// Mutated messages of a client to an `AssistantServer`.
@Suite struct MessageFuzzTests {
  private static let seeds = [
    AssistantTalk.greeting("2025-03-26"), AssistantTalk.greeting("2025-11-25"),
    AssistantTalk.request(
      "tools/call", more: #""name":"echo","arguments":{"a":["é",1e3]},"#),
    AssistantTalk.request("server/discover"),
    #"[{"jsonrpc":"2.0","id":1,"method":"ping"},{"jsonrpc":"2.0","id":"2","method":"tools/list"}]"#,
    #"{"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":5}}"#,
    #"{"jsonrpc":"2.0","id":1,"method":"resources/read","params":{"uri":"shelf://cup"}}"#,
  ]

  @Test func `whatever comes in, each answer is one line of JSON-RPC, with a result or an error`()
    async throws
  {
    var mutator = ByteMutator(
      seed: 24, tokens: ["\"id\":null", "\"id\":", "{", "[", "]", "}", "\\u0000", "\u{202E}", "\n"])
    let server = AssistantTalk.server()
    for round in 0..<FuzzRounds.count(3000) {
      let line = mutator.mutate(Array(Self.seeds[round % Self.seeds.count].utf8))
      guard let answer = await server.answer(AssistantMessage(parsing: line)) else { continue }
      let context = String(decoding: line, as: UTF8.self)
      #expect(!answer.contains { $0 < 0x20 }, "\(context)")
      let value = try JSONValue(parsing: answer)
      for single in value.array ?? [value] {
        #expect(single["jsonrpc"] == "2.0" && single["id"] != nil, "\(context)")
        #expect((single["result"] == nil) != (single["error"] == nil), "\(context)")
        if let error = single["error"] {
          #expect(error["code"]?.int != nil && error["message"]?.string != nil, "\(context)")
        }
      }
    }
  }
}
