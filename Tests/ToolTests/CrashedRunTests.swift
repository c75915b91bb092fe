import Foundation
import Store
import Synchronization
import TestSupport
import Testing

/// Runs that are killed while they read a specific window or file.
@Suite struct CrashedRunTests {
  /// A loopback endpoint that kills the tool when a request contains a given text.
  final class KillingEndpoint: Sendable {
    private let signal: Int32
    private let victim = Mutex<ToolProcess?>(nil)
    /// The text; nil once nothing is killed any more.
    let poison: Mutex<String?>

    init(_ signal: Int32, at poison: String) {
      self.signal = signal
      self.poison = Mutex(poison)
    }

    /// Answers the request, or kills the tool.
    func answer(_ request: LoopbackRequest) -> Reply {
      let text = String(decoding: request.body, as: UTF8.self)
      guard poison.withLock({ $0.map(text.contains) ?? false }) else {
        return ScriptedEndpoint.answer(request)
      }
      victim.withLock { $0?.signal(signal) }
      return .silence
    }

    /// Runs the tool to its end, as the target of the kill.
    func run(
      _ arguments: [String], in directory: TemporaryDirectory, _ server: LoopbackServer
    ) async throws -> ToolProcess.Outcome {
      // No request arrives before the process is known.
      let process = try victim.withLock { victim in
        let process = try ToolProcess(
          arguments, in: directory, environment: ScriptedEndpoint.environment(server))
        victim = process
        return process
      }
      return try await process.outcome()
    }
  }

  private static let record = "s/reading.jsonl"

  private static func hasRecord(_ directory: TemporaryDirectory) -> Bool {
    directory.has("\(record)")
  }

  @Test(arguments: [(SIGKILL, "1"), (SIGKILL, "4"), (SIGILL, "1")])
  func `a window that kills the run loses only itself`(
    signal: Int32, jobs: String
  ) async throws {
    let directory = try TemporaryDirectory()
    for number in 0..<2 {
      let lines = ScriptedEndpoint.conversations(6, messages: 40).split(separator: "\n")
      try directory.write(
        lines[(number * 3)..<(number * 3 + 3)].joined(separator: "\n") + "\n",
        to: "in/\(number).jsonl")
    }
    let endpoint = KillingEndpoint(signal, at: "do 3 7")
    let server = try LoopbackServer { endpoint.answer($0) }
    func night(_ extra: String...) async throws -> ToolProcess.Outcome {
      try await endpoint.run(
        [
          "extract", "--store", "s", "--summary", "s.json", "--metrics", "m.prom", "--jobs", jobs,
          "--window-tokens", "150", "--concurrency", "8", "in",
        ] + extra, in: directory, server)
    }
    var deaths = 0
    var last = try await night()
    while last.status == 128 + signal, deaths < 4 {
      deaths += 1
      #expect(try !directory.text(Self.record).contains("do "))
      last = try await night()
    }
    #expect(1...3 ~= deaths, "\(deaths) deaths: \(last.errors)")
    #expect(last.status == 1, "\(last.errors)")
    #expect(last.errors.contains("error: c3, messages "), "\(last.errors)")
    #expect(last.errors.contains("--retry-failed"))
    #expect(!Self.hasRecord(directory))

    let summary = try ReportStore.object(directory.text("s.json"))
    let failures = try #require(summary["failures"] as? [[String: String]])
    #expect(failures.count == 1 && failures[0]["what"]?.hasPrefix("c3, messages ") == true)
    #expect(summary["windowsFailed"] as? Int == 1)
    let lost = try #require(summary["messagesSetAside"] as? Int)
    #expect(1...12 ~= lost)
    let figures = try directory.text("m.prom")
    #expect(figures.contains("\nactionitems_last_run_windows_failed 1\n"))
    #expect(figures.contains("\nactionitems_last_run_failures 1\n"))
    #expect(try await StoreListing.items(in: directory).count == 240 - lost)

    let listed = try await directory.run("runs", "--failures", "--json")
    #expect(listed.lines.count == 1)
    let failure = try ReportStore.object(listed.output)
    #expect(failure["isSetAside"] as? Bool == true && failure["count"] as? Int == 1)
    #expect(failure["conversationId"] as? String == "c3")

    // The window is skipped and reported, even if everything is read again.
    for extra in ["--quiet", "--again"] {
      try await night(extra).expect(0, "\(lost) messages are set aside")
    }
    let retried = try await night("--retry-failed")
    #expect(retried.status == 128 + signal)
    let after = try await night()
    // The window is set aside as before.
    #expect(after.status == 0, "\(after)")
    #expect(after.errors.contains("\(lost) messages are set aside"), "\(after)")

    endpoint.poison.withLock { $0 = nil }
    let healed = try await night("--retry-failed")
    #expect(healed.status == 0, "\(healed.errors)")
    #expect(try await StoreListing.items(in: directory).count == 240)
    let none = try await directory.run("runs", "--failures", "--json")
    #expect(none.output.isEmpty && !Self.hasRecord(directory))
    #expect(try await night().status == 0)
  }

