import Foundation
import TestSupport
import Testing

/// An endpoint that makes each kind of error once; every detected error is counted and reported.
@Suite struct ErringEndpointTests {
  @Test func `each error is detected, counted and reported in plain words`() async throws {
    let directory = try TemporaryDirectory(ErringAnswers.chat, in: "chat.json")
    let server = try LoopbackServer { _ in
      ScriptedEndpoint.completion("[\(ErringAnswers.items.joined(separator: ","))]")
    }
    let run = try await ExtractCommand.succeed(
      "--rejected", "rejected.jsonl", "chat.json", in: directory, server)
    let summary = try ExtractCommand.summary(directory)
    for (count, value) in [
      "itemsRejected": 4, "assigneesReplaced": 1, "assigneesDropped": 1, "deadlinesReplaced": 1,
      "deadlinesDropped": 1, "itemsCreated": 3,
    ] {
      #expect(summary[count] as? Int == value, "\(count)")
    }
    #expect(
      run.errors.contains("4 rejected") && run.errors.contains("1 assignee set to the person")
        && run.errors.contains("1 deadline dropped: past, not a date, or not stated"),
      "\(run.errors)")
    // The hint about `--rejected` is not printed if the option is given.
    #expect(!run.errors.contains("--rejected FILE"), "\(run.errors)")
    let lines = try directory.text("rejected.jsonl")
    for reason in [
      #"the message assigns it to \"Ben\", not to \"Carla\"; the stated person is used"#,
      #"the message states 2026-01-09, not \"2026-01-12\"; the stated value is used"#,
      "the quote says that it is done already",
      "the quote is from another message than the one that mentions the task",
      #"neither the message nor one that belongs to it states the deadline \"2026-02-01\""#,
      #"no message assigns it to \"Zoe\""#, "the message does not mention the task",
      "no message of the window contains the quote",
    ] {
      #expect(lines.contains(reason), "\(reason)\n\(lines)")
    }
    #expect(lines.split(separator: "\n").count == 8, "\(lines)")
    let list = try await directory.run("list", "--json")
    #expect(list.output.contains(#""assignee":"Ben""#) && !list.output.contains("Carla"))
    #expect(!list.output.contains("Zoe") && !list.output.contains("payroll"))
  }

  @Test func `rejected items are written and counted before a run is cancelled`() async throws {
    let directory = try ScriptedEndpoint.directory(conversations: 30)
    let server = try LoopbackServer { _ in
      ScriptedEndpoint.completion(
        #"[{"task":"Pay Eve","messageId":"m1","quote":"pay Eve by all means"}]"#)
    }
    try await ExtractCommand.run(
      "--rejected", "rejected.jsonl", "--concurrency", "2", "chat.jsonl", in: directory, server
    ).expect(4, "items of the model in")
    let lines = try directory.text("rejected.jsonl")
      .split(separator: "\n")
    #expect(lines.count >= 20 && lines.allSatisfy { $0.contains("Pay Eve") }, "\(lines.count)")
    #expect(try ExtractCommand.summary(directory)["itemsRejected"] as? Int == lines.count)
  }
}
