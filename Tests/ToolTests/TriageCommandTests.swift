import Foundation
import TestSupport
import Testing

/// `--triage`: which messages are sent or skipped, and what is reported.
@Suite struct TriageCommandTests {
  /// Five conversations of one message each; the offline model sees a sign in two of them.
  static func directory() throws -> TemporaryDirectory {
    let texts = [
      "do please send the report to Zoe", "good morning", "do please book the room",
      "lunch was nice", "see you there",
    ]
    let lines = texts.enumerated().map { number, text in
      #"{"id":"c\#(number)","messages":[{"id":"1","sender":"Ann","ts":1767600000,"text":"\#(text)"}]}"#
    }
    let directory = try TemporaryDirectory(lines.joined(separator: "\n") + "\n", in: "chat.jsonl")
    return directory
  }

  static func extract(
    _ arguments: String..., in directory: TemporaryDirectory, _ server: LoopbackServer? = nil,
    _ environment: [String: String] = [:]
  ) async throws -> ToolProcess.Outcome {
    let endpoint = server.map { ScriptedEndpoint.environment($0) } ?? [:]
    return try await directory.run(
      ["extract", "chat.jsonl"] + arguments, environment: endpoint.merging(environment) { $1 })
  }

  static let saving = "3 windows with 3 messages skipped by the prefilter"

  @Test func `only windows with a sign are sent, and the saving is reported everywhere`()
    async throws
  {
    let directory = try Self.directory()
    let server = try LoopbackServer { ScriptedEndpoint.answer($0) }
    let run = try await Self.extract(
      "--triage", "--summary", "summary.json", "--metrics", "m.prom", in: directory, server)
    #expect(run.status == 0 && server.requests.count == 2, "\(run.errors)")
    #expect(run.errors.contains(Self.saving) && run.errors.contains("tokens saved"))
    #expect(run.errors.contains("2 new items") && run.errors.contains("2 requests"))
    let summary = try ExtractCommand.summary(directory)
    #expect(summary["windowsSkipped"] as? Int == 3 && summary["messagesSkipped"] as? Int == 3)
    #expect(summary["windows"] as? Int == 5 && summary["newMessages"] as? Int == 5)
    let saved = try #require(summary["promptTokensSaved"] as? Int)
    #expect(saved > 1000 && saved < 30_000, "\(saved)")
    let metrics = try directory.text("m.prom")
    #expect(metrics.contains("\nactionitems_last_run_windows_skipped 3\n"))
    #expect(metrics.contains("\nactionitems_last_run_messages_skipped 3\n"))
    #expect(metrics.contains("\nactionitems_last_run_prompt_tokens_saved \(saved)\n"))
    let history = try await directory.run("runs", "--json")
    #expect(history.output.contains(#""windowsSkipped":3,"messagesSkipped":3"#))
  }

  @Test func `runs has a column for skipped messages if a listed run skipped any`()
    async throws
  {
    let directory = try Self.directory()
    let server = try LoopbackServer { ScriptedEndpoint.answer($0) }
    _ = try await Self.extract("--triage", in: directory, server)
    _ = try await Self.extract("--offline", in: directory)
    let table = try await directory.run("runs")
    let rows = table.lines.map { $0.split(separator: " ").map(String.init) }
    let place = try #require(rows.first?.firstIndex(of: "SKIPPED"), "\(table.output)")
    #expect(rows.first?[place - 1] == "NEW" && rows.first?.last == "EXIT")
    // The start time of a run is one column with two words.
    #expect(rows.dropFirst().map { $0[place + 1] } == ["3", "0"])
    #expect(rows.dropFirst().map(\.last) == ["0", "0"])
    let last = try await directory.run("runs", "--limit", "1")
    #expect(last.lines.count == 2 && !last.output.contains("SKIPPED"))
  }

  @Test func `skipped messages are skipped again by such runs and by the offline model`()
    async throws
  {
    let directory = try Self.directory()
    let server = try LoopbackServer { ScriptedEndpoint.answer($0) }
    for number in 1...2 {
      let run = try await Self.extract("--triage", in: directory, server)
      #expect(run.status == 0 && server.requests.count == 2, "run \(number): \(run.errors)")
    }
    let offline = try await Self.extract("--offline", in: directory)
    #expect(offline.errors.contains("0 new of 5 messages"), "\(offline.errors)")
    try await directory.succeed("store", "compact")
    let third = try await Self.extract("--triage", in: directory, server)
    #expect(third.errors.contains("0 new of 5 messages") && server.requests.count == 2)
    let whole = try await Self.extract(in: directory, server)
    #expect(whole.errors.contains("3 new of 5 messages") && server.requests.count == 5)
  }

