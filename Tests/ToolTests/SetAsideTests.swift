import Foundation
import TestSupport
import Testing

/// Windows that failed so often that they are skipped.
@Suite struct SetAsideTests {
  @Test func `set-aside messages are reported every night, to people and monitors, quiet or not`()
    async throws
  {
    let directory = try ScriptedEndpoint.directory(conversations: 2, messages: 2)
    let server = try LoopbackServer { request in
      // This includes the question that is repeated after an unreadable reply.
      let isBad = String(decoding: request.body, as: UTF8.self).contains("do 0 ")
      return isBad
        ? ScriptedEndpoint.completion("I would rather not.") : ScriptedEndpoint.answer(request)
    }
    let environment = ScriptedEndpoint.environment(server)
    func night(_ extra: String...) async throws -> ToolProcess.Outcome {
      try await directory.run(
        [
          "extract", "-q", "--summary", "s.json", "--metrics", "m.prom",
          "chat.jsonl",
        ] + extra, environment: environment)
    }
    func summary() throws -> [String: Any] {
      try ReportStore.object(directory.text("s.json"))
    }
    for number in 1...3 {
      let run = try await night()
      #expect(
        run.status == 1 && !run.errors.contains("set aside"), "night \(number): \(run.errors)")
      #expect(try summary()["messagesSetAside"] as? Int == 0)
    }
    // No request is sent, so none fails: the status is that of a successful run.
    for _ in 4...5 {
      let asked = server.requests.count
      let run = try await night()
      #expect(run.status == 0 && run.output.isEmpty && server.requests.count == asked)
      #expect(run.errors.hasPrefix("warning: 2 messages are set aside"), "\(run.errors)")
      #expect(run.errors.contains("runs --failures") && run.errors.contains("--retry-failed"))
      #expect(run.errors.split(separator: "\n").count == 1)
      #expect(try summary()["messagesSetAside"] as? Int == 2)
      #expect((try summary()["warnings"] as? [String])?.count == 1)
      let figures = try directory.text("m.prom")
      #expect(figures.contains("\nactionitems_last_run_messages_set_aside 2\n"))
    }
    let again = try await night("--retry-failed")
    #expect(again.status == 1 && !again.errors.contains("set aside"), "\(again.errors)")
  }
}
