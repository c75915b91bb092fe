import Foundation
import TestSupport
import Testing

/// `mcp` as an assistant sees it.
@Suite struct AssistantTests {
  static func call(_ id: Int, _ tool: String, _ arguments: String = "{}") -> String {
    #"{"jsonrpc":"2.0","id":\#(id),"method":"tools/call","params":{"name":"\#(tool)","arguments":\#(arguments)}}"#
  }

  /// The answers to some lines, by id.
  static func answers(
    _ lines: [String], _ options: [String] = [], in directory: TemporaryDirectory,
    environment: [String: String] = [:]
  ) async throws -> [String: [String: Any]] {
    let tool = try ToolProcess(
      ["mcp", "--store", "s"] + options, in: directory, environment: environment,
      input: lines.joined(separator: "\n"))
    let outcome = try await tool.outcome()
    #expect(outcome.status == 0 && outcome.errors.isEmpty, "\(outcome.errors)")
    var answers: [String: [String: Any]] = [:]
    for line in outcome.lines {
      let answer = try ReportStore.object(line)
      answers["\(answer["id"] ?? "none")"] = answer
    }
    return answers
  }

  static func result(_ answer: [String: Any]?) throws -> (
    items: [[String: Any]], notes: [String], text: String, isError: Bool
  ) {
    let result = try #require(answer?["result"] as? [String: Any], "\(answer ?? [:])")
    let content = try #require((result["content"] as? [[String: Any]])?.first)
    let structured = result["structuredContent"] as? [String: Any]
    return (
      structured?["items"] as? [[String: Any]] ?? [], structured?["notes"] as? [String] ?? [],
      content["text"] as? String ?? "", result["isError"] as? Bool ?? true
    )
  }