  @Test(arguments: [1, 3])
  func `the answer of a batch comes last, or never, if its window killed runs`(
    deaths: Int
  ) async throws {
    let directory = try ScriptedEndpoint.directory(conversations: 4, messages: 4)
    let prepared = try await BatchCommand.prepare("chat.jsonl", in: directory)
    #expect(prepared.status == 0, "\(prepared.errors)")
    let questions = try BatchEngine.questions("requests.jsonl", in: directory)
    try directory.write(lines: questions.map { BatchEngine.result($0) }, to: "results.jsonl")
    let endpoint = KillingEndpoint(SIGKILL, at: "do 2 1")
    let server = try LoopbackServer { endpoint.answer($0) }
    for _ in 0..<deaths {
      let run = try await endpoint.run(
        ["extract", "--store", "s", "--again", "--concurrency", "1", "chat.jsonl"], in: directory,
        server)
      #expect(run.status == 128 + SIGKILL, "\(run.errors)")
    }
    let collected = try await directory.run("batch", "collect", "results.jsonl")
    #expect(collected.status == (deaths == 1 ? 0 : 1), "\(collected.errors)")
    #expect(collected.errors.contains("4 messages are set aside") == (deaths == 3))
    #expect(try await StoreListing.items(in: directory).count == (deaths == 1 ? 16 : 12))
    let listed = try await directory.run("runs", "--failures", "--json")
    #expect(listed.lines.count == deaths / 2, "\(listed.output)")
    #expect(!Self.hasRecord(directory))
  }

