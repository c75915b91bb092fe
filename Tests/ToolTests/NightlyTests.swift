import Foundation
import TestSupport
import Testing

/// Commands of a job that runs every night. Also `watch`, which follows the changes.
@Suite struct NightlyTests {
  @Test func `runs are recorded with their input and result`() async throws {
    let directory = try TemporaryDirectory(ReportStore.chat, in: "chat.json")
    for _ in 0..<2 {
      _ = try await directory.run("extract", "--offline", "chat.json", "nowhere.json")
    }
    let runs = try await directory.run("runs", "--json")
    let objects = try runs.lines.map(ReportStore.object)
    #expect(objects.map { $0["run"] as? Int } == [1, 2])
    #expect(objects.map { $0["newMessages"] as? Int } == [1, 0])
    #expect(objects.map { $0["exitStatus"] as? Int } == [1, 1])
    #expect((objects[0]["failures"] as? [[String: String]])?.first?["what"] == "nowhere.json")
    let table = try await directory.run("runs", "--limit", "1")
    #expect(table.lines.count == 2 && table.lines[1].hasPrefix("2 "))
  }

  @Test func `an item left open one night and reported done the next is completed`() async throws {
    let directory = try TemporaryDirectory()
    func night(_ day: Int, _ texts: (String, String)...) -> [String] {
      texts.enumerated().map { number, said in
        #"{"id":"\#(day)-\#(number)","conversationId":"c","sender":"\#(said.0)","#
          + #""timestamp":"2026-01-0\#(day)T10:0\#(number):00Z","text":"\#(said.1)"}"#
      }
    }
    let first = night(
      5, ("Anna", "Ben, can you send Zoe the Q4 numbers by Friday?"), ("Ben", "sure, will do"),
      ("Anna", "I'll call the vendor tomorrow"))
    let second = night(
      6, ("Anna", "called the vendor, all done"),
      ("Ben", "I sent the numbers of last year to nobody, and haven't sent Zoe the Q4 numbers"))
    let third = night(7, ("Ben", "sent Zoe the Q4 numbers"))
    var done: [[String]] = []
    var chat: [String] = []
    for night in [first, second, third, []] {
      chat += night
      try directory.write("[" + chat.joined(separator: ",") + "]", to: "chat.json")
      let run = try await ToolProcess.run(
        "extract", "--offline", "--store", "s", "chat.json", in: directory)
      #expect(run.status == 0, "\(run.errors)")
      let listed = try await ToolProcess.run(
        "list", "--all", "--json", "--store", "s", in: directory)
      #expect(listed.lines.count == 2)
      let items = try listed.lines.map(ReportStore.object)
      done.append(
        items.filter { $0["isComplete"] as? Bool == true }.compactMap { $0["task"] as? String }
          .sorted())
    }
    let one = ["Call the vendor"]
    let two = one + ["Send Zoe the Q4 numbers"]
    #expect(done == [[], one, two, two])
  }