  @Test func `each tool acts like its command, and the next call sees the result`() async throws {
    let (directory, id) = try await ReportStore.make()
    let short = String(id.prefix(6))
    let answers = try await Self.answers(
      [
        Self.call(1, "list"), Self.call(2, "show", #"{"id":"\#(short)"}"#),
        Self.call(3, "edit", #"{"ids":["\#(short)"],"priority":"high","deadline":"2030-02-01"}"#),
        Self.call(4, "list", #"{"priority":"high","limit":1}"#),
        Self.call(5, "done", #"{"ids":["\#(id)"]}"#), Self.call(6, "done", #"{"ids":["\#(id)"]}"#),
        Self.call(7, "list"), Self.call(8, "search", #"{"text":"REPORT"}"#),
        Self.call(9, "reopen", #"{"ids":["\#(id)"]}"#),
        Self.call(10, "add", #"{"task":"Book the hall","assignee":"Ben"}"#),
        Self.call(11, "report", #"{"week":true}"#), Self.call(12, "list", #"{"assignee":"bem"}"#),
      ], in: directory)
    func result(_ id: Int) throws -> (
      items: [[String: Any]], notes: [String], text: String, isError: Bool
    ) { try Self.result(answers["\(id)"]) }
    for number in 1...12 { #expect(try !result(number).isError, "\(number)") }
    #expect(try result(1).items.first?["id"] as? String == id)
    #expect(try result(2).items.first?["quote"] != nil)
    #expect(try result(3).items.first?["deadline"] as? String == "2030-02-01")
    #expect(try result(4).items.first?["priority"] as? String == "high")
    #expect(try result(5).items.first?["isComplete"] as? Bool == true)
    #expect(try result(6).items.isEmpty && result(6).notes == ["1 of 1 were done already"])
    #expect(try result(7).items.isEmpty)
    #expect(try result(8).items.first?["id"] as? String == id)
    #expect(try result(9).items.first?["isComplete"] as? Bool == false)
    #expect(try result(10).items.first?["assignee"] as? String == "Ben")
    #expect(try result(11).text.contains("Book the hall"))
    #expect(
      try result(12).notes == ["no items assigned to 'bem'; did you mean 'Ben'?"])
    let listed = try await directory.run("list", "--json")
    #expect(listed.lines.count == 2, "what was answered is on disk")
  }

  @Test(
    arguments: [
      ("an unknown argument", "list", #"{"colour":"red"}"#, "has no argument 'colour'"),
      ("a missing argument", "search", "{}", "the argument 'text' is missing"),
      ("a missing id", "show", "{}", "the argument 'id' is missing"),
      ("standard input as an id", "done", #"{"ids":["-"]}"#, "'-' is not an id"),
      ("an id that would fit all", "done", #"{"ids":[""]}"#, "'' is not an id"),
      ("no ids", "done", #"{"ids":[]}"#, "a list of 1 to 500 strings"),
      ("a number for an id", "show", #"{"id":5}"#, "'id' must be a string"),
      ("an unknown id", "show", #"{"id":"zz"}"#, "no item has an id that begins with 'zz'"),
      ("too many", "list", #"{"limit":1000000}"#, "an integer from 1 to 500"),
      ("an unknown word", "list", #"{"priority":"top"}"#, "must be high, medium or low"),
      ("no day", "list", #"{"due_before":"qqq"}"#, "must be a date"),
      ("nothing to set", "edit", #"{"ids":["1"]}"#, "'edit' needs"),
      ("a text for a flag", "list", #"{"all":"yes"}"#, "must be true or false"),
      ("a control character", "show", #"{"id":"\u001b[2J"}"#, "begins with '[2J'"),
    ])
  func `an invalid call fails with the reason`(
    name: String, tool: String, arguments: String, message: String
  ) async throws {
    let (directory, _) = try await ReportStore.make()
    let answers = try await Self.answers([Self.call(1, tool, arguments)], in: directory)
    let result = try Self.result(answers["1"])
    #expect(result.isError && result.text.contains(message), "\(name): \(result.text)")
    #expect(!result.text.unicodeScalars.contains { $0.value < 0x20 }, "\(name)")
  }

  @Test func `read-only mode offers and runs no tool that changes anything`() async throws {
    let (directory, id) = try await ReportStore.make()
    let list = #"{"jsonrpc":"2.0","id":1,"method":"tools/list"}"#
    let answers = try await Self.answers(
      [list, Self.call(2, "done", #"{"ids":["\#(id)"]}"#), Self.call(3, "list")], ["--read-only"],
      in: directory)
    let listed = try #require(
      (answers["1"]?["result"] as? [String: Any])?["tools"] as? [[String: Any]])
    #expect(listed.compactMap { $0["name"] as? String } == ["list", "search", "show", "report"])
    #expect((answers["2"]?["error"] as? [String: Any])?["code"] as? Int == -32602)
    #expect(try Self.result(answers["3"]).items.first?["isComplete"] as? Bool == false)
  }

  @Test func `a tool that promises items returns them, whichever flag it sets`() async throws {
    let (directory, id) = try await ReportStore.make()
    let list = #"{"jsonrpc":"2.0","id":0,"method":"tools/list"}"#
    let listed = try await Self.answers([list], in: directory)
    let tools = try #require(
      (listed["0"]?["result"] as? [String: Any])?["tools"] as? [[String: Any]])
    var calls: [(name: String, arguments: String)] = []
    for tool in tools {
      guard let output = tool["outputSchema"] else { continue }
      #expect(output is [String: Any], "\(tool["name"] ?? "")")
      let name = try #require(tool["name"] as? String)
      let schema = try #require(tool["inputSchema"] as? [String: Any])
      let properties = try #require(schema["properties"] as? [String: [String: Any]])
      let required =
        (schema["required"] as? [String] ?? []).map { key in
          key == "ids" ? #""ids":["\#(id)"]"# : #""\#(key)":"\#(key == "id" ? id : "report")""#
        } + (name == "edit" ? [#""priority":"high""#] : [])
      let flags = properties.filter { $0.value["type"] as? String == "boolean" }.keys.sorted()
      for flag in [[]] + flags.map({ [#""\#($0)":true"#] }) {
        calls.append((name, "{\((required + flag).joined(separator: ","))}"))
      }
    }
    #expect(calls.count > tools.count)
    let answers = try await Self.answers(
      calls.enumerated().map { Self.call($0, $1.name, $1.arguments) }, in: directory)
    for (number, call) in calls.enumerated() {
      let (items, _, text, isError) = try Self.result(answers["\(number)"])
      #expect(!isError, "\(call): \(text)")
      for item in items { #expect(item["task"] is String, "\(call): \(text)") }
      if !call.arguments.contains("true") { #expect(!items.isEmpty, "\(call): \(text)") }
    }
  }

  @Test func `items of direct messages are hidden unless requested`() async throws {
    let directory = try await SampleStore.withDirectMessage()
    let listed = try await directory.run("list", "--json")
    let line = try #require(listed.lines.first { $0.contains("resignation") })
    let id = try ReportStore.id([line])
    func read(_ number: Int, _ address: String) -> String {
      #"{"jsonrpc":"2.0","id":\#(number),"method":"resources/read","params":{"uri":"\#(address)"}}"#
    }
    let calls = [
      Self.call(1, "list"), Self.call(2, "search", #"{"text":"send"}"#),
      Self.call(3, "show", #"{"id":"\#(id)"}"#), Self.call(4, "report"),
      Self.call(5, "edit", #"{"ids":["\#(id)"],"priority":"high"}"#),
      #"{"jsonrpc":"2.0","id":6,"method":"resources/list"}"#, read(7, "actionitems://items"),
      read(8, "actionitems://item/\(id)"), Self.call(9, "done", #"{"ids":["\#(id)"]}"#),
    ]
    let usual = try await Self.answers(calls, in: directory)
    for (number, answer) in usual { #expect(!"\(answer)".contains("resignation"), "\(number)") }
    for number in ["1", "4", "7"] { #expect("\(usual[number] ?? [:])".contains("the report")) }
    for number in ["3", "5", "9"] {
      let result = try Self.result(usual[number])
      #expect(result.isError && result.text.contains("no item has an id"), "\(result.text)")
    }
    let asked = try await Self.answers(calls, ["--kind", "public,direct"], in: directory)
    for (number, answer) in asked { #expect("\(answer)".contains("resignation"), "\(number)") }
  }

  @Test func `control characters do not reach the assistant`() async throws {
    let directory = try TemporaryDirectory()
    try await directory.succeed("add", "Send \u{1B}[31mit\u{202E} now")
    let read =
      #"{"jsonrpc":"2.0","id":2,"method":"resources/read","params":{"uri":"actionitems://items"}}"#
    let answers = try await Self.answers([Self.call(1, "list"), read], in: directory)
    #expect(try Self.result(answers["1"]).items.first?["task"] as? String == "Send [31mit now")
    let contents = (answers["2"]?["result"] as? [String: Any])?["contents"] as? [[String: Any]]
    let text = try #require(contents?.first?["text"] as? String)
    #expect(text.contains("Send [31mit now"))
  }

  @Test func `items are resources, by id, with the messages around them`() async throws {
    let directory = try TemporaryDirectory(
      #"[{"id":"1","sender":"Ben","timestamp":"2026-01-05T10:00:00Z","text":"How is the report?"},{"id":"2","sender":"Anna","timestamp":"2026-01-05T10:01:00Z","text":"I'll send the report by Friday"}]"#,
      in: "chat.json")
    let run = try await directory.run("extract", "--offline", "--json", "chat.json")
    let id = try ReportStore.id(run.lines)
    func read(_ number: Int, _ address: String) -> String {
      #"{"jsonrpc":"2.0","id":\#(number),"method":"resources/read","params":{"uri":"\#(address)"}}"#
    }
    let answers = try await Self.answers(
      [
        #"{"jsonrpc":"2.0","id":1,"method":"resources/list"}"#, read(2, "actionitems://item/\(id)"),
        read(3, "actionitems://item/ffffffff"), read(4, "file:///etc/passwd"),
      ], in: directory)
    let resources = (answers["1"]?["result"] as? [String: Any])?["resources"] as? [[String: Any]]
    #expect(
      resources?.compactMap { $0["uri"] as? String }
        == ["actionitems://items", "actionitems://item/\(id)"])
    let contents = (answers["2"]?["result"] as? [String: Any])?["contents"] as? [[String: Any]]
    let item = try ReportStore.object(contents?.first?["text"] as? String)
    #expect(
      (item["context"] as? [[String: Any]])?.first?["text"] as? String == "How is the report?")
    for number in ["3", "4"] {
      #expect((answers[number]?["error"] as? [String: Any])?["code"] as? Int == -32002)
    }
  }

  @Test func `only the first items are returned if there are too many`() async throws {
    let directory = try TemporaryDirectory()
    let words = String(repeating: "word ", count: 1000)
    let lines = (0..<400).map { number in
      #"{"id":"\#(number)","conversationId":"c","task":"\#(number) \#(words)","messageId":"\#(number)","source":{"platform":"x"},"extractedAt":"2026-01-05T10:00:00Z","model":"m"}"#
    }
    try await directory.succeed("merge-items", "-", input: lines.joined(separator: "\n"))
    let read =
      #"{"jsonrpc":"2.0","id":1,"method":"resources/read","params":{"uri":"actionitems://items"}}"#
    let answers = try await Self.answers([read], in: directory)
    let contents = (answers["1"]?["result"] as? [String: Any])?["contents"] as? [[String: Any]]
    let text = try #require(contents?.first?["text"] as? String, "\(answers)")
    let items = try JSONSerialization.jsonObject(with: Data(text.utf8)) as? [Any]
    #expect((50..<400).contains(items?.count ?? 0))
  }

  @Test func `an assistant can tell archived items from open ones`() async throws {
    let (directory, id) = try await ReportStore.make()
    _ = try await directory.run("archive", id)
    let answers = try await Self.answers(
      [
        Self.call(1, "search", #"{"text":"report"}"#),
        #"{"jsonrpc":"2.0","id":2,"method":"tools/list"}"#,
      ], in: directory)
    #expect(try Self.result(answers["1"]).items.first?["archivedAt"] is String)
    let tools = "\(answers["2"] ?? [:])"
    #expect(tools.contains("archivedAt") && tools.contains("done and archived items"))
  }

  @Test func `an overlong message is refused, and the next one is answered`() async throws {
    let directory = try TemporaryDirectory()
    let long = #"{"jsonrpc":"2.0","id":1,"method":"\#(String(repeating: "x", count: 1 << 20))"}"#
    let answers = try await Self.answers(
      [long, "", #"{"jsonrpc":"2.0","id":2,"method":"ping"}"#], in: directory)
    #expect((answers["<null>"]?["error"] as? [String: Any])?["code"] as? Int == -32600)
    #expect(answers["2"]?["result"] != nil && answers.count == 2)
  }

  @Test func `requests beyond the queue limit are all answered in order`() async throws {
    let directory = try TemporaryDirectory()
    let tool = try ToolProcess(
      ["mcp", "--store", "s"], in: directory,
      input: (0..<500).map { #"{"jsonrpc":"2.0","id":\#($0),"method":"ping"}"# }
        .joined(separator: "\n"))
    let outcome = try await tool.outcome()
    #expect(outcome.lines == (0..<500).map { #"{"jsonrpc":"2.0","id":\#($0),"result":{}}"# })
  }

  @Test func `the server waits for more input, and a signal ends it cleanly`() async throws {
    let directory = try TemporaryDirectory()
    try #require(mkfifo(directory.path + "/other", 0o600) == 0)
    // The pipe is open for reading and writing, so that it never ends.
    let script = #"exec 3<>other; echo "$1" >&3; exec "$0" mcp --store s <&3"#
    let ping = #"{"jsonrpc":"2.0","id":1,"method":"ping"}"#
    let tool = try ToolProcess(
      ["-c", script, ToolProcess.binary, ping], in: directory, program: "/bin/sh")
    try await tool.waitForLines(1)
    let outcome = try await tool.end()
    outcome.expect(143, "terminated")
    #expect(outcome.lines.count == 1)
  }
}