  @Test func `a file that kills its loader is read last and then set aside`() async throws {
    let directory = try TemporaryDirectory()
    func chat(_ number: Int) -> String {
      #"{"conversationId":"c\#(number)","id":"1","sender":"Anna","timestamp":"2026-01-05T09:00:00Z","#
        + #""text":"I'll send report \#(number) tomorrow"}"# + "\n"
    }
    try directory.write(chat(1), to: "a.jsonl")
    try directory.write(chat(3), to: "c.jsonl")
    // The writer never closes the pipe, so that the process can be killed during the read.
    try #require(mkfifo(directory.path + "/b.jsonl", 0o600) == 0)
    let extract = [
      "extract", "--offline", "--store", "s", "--summary", "s.json", "--metrics", "m.prom",
      "a.jsonl", "b.jsonl", "c.jsonl",
    ]
    for night in 1...3 {
      let process = try ToolProcess(extract, in: directory)
      let pipe = try FileHandle(forWritingTo: URL(filePath: directory.path + "/b.jsonl"))
      try pipe.write(contentsOf: Data(chat(2).utf8))
      try await Pause.until("the record of the pipe") {
        let text = (try? directory.text(Self.record)) ?? ""
        let parts = text.split(separator: #""fileAlone":"#)
        return parts.count == min(night, 2) && parts.last?.contains(#""file":{"#) == true
      }
      // Files read before the pipe are saved, so that nothing else is suspected.
      try await Pause.until("an item for each other file") {
        let listed = try await directory.run("list", "--json")
        return listed.lines.count == min(night, 2)
      }
      process.signal(SIGKILL)
      #expect(try await process.outcome().status == 128 + SIGKILL)
      try pipe.close()
    }
    for _ in 4...5 {
      let run = try await directory.tool(extract)
      #expect(run.status == 1, "\(run.errors)")
      #expect(run.errors.contains("error: b.jsonl is set aside"), "\(run.errors)")
      #expect(run.errors.contains("--retry-failed"))
      let summary = try ReportStore.object(directory.text("s.json"))
      #expect((summary["failures"] as? [[String: String]])?.map { $0["what"] } == ["b.jsonl"])
      let figures = try directory.text("m.prom")
      #expect(figures.contains("\nactionitems_last_run_failures 1\n"))
    }
    let listed = try await directory.run("runs", "--failures")
    #expect(listed.output.contains("set aside") && listed.output.contains("b.jsonl"))

    let process = try ToolProcess(extract + ["--retry-failed"], in: directory)
    let pipe = try FileHandle(forWritingTo: URL(filePath: directory.path + "/b.jsonl"))
    try pipe.write(contentsOf: Data(chat(2).utf8))
    try pipe.close()
    let run = try await process.outcome()
    #expect(run.status == 0, "\(run.errors)")
    #expect(try await StoreListing.items(in: directory).count == 3)
    let none = try await directory.run("runs", "--failures", "--json")
    #expect(none.output.isEmpty && !Self.hasRecord(directory))
  }

  @Test func `a harmless file is read normally even if a run died while reading it`()
    async throws
  {
    let directory = try ScriptedEndpoint.directory(conversations: 2, messages: 2)
    try #require(mkfifo(directory.path + "/pipe.jsonl", 0o600) == 0)
    let extract = ["extract", "--store", "s", "--summary", "s.json", "chat.jsonl", "pipe.jsonl"]
    let server = try LoopbackServer { ScriptedEndpoint.answer($0) }
    let environment = ScriptedEndpoint.environment(server)
    let process = try ToolProcess(extract, in: directory, environment: environment)
    let open = try FileHandle(forWritingTo: URL(filePath: directory.path + "/pipe.jsonl"))
    try await Pause.until("the record of the pipe") {
      let text = (try? directory.text(Self.record)) ?? ""
      return text.contains("pipe.jsonl")
    }
    process.signal(SIGKILL)
    #expect(try await process.outcome().status == 128 + SIGKILL)
    try open.close()
    let next = try ToolProcess(extract, in: directory, environment: environment)
    let pipe = try FileHandle(forWritingTo: URL(filePath: directory.path + "/pipe.jsonl"))
    try pipe.write(
      contentsOf: Data(
        #"{"id":"p","messages":[{"id":"1","sender":"Ann","ts":1767600000,"text":"do p 1"}]}"#.utf8))
    try pipe.close()
    let run = try await next.outcome()
    #expect(run.status == 0, "\(run.errors)")
    let summary = try ReportStore.object(directory.text("s.json"))
    #expect(summary["messages"] as? Int == 5 && summary["conversations"] as? Int == 3)
    #expect(try await StoreListing.items(in: directory).count == 5)
    #expect(!Self.hasRecord(directory))
  }

  @Test(arguments: ["channels.json", "groups.json", "users.json", "general/2026-01-05.json"])
  func `an export with one suspect file is read in full`(file: String) async throws {
    let directory = try TemporaryDirectory()
    try FileManager.default.copyItem(
      atPath: Golden.path("exports/slack/acme"), toPath: directory.path + "/acme")
    let extract = ["extract", "--offline", "--store", "s"]
    #expect(try await directory.tool(extract + ["acme"]).status == 0)
    let expected = try await StoreListing.items(in: directory)
    try FileManager.default.removeItem(atPath: directory.path + "/s")
    try directory.write("[]", to: "none.json")
    _ = try await directory.tool(extract + ["none.json"])
    var record: [UInt8] = []
    let location = "\(directory.path)/acme/\(file)"
    for (number, line) in [
      #"{"reading":1,"run":1}"#,
      #"{"file":{"thread":0,"number":"7","path":"\#(location)"}}"#,
    ].enumerated() {
      JournalLine.append(Array(line.utf8), sequence: number, to: &record)
    }
    try directory.write(record, to: Self.record)
    let run = try await directory.tool(extract + ["acme"])
    #expect(run.status == 0, "\(run.errors)")
    #expect(!Self.hasRecord(directory))
    #expect(try await StoreListing.items(in: directory) == expected && expected.count > 3)
  }

  @Test func `neither a clean end nor an error leaves anything suspect`() async throws {
    let directory = try ScriptedEndpoint.directory(conversations: 3)
    let server = try LoopbackServer { _ in .text("{}", status: 401) }
    let refused = try await ExtractCommand.run("chat.jsonl", in: directory, server)
    #expect(refused.status == 4, "\(refused.errors)")
    #expect(!Self.hasRecord(directory))
    let run = try await ExtractCommand.run("--offline", "chat.jsonl", in: directory)
    #expect(run.status == 0 && !Self.hasRecord(directory), "\(run.errors)")
  }

  @Test func `the current file of a live run does not affect other runs`() async throws {
    let directory = try ScriptedEndpoint.directory(conversations: 3)
    let gate = Gate()
    let server = try LoopbackServer { ScriptedEndpoint.answer($0).after(gate) }
    let environment = ScriptedEndpoint.environment(server)
    let extract = ["extract", "--store", "s", "--concurrency", "4", "chat.jsonl"]
    let process = try ToolProcess(extract, in: directory, environment: environment)
    try await server.waitForRequests(3)
    let before = try directory.read(Self.record)
    let other = try await directory.tool(extract, environment: environment)
    #expect(other.status == 7, "\(other.errors)")
    #expect(try directory.read(Self.record) == before)
    gate.open()
    let run = try await process.outcome()
    #expect(run.status == 0 && !Self.hasRecord(directory), "\(run.errors)")
  }
}