  @Test func `a dry run reports what it would send and save, and marks nothing`()
    async throws
  {
    let directory = try Self.directory()
    let server = try LoopbackServer { ScriptedEndpoint.answer($0) }
    let text = try await Self.extract(
      "--triage", "--dry-run", "--price-in", "1", "--price-out", "1", in: directory, server)
    #expect(text.status == 0 && server.requests.isEmpty, "\(text.errors)")
    #expect(text.output.contains("5 new of 5 messages") && text.output.contains("2 windows, about"))
    #expect(text.output.contains(Self.saving) && text.output.contains(" tokens (cost"))
    let json = try await Self.extract("--triage", "--dry-run", "--json", in: directory, server)
    #expect(json.output.contains(#""windows":2,"#) && json.output.contains(#""windowsSkipped":3"#))
    let prompts = try await Self.extract("--triage", "--show-prompts", in: directory, server)
    #expect(prompts.output.split(separator: "\n").count == 2)
    let whole = try await Self.extract("--dry-run", "--json", in: directory, server)
    #expect(
      whole.output.contains(#""windows":5,"#) && whole.output.contains(#""windowsSkipped":0"#))
  }

  @Test func `a run without a store skips, too`() async throws {
    let directory = try Self.directory()
    let server = try LoopbackServer { ScriptedEndpoint.answer($0) }
    let run = try await Self.extract("--triage", "--no-store", in: directory, server)
    #expect(run.status == 0 && server.requests.count == 2 && run.errors.contains(Self.saving))
  }

  @Test func `a variable enables it, and a requested offline run ignores it`()
    async throws
  {
    let directory = try Self.directory()
    let server = try LoopbackServer { ScriptedEndpoint.answer($0) }
    let set = ["ACTIONITEMS_TRIAGE": "true"]
    let offline = try await Self.extract("--offline", "--no-store", in: directory, nil, set)
    #expect(
      offline.status == 0 && !offline.errors.contains("skipped by the prefilter"),
      "\(offline.errors)")
    let run = try await Self.extract(in: directory, server, set)
    #expect(run.status == 0 && server.requests.count == 2 && run.errors.contains(Self.saving))
  }

  @Test(arguments: [
    (["--triage", "--offline"], [:], "--triage needs an endpoint"),
    (["--triage"], [:], "--triage is set, but no endpoint"),
    ([], ["ACTIONITEMS_TRIAGE": "yes"], "--triage is set, but no endpoint"),
  ])
  func `a triage without an endpoint is status 2, and nothing is read`(
    arguments: [String], environment: [String: String], words: String
  ) async throws {
    let directory = try Self.directory()
    try await directory.run(["extract", "chat.jsonl"] + arguments, environment: environment).expect(
      2, words)
    #expect(!directory.has("s"))
  }

  @Test func `a batch only asks about windows with a sign, and can be undone`()
    async throws
  {
    let directory = try Self.directory()
    let prepared = try await BatchCommand.prepare("--triage", "chat.jsonl", in: directory)
    #expect(prepared.status == 0, "\(prepared.errors)")
    #expect(prepared.errors.contains("2 questions about 2 new of 5 messages"), "\(prepared.errors)")
    #expect(prepared.errors.contains(Self.saving))
    let requests = try directory.text("requests.jsonl")
    #expect(requests.split(separator: "\n").count == 2)
    let server = try LoopbackServer { ScriptedEndpoint.answer($0) }
    // Two messages wait for the batch; the others were skipped.
    let next = try await Self.extract("--triage", in: directory, server)
    #expect(next.errors.contains("0 new of 5 messages") && server.requests.isEmpty)
    let history = try await directory.run("runs", "--json")
    #expect(
      history.output.contains(#""run":1,"#) && history.output.contains(#""windowsSkipped":3"#))
    try await directory.succeed("runs", "undo", "1")
    let whole = try await Self.extract(in: directory, server)
    #expect(whole.errors.contains("3 new of 5 messages") && server.requests.count == 3)
  }
}
