import Foundation
import TestSupport
import Testing

/// The message that the program prints before a signal that indicates a bug ends it. Also the runs after a crash.
@Suite struct CrashReportTests {
  static let signals: [(Int32, String)] = [
    (SIGILL, "SIGILL"), (SIGTRAP, "SIGTRAP"), (SIGSEGV, "SIGSEGV"), (SIGBUS, "SIGBUS"),
    (SIGFPE, "SIGFPE"), (SIGABRT, "SIGABRT"),
  ]

  @Test(arguments: signals)
  func `a crash report names the current input and the functions`(
    signal: Int32, name: String
  ) async throws {
    let directory = try TemporaryDirectory(
      #"{"id":"c\u001b[31m9","title":"the secret plan","messages":["#
        + #"{"id":"m1","sender":"Mallory","ts":1767600000,"text":"do the deed"},"#
        + #"{"id":"m2","sender":"Ann","ts":1767600060,"text":"hidden words"}]}"# + "\n",
      in: "chat.jsonl")
    let server = try LoopbackServer { _ in .silence }
    let process = try ToolProcess(
      ["extract", "--store", "s", "chat.jsonl"], in: directory,
      environment: ScriptedEndpoint.environment(server))
    try await server.waitForRequests(1)
    process.signal(signal)
    let run = try await process.outcome()
    #expect(run.status == 128 + signal)
    let lines = run.errors.split(separator: "\n").map(String.init)
    #expect(
      lines.contains {
        $0.hasPrefix("error: actionitems 0.1.0") && $0.contains("crashed: \(name) (")
      },
      "\(run.errors)")
    #expect(lines.contains("  command extract"))
    #expect(
      lines.contains("  reading conversation 'c[31m9', messages 'm1' to 'm2'"), "\(run.errors)")
    #expect(lines.contains { $0.hasPrefix("  Please report this") && $0.contains("The next run") })
    // The stack of the thread that received the signal, with the program's own names.
    #expect(lines.contains { $0.hasPrefix("   ") && $0.contains("_start") }, "\(run.errors)")
    for text in [
      "do the deed", "hidden words", "secret plan", "Mallory", "sk-secret-key", "\u{1B}",
    ] {
      #expect(!run.errors.contains(text), "\(text)")
    }
  }

  @Test func `a crash of a command that reads nothing names the command`() async throws {
    let (directory, _) = try await ReportStore.make()
    let watch = try ToolProcess(["watch", "--store", "s", "--since", "0"], in: directory)
    try await watch.waitForLines(1)
    watch.signal(SIGSEGV)
    let outcome = try await watch.outcome()
    #expect(outcome.status == 128 + SIGSEGV)
    #expect(outcome.errors.contains("\n  command watch\n"), "\(outcome.errors)")
    #expect(outcome.errors.contains("\n  Please report this with all lines below.\n"))
  }

  /// A test program that crashes; the test build includes it.
  static let probe = Golden.fixtures.deletingLastPathComponent()
    .appending(path: ".build/debug/CrashProbe").path

  @Test(arguments: ["main", "task", "queue", "thread"])
  func `a stack overflow is reported on any thread`(thread: String) async throws {
    let run = try await ToolProcess(
      ["overflow", thread], in: try TemporaryDirectory(), program: Self.probe
    ).outcome()
    #expect(run.status == 128 + SIGSEGV, "\(run.errors)")
    #expect(run.errors.contains("the stack is full"), "\(run.errors)")
    #expect(run.errors.contains("CrashProbe.overflow(Swift.Int)"), "\(run.errors)")
  }

  @Test(arguments: [("trap", SIGILL), ("kill", SIGKILL)])
  func `a window that crashes the offline model loses only itself`(
    how: String, signal: Int32
  ) async throws {
    let directory = try TemporaryDirectory()
    let chats = (0..<4).map { chat in
      let messages = (0..<5).map { number in
        let text =
          chat == 1 && number == 2 ? "a poisoned word" : "I'll send report \(chat) by Friday"
        return
          #"{"id":"\#(number)","sender":"Ann","ts":\#(1_767_600_000 + number * 60),"text":"\#(text)"}"#
      }
      return #"{"id":"c\#(chat)","messages":[\#(messages.joined(separator: ","))]}"# + "\n"
    }
    try directory.write(chats.joined(), to: "chat.jsonl")
    var runs: [ToolProcess.Outcome] = []
    // A crash that names the window is proof; a kill from outside may hit it by chance.
    let deaths = how == "trap" ? 2 : 3
    for _ in 1...deaths + 2 {
      runs.append(
        try await ToolProcess(
          ["read", "s", "poisoned", how, "chat.jsonl"], in: directory, program: Self.probe
        ).outcome())
    }
    #if arch(arm64)
      let expected = how == "trap" ? SIGTRAP : signal
    #else
      let expected = signal
    #endif
    #expect(runs.map(\.status) == Array(repeating: 128 + expected, count: deaths) + [0, 0])
    if how == "trap" {
      for run in runs[...1] {
        #expect(
          run.errors.contains(
            "\n  reading in this thread conversation 'c1', messages '0' to '4'\n"), "\(run.errors)")
        #expect(run.errors.contains("CrashProbe.BreakingModel.reply(to:"), "\(run.errors)")
      }
    }
    // The numbers of new messages and failures, and the status.
    let (first, next) = (runs[deaths], runs[deaths + 1])
    #expect(first.output.hasSuffix(" 1 1\n") && next.output == "0 0 0\n", "\(runs)")
    #expect(first.errors.contains("error: c1, messages 0 to 4: "), "\(first.errors)")
    let listed = try await directory.run("runs", "--failures", "--json")
    #expect(try ReportStore.object(listed.output)["isSetAside"] as? Bool == true)
    #expect(try await StoreListing.items(in: directory).count == 3)
  }
}
