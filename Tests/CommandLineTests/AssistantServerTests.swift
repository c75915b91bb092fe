import CommandLine
import Encoding
import Testing

@Suite struct AssistantServerTests {
  @Test(
    arguments: [
      ("2025-11-25", "2025-11-25"), ("2025-06-18", "2025-06-18"), ("2025-03-26", "2025-03-26"),
      ("2024-11-05", "2024-11-05"), ("2030-01-01", "2025-11-25"), ("2026-07-28", "2025-11-25"),
      ("", "2025-11-25"),
    ])
  func `a greeting agrees on the revision that is asked for, else on the last with a greeting`(
    asked: String, agreed: String
  ) async throws {
    let answer = try #require(await AssistantTalk.answer(AssistantTalk.greeting(asked)))
    let value = try JSONValue(parsing: answer.utf8)
    #expect(value["result"]?["protocolVersion"]?.string == agreed)
    #expect(value["result"]?["serverInfo"]?["name"]?.string == "shelf")
    #expect(value["result"]?["instructions"]?.string == "Take care.")
    #expect(value["result"]?["capabilities"] == ["tools": [:], "resources": [:]])
  }

  @Test(
    arguments: [
      (
        "ping", #"{"jsonrpc":"2.0","id":7,"method":"ping"}"#,
        #"{"jsonrpc":"2.0","id":7,"result":{}}"#
      ),
      (
        "an id that is a text", #"{"jsonrpc":"2.0","id":"a\n","method":"ping","params":{}}"#,
        #"{"jsonrpc":"2.0","id":"a\n","result":{}}"#
      ),
      (
        "a tool",
        #"{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"echo","arguments":{"a":1}}}"#,
        #"{"jsonrpc":"2.0","id":1,"result":{"content":[{"type":"text","text":"{\"a\":1}"}],"structuredContent":{"a":1},"isError":false}}"#
      ),
      (
        "a tool without arguments",
        #"{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"echo"}}"#,
        #"{"jsonrpc":"2.0","id":1,"result":{"content":[{"type":"text","text":"{}"}],"structuredContent":{},"isError":false}}"#
      ),
      (
        "a tool that fails",
        #"{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"break"}}"#,
        #"{"jsonrpc":"2.0","id":1,"result":{"content":[{"type":"text","text":"broken"}],"isError":true}}"#
      ),
      (
        "a resource",
        #"{"jsonrpc":"2.0","id":1,"method":"resources/read","params":{"uri":"shelf://cup"}}"#,
        #"{"jsonrpc":"2.0","id":1,"result":{"contents":[{"uri":"shelf://cup","mimeType":"application/json","text":"{\"full\":true}"}]}}"#
      ),
      (
        "the resources", #"{"jsonrpc":"2.0","id":1,"method":"resources/list"}"#,
        #"{"jsonrpc":"2.0","id":1,"result":{"resources":[{"uri":"shelf://cup","name":"cup","description":"A cup.","mimeType":"application/json"}]}}"#
      ),
      (
        "their forms", #"{"jsonrpc":"2.0","id":1,"method":"resources/templates/list"}"#,
        #"{"jsonrpc":"2.0","id":1,"result":{"resourceTemplates":[{"uriTemplate":"shelf://{name}","name":"thing","description":"A thing.","mimeType":"application/json"}]}}"#
      ),
    ])
  func `a request is answered under its id`(
    name: String, request: String, answer: String
  ) async {
    let found = await AssistantTalk.answer(request, after: [AssistantTalk.greeting("2025-06-18")])
    #expect(found == answer, "\(name)")
  }

  @Test func `a tool is listed with what it takes and does`() async throws {
    let answer = try #require(
      await AssistantTalk.answer(
        #"{"jsonrpc":"2.0","id":1,"method":"tools/list","params":{"cursor":null}}"#)
    )
    let tools = try JSONValue(parsing: answer.utf8)["result"]?["tools"]
    #expect(tools?[0]?["name"] == "echo" && tools?[0]?["outputSchema"] == ["type": "object"])
    #expect(tools?[0]?["annotations"]?["readOnlyHint"] == true)
    #expect(tools?[1]?["annotations"]?["destructiveHint"] == true)
    #expect(tools?[1]?["outputSchema"] == nil)
  }