  @Test func `a line for two people makes an item for each, once`() async throws {
    let directory = try TemporaryDirectory()
    let texts = [
      ("Anna", "morning"), ("Ben", "hi"),
      ("Dora", "Anna please order the paint for the hall, Ben please call the bank about the loan"),
    ]
    let messages = texts.enumerated().map { number, said in
      #"{"id":"\#(number)","conversationId":"c","sender":"\#(said.0)","#
        + #""timestamp":"2026-01-05T10:0\#(number):00Z","text":"\#(said.1)"}"#
    }
    for count in [3, 2, 3] {
      try directory.write(
        "[" + messages.prefix(count).joined(separator: ",") + "]", to: "chat.json")
      try await directory.succeed("extract", "--offline", "--again", "chat.json")
    }
    let items = try await directory.run("list", "--json").lines.map(ReportStore.object)
    let found = items.map { "\($0["assignee"] ?? ""): \($0["task"] ?? "")" }.sorted()
    #expect(
      found == ["Anna: Order the paint for the hall", "Ben: Call the bank about the loan"])
  }

  @Test func `a killed run is in the history, and its partial line does no harm`() async throws {
    let directory = try TemporaryDirectory(ReportStore.chat, in: "chat.json")
    for _ in 1...2 {
      _ = try await directory.run("extract", "--offline", "chat.json")
    }
    // Each run writes one line at its start and one at its end. The second run never finishes its last line.
    let history = try directory.text("s/runs.jsonl")
    try directory.write(String(history.dropLast(40)), to: "s/runs.jsonl")
    try await directory.succeed("extract", "--offline", "chat.json")
    let runs = try await directory.run("runs")
    try #require(runs.lines.count == 4)
    #expect(runs.lines[2].hasSuffix("killed or running"))
    #expect(runs.lines[3].hasPrefix("3 "))
  }

  @Test func `metrics use the Prometheus text format, even if the run fails`() async throws {
    let directory = try TemporaryDirectory(ReportStore.chat, in: "chat.json")
    for store in [["--no-store"], ["--store", "s"]] {
      try? FileManager.default.removeItem(atPath: directory.path + "/m.prom")
      _ = try await directory.tool(
        ["extract", "--offline", "--metrics", "m.prom", "chat.json"] + store)
      let text = try directory.text("m.prom")
      for figure in ["items_open 1", "last_run_items_created 1", "last_run_exit_status 0"] {
        #expect(text.contains("\nactionitems_\(figure)\n"), "\(store): \(figure)")
      }
      for line in text.split(separator: "\n") where !line.hasPrefix("# ") {
        let parts = line.split(separator: " ")
        #expect(parts.count == 2 && Double(parts[1]) != nil, "\(line)")
      }
    }
    _ = try await directory.run("extract", "--offline", "--metrics", "m.prom", "gone.json")
    let failed = try directory.text("m.prom")
    #expect(failed.contains("\nactionitems_last_run_exit_status 3\n"))
  }

  @Test func `a run without a store that cannot start leaves no earlier summary`() async throws {
    let directory = try TemporaryDirectory()
    try directory.write(ReportStore.chat, to: "chat.json")
    let unlimited = [
      "--base-url", "http://127.0.0.1:9", "--model", "m", "--limits-dir", "chat.json",
    ]
    for (model, status) in [(["--offline"], 0), (unlimited, 5)] {
      let run = try await ToolProcess(
        ["extract", "--no-store", "--summary", "summary.json", "chat.json"] + model, in: directory
      ).outcome()
      #expect(run.status == status, "\(run.errors)")
      #expect(try ExtractCommand.summary(directory)["exitStatus"] as? Int == status)
    }
  }

  @Test func `a filter without a matching conversation is a warning`() async throws {
    let directory = try ScriptedEndpoint.directory(conversations: 3)
    func run(_ glob: String) async throws -> String {
      try await directory.tool(
        "extract", "--offline", "--no-store", "--conversation", glob, "chat.jsonl"
      ).errors
    }
    #expect(try await run("genral*").contains("warning: all 3 conversations were excluded"))
    #expect(try await !run("c1").contains("were excluded"))
  }

  @Test func `a source without new messages is a warning`() async throws {
    let directory = try TemporaryDirectory(ReportStore.chat, in: "chat.json")
    let run = try await directory.succeed(
      "extract", "--offline", "--stale-after", "3d", "chat.json")
    #expect(run.errors.contains("warning: chat.json: the newest message is from 2026-01-05"))
  }

  @Test func `a second run waits for the set time and names the first`() async throws {
    let directory = try ScriptedEndpoint.directory(conversations: 1, messages: 2)
    let gate = Gate()
    let server = try LoopbackServer { ScriptedEndpoint.answer($0).after(gate) }
    let environment = ScriptedEndpoint.environment(server)
    let first = try ToolProcess(
      ["extract", "--store", "s", "chat.jsonl"], in: directory, environment: environment)
    try await server.waitForRequests(1)
    try await directory.run("extract", "chat.jsonl", environment: environment).expect(
      7, "process \(first.identifier)")
    let third = try ToolProcess(
      ["extract", "--store", "s", "--wait", "60s", "chat.jsonl"], in: directory,
      environment: environment)
    gate.open()
    #expect(try await first.outcome().status == 0)
    let outcome = try await third.outcome()
    #expect(outcome.status == 0 && outcome.output.isEmpty, "\(outcome.errors)")
  }

  /// A chat as exported one night; messages may have changed text.
  static func chat(_ count: Int, saying changed: [Int: String] = [:]) -> String {
    let list = (0..<count).map { number in
      #"{"id":"\#(number)","sender":"Ann","ts":\#(1_767_600_000 + number * 60),"text":"\#(changed[number] ?? "do part \(number)")"}"#
    }
    return #"{"id":"c","messages":[\#(list.joined(separator: ","))]}"#
  }

  @Test func `a night costs one call per new or edited message, and none otherwise`()
    async throws
  {
    let directory = try TemporaryDirectory()
    let server = try LoopbackServer { ScriptedEndpoint.answer($0) }
    let environment = ScriptedEndpoint.environment(server)
    var asked = 0
    /// Runs one night over an export; returns the number of lines sent and the tasks in the store.
    func night(_ export: String) async throws -> (calls: Int, tasks: Set<String>) {
      try directory.write(export, to: "chat.json")
      try await directory.succeed("extract", "chat.json", environment: environment)
      let listed = try await directory.run("list", "--json")
      let tasks = try listed.lines.map {
        try ReportStore.object($0)["task"] as? String ?? ""
      }
      defer { asked = server.requests.count }
      return (server.requests.count - asked, Set(tasks))
    }
    #expect(try await night(Self.chat(3)) == (1, ["do part 0", "do part 1", "do part 2"]))
    let journal = try directory.read("s/journal.jsonl")
    #expect(try await night(Self.chat(3)).calls == 0)
    #expect(try directory.read("s/journal.jsonl") == journal)
    #expect(try await night(Self.chat(4)) == (1, Set((0..<4).map { "do part \($0)" })))
    // Only the new message was sent as new; the others were its context.
    let last = try #require(server.requests.last)
    #expect(ScriptedEndpoint.lines(of: last).map(\.text) == ["do part 3"])
    let edited = try await night(Self.chat(4, saying: [1: "do something else"]))
    #expect(edited.calls == 1 && edited.tasks.contains("do something else"))
    #expect(edited.tasks.count == 4 && !edited.tasks.contains("do part 1"))
    // An edit withdraws its item; a message missing from the export keeps its item.
    let withdrawn = try await night(Self.chat(4, saying: [1: "never mind"]))
    #expect(withdrawn == (1, ["do part 0", "do part 2", "do part 3"]))
    #expect(try await night(Self.chat(1)) == (0, ["do part 0", "do part 2", "do part 3"]))
  }

  @Test func `a store restored from a copy sends everything to its followers again`() async throws {
    let directory = try TemporaryDirectory(ReportStore.chat, in: "chat.json")
    _ = try await directory.run("extract", "--offline", "chat.json")
    let watch = ["watch", "--name", "n", "--no-follow", "--store", "s"]
    #expect(try await directory.tool(watch).lines.count == 1)
    #expect(try await directory.tool(watch).lines.isEmpty)
    // The store is copied, changed, and then restored from the copy.
    let (store, copy) = (directory.path + "/s", directory.path + "/copy")
    try FileManager.default.copyItem(atPath: store, toPath: copy)
    let listed = try await directory.run("list", "--json")
    let id = try ReportStore.id(listed.lines)
    _ = try await directory.run("done", id)
    #expect(try await directory.tool(watch).lines.count == 1)
    let position = try directory.read("s/watch/n.json")
    try FileManager.default.removeItem(atPath: store)
    try FileManager.default.copyItem(atPath: copy, toPath: store)
    try directory.write(String(decoding: position, as: UTF8.self), to: "s/watch/n.json")
    try await directory.succeed("store", "renew")
    let anew = try await directory.tool(watch)
    #expect(anew.lines.count == 2 && anew.lines[0].contains(#""change":"reset""#))
    #expect(anew.lines[1].contains(#""change":"created""#))
    try await directory.succeed("store", "verify")
  }

  @Test func `a command runs for every change, at least once and in order`() async throws {
    let directory = try TemporaryDirectory()
    let texts = (1...3).map { number in
      #"{"id":"\#(number)","conversationId":"c","sender":"Anna","timestamp":"2026-01-05T10:00:0\#(number)Z","text":"TODO: Anna to write part \#(number)"}"#
    }
    try directory.write(texts.joined(separator: "\n"), to: "chat.jsonl")
    _ = try await directory.run("extract", "--offline", "chat.jsonl")
    // The command fails once, at the second change.
    let script = "n=$(cat | tee -a got | wc -c); [ $(wc -l < got) -ne 2 ] || exit 3"
    let watch = ["watch", "--name", "n", "--no-follow", "--store", "s", "--exec", script]
    try await directory.tool(watch).expect(1, "exited with 3")
    let second = try await directory.tool(watch)
    #expect(second.status == 0, "\(second.errors)")
    let got = try directory.text("got")
    let parts = try got.split(separator: "\n").map { line -> String in
      let item = try ReportStore.object(String(line))["item"] as? [String: Any]
      return String((item?["task"] as? String ?? "").suffix(1))
    }
    #expect(parts == ["1", "2", "2", "3"])
    #expect(try await directory.tool(watch).status == 0)
    #expect(try directory.text("got") == got)
  }
}
