import Foundation
import TestSupport
import Testing

@Suite struct DoctorTests {
  @Test func `all is well`() async throws {
    let server = try LoopbackServer(listsModels: true) { DoctorCommand.answer($0) }
    let (outcome, states) = try await DoctorCommand.run(server)
    #expect(outcome.status == 0 && Set(states.values) == ["ok"], "\(outcome.output)")
    #expect(
      Set(states.keys) == ["endpoint", "model", "extraction", "schema", "zone", "store", "disk"])
    #expect(!(outcome.output + outcome.errors).contains("sk-secret"))
    let latest = try await DoctorCommand.run(server, "--model", "tiny")
    #expect(latest.states["model"] == "ok")
  }

  @Test func `a bad key is named`() async throws {
    let server = try LoopbackServer(listsModels: true) { _ in
      .text(#"{"error":{"message":"no"}}"#, status: 401)
    }
    let (outcome, states) = try await DoctorCommand.run(server)
    #expect(outcome.status == 4 && states["endpoint"] == "failed" && states["store"] == "ok")
    #expect(outcome.output.contains("OPENAI_API_KEY"))
  }

  @Test func `a base address without v1 gets the hint`() async throws {
    let server = try LoopbackServer(listsModels: true) { request in
      request.path.hasPrefix("/v1/")
        ? DoctorCommand.answer(request) : .text("not found", status: 404)
    }
    let (outcome, states) = try await DoctorCommand.run(server, base: "")
    #expect(outcome.status == 4 && states["extraction"] == "failed")
    #expect(outcome.output.contains("\(server.address)/v1"))
  }

  @Test func `a missing or unknown model lists the available ones`() async throws {
    let server = try LoopbackServer(listsModels: true) { DoctorCommand.answer($0) }
    let unknown = try await DoctorCommand.run(server, "--model", "tets")
    #expect(unknown.outcome.output.contains("did you mean test?"))
    let directory = try TemporaryDirectory()
    let none = try await directory.run("doctor", "--base-url", server.address + "/v1")
    #expect(none.status == 2 && none.output.contains("test, tiny:latest"), "\(none.output)")
  }

  @Test func `options that the endpoint refuses are rediscovered and remembered`() async throws {
    let server = try LoopbackServer(listsModels: true) { request in
      ScriptedEndpoint.body(request)["response_format"] == nil
        ? DoctorCommand.answer(request)
        : .text(#"{"error":"response_format is not supported"}"#, status: 400)
    }
    let directory = try ScriptedEndpoint.directory(conversations: 1)
    for _ in 0..<2 {
      let before = server.requests.count
      let run = try await directory.run("doctor", environment: ScriptedEndpoint.environment(server))
      #expect(run.status == 0 && run.output.contains("warning  schema"), "\(run.output)")
      // One request for the list, and one question in each of four forms.
      #expect(server.requests.count - before == 5)
    }
    let before = server.requests.count
    _ = try await directory.tool(
      "extract", "--no-store", "--trust-silence", "chat.jsonl",
      environment: ScriptedEndpoint.environment(server))
    // The list, one question, and one more about the item that this chat does not prove.
    #expect(server.requests.count - before == 3)
  }

  @Test func `a model without usable answers fails the trial`() async throws {
    let server = try LoopbackServer(listsModels: true) { DoctorCommand.answer($0, items: "[]") }
    let (outcome, states) = try await DoctorCommand.run(server)
    #expect(outcome.status == 4 && states["extraction"] == "failed")
  }

  @Test(arguments: [
    (
      name: "prose", text: "Sure! Here are the items.", finish: "stop", tokens: 10,
      says: "cannot be read"
    ),
    ("an early cut", "[{", "length", 50, "the endpoint cuts at 50 tokens; raise its limit"),
    ("a cut at the limit", "[{", "length", 500, "use a larger model"),
  ])
  func `the fault is the endpoint's or the model's`(
    row: (name: String, text: String, finish: String, tokens: Int, says: String)
  ) async throws {
    let server = try LoopbackServer(listsModels: true) { request in
      if request.method == "GET" { return DoctorCommand.answer(request) }
      let json = ScriptedEndpoint.json(row.text, finish: row.finish)
        .replacing(#""completion_tokens":10"#, with: #""completion_tokens":\#(row.tokens)"#)
      return .text(json, headers: [("Content-Type", "application/json")])
    }
    let (outcome, states) = try await DoctorCommand.run(server)
    #expect(states["extraction"] == "failed" && outcome.output.contains(row.says), "\(outcome)")
    let isIgnored = row.finish == "stop"
    #expect(states["schema"] == (isIgnored ? "warning" : "ok"), "\(row.name)")
    #expect(outcome.output.contains("the answer did not follow it") == isIgnored, "\(row.name)")
  }

  @Test func `a wrong clock is reported`() async throws {
    let server = try LoopbackServer(listsModels: true) { request in
      request.method == "GET"
        ? .text(#"{"data":[]}"#, headers: [("Date", "Mon, 05 Jan 2026 08:00:00 GMT")])
        : DoctorCommand.answer(request)
    }
    let (outcome, states) = try await DoctorCommand.run(server)
    #expect(outcome.status == 0 && states["clock"] == "warning")
  }

  @Test func `a damaged store, an invalid zone and a partial setting are reported`() async throws {
    let directory = try TemporaryDirectory("{}", in: "s/store.json")
    let damaged = try await directory.run("doctor")
    #expect(damaged.status == 5 && damaged.output.contains("failed   store"), "\(damaged.output)")
    let zone = try await directory.tool("doctor", "--time-zone", "Mars/Base")
    #expect(zone.status == 2 && zone.output.contains("failed   zone"))
    let half = try await directory.tool("doctor", "--model", "m")
    #expect(half.status == 2 && half.output.contains("OPENAI_BASE_URL"))
  }
}