  @Test(
    arguments: [
      ("no JSON", "{", -32700, "null"), ("not UTF-8's", "nonsense", -32700, "null"),
      ("two values", "{} {}", -32700, "null"), ("no object", "1", -32600, "null"),
      ("nothing in it", "{}", -32600, "null"),
      ("another protocol", #"{"jsonrpc":"1.0","id":1,"method":"ping"}"#, -32600, "1"),
      ("no method", #"{"jsonrpc":"2.0","id":1}"#, -32600, "1"),
      ("a method that is a number", #"{"jsonrpc":"2.0","id":1,"method":1}"#, -32600, "1"),
      ("an id that is null", #"{"jsonrpc":"2.0","id":null,"method":"ping"}"#, -32600, "null"),
      ("an id that is a fraction", #"{"jsonrpc":"2.0","id":1.5,"method":"ping"}"#, -32600, "null"),
      ("an id that is an object", #"{"jsonrpc":"2.0","id":{},"method":"ping"}"#, -32600, "null"),
      (
        "parameters in order", #"{"jsonrpc":"2.0","id":1,"method":"ping","params":[]}"#, -32602, "1"
      ),
      (
        "parameters of no kind", #"{"jsonrpc":"2.0","id":1,"method":"ping","params":3}"#, -32600,
        "1"
      ),
      ("an unknown method", #"{"jsonrpc":"2.0","id":1,"method":"prompts/list"}"#, -32601, "1"),
      (
        "a greeting without a revision", #"{"jsonrpc":"2.0","id":1,"method":"initialize"}"#, -32602,
        "1"
      ),
      ("a tool without a name", #"{"jsonrpc":"2.0","id":1,"method":"tools/call"}"#, -32602, "1"),
      (
        "an unknown tool", #"{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"x"}}"#,
        -32602, "1"
      ),
      (
        "arguments in order",
        #"{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"echo","arguments":[]}}"#,
        -32602, "1"
      ),
      (
        "a page that there is none of",
        #"{"jsonrpc":"2.0","id":1,"method":"tools/list","params":{"cursor":"2"}}"#, -32602, "1"
      ),
      (
        "no such resource",
        #"{"jsonrpc":"2.0","id":1,"method":"resources/read","params":{"uri":"shelf://x"}}"#, -32002,
        "1"
      ),
      (
        "a resource that cannot be read",
        #"{"jsonrpc":"2.0","id":1,"method":"resources/read","params":{"uri":"shelf://broken"}}"#,
        -32603, "1"
      ),
      (
        "a batch where there are none", #"[{"jsonrpc":"2.0","id":1,"method":"ping"}]"#, -32600,
        "null"
      ),
      ("an empty batch", "[]", -32600, "null"),
      ("too deep", String(repeating: "[", count: 65), -32600, "null"),
    ] as [(String, String, Int, String)])
  func `each error is reported by its code`(
    name: String, request: String, code: Int, id: String
  ) async throws {
    let answer = try #require(
      await AssistantTalk.answer(request, after: [AssistantTalk.greeting("2025-06-18")]))
    let value = try JSONValue(parsing: answer.utf8)
    #expect(value["error"]?["code"]?.int == code, "\(name): \(answer)")
    #expect(value["id"]?.text == id && value["result"] == nil, "\(name): \(answer)")
  }

  @Test(
    arguments: [
      #"{"jsonrpc":"2.0","method":"notifications/initialized"}"#,
      #"{"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":5}}"#,
      #"{"jsonrpc":"2.0","method":"nonsense","params":[1]}"#,
      #"{"jsonrpc":"2.0","id":5,"result":{}}"#,
      #"{"jsonrpc":"2.0","id":5,"error":{"code":1,"message":"no"}}"#,
    ])
  func `notifications are not answered`(line: String) async {
    #expect(await AssistantTalk.answer(line) == nil)
  }

  @Test func `the revision with batches answers them in one`() async {
    let batch =
      #"[{"jsonrpc":"2.0","id":1,"method":"ping"},{"jsonrpc":"2.0","method":"x"},[],{"jsonrpc":"2.0","id":2,"method":"x"}]"#
    let answer = await AssistantTalk.answer(batch, after: [AssistantTalk.greeting("2025-03-26")])
    #expect(
      answer
        == #"[{"jsonrpc":"2.0","id":1,"result":{}},{"jsonrpc":"2.0","id":null,"error":{"code":-32600,"message":"not a request: a message must be an object"}},{"jsonrpc":"2.0","id":2,"error":{"code":-32601,"message":"unknown method 'x'"}}]"#
    )
    let silent = #"[{"jsonrpc":"2.0","method":"x"}]"#
    #expect(
      await AssistantTalk.answer(silent, after: [AssistantTalk.greeting("2025-03-26")]) == nil)
  }

  @Test func `who takes back a request is told from who asks one`() {
    let line =
      #"{"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":"a","reason":"no"}}"#
    #expect(AssistantMessage(parsing: line.utf8) == .cancellation(of: "a"))
    let vague = #"{"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":null}}"#
    #expect(AssistantMessage(parsing: vague.utf8) == .passed)
  }
}
