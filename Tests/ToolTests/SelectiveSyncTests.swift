import Foundation
import TestSupport
import Testing

/// `sync --conversation --kind --assignee`, and what others receive, as processes. Also the state of each remote in
/// lists and metrics.
@Suite struct SelectiveSyncTests {
  /// A store `a` with one item of a public conversation and one of a direct message.
  private static func extracted(in directory: TemporaryDirectory) async throws {
    func line(_ id: String, _ conversation: String, _ kind: String, _ task: String) -> String {
      #"{"id":"\#(id)","conversationId":"\#(conversation)","conversationTitle":"\#(conversation)","conversationKind":"\#(kind)","sender":"Anna","timestamp":"2026-01-05T10:00:00+01:00","text":"\#(task)"}"#
    }
    try directory.write(
      [
        line("1", "plans", "public", "Bo, please book the venue by 2099-03-01"),
        line("2", "Bo", "direct", "Bo, please send the invoice to Kolben AG by 2099-03-01"),
        line("3", "plans", "public", "Cy, please renew the domain by 2099-03-01"),
      ].joined(separator: "\n"), to: "chat.jsonl")
    let run = try await directory.tool("extract", "--offline", "--store", "a", "chat.jsonl")
    #expect(run.status == 0, "\(run.errors)")
  }

  private static func sync(
    _ options: String..., in directory: TemporaryDirectory
  ) async throws -> ToolProcess.Outcome {
    try await directory.tool(["sync", "--store", "a"] + options, environment: HubProcess.syncing)
  }

  @Test func `a remote receives the items that match its options, until these change`()
    async throws
  {
    let directory = try TemporaryDirectory()
    try await Self.extracted(in: directory)
    let (hub, address) = try await HubProcess.start(in: directory)
    func there() async throws -> Set<String> {
      let list = try await directory.tool("list", "--json", "--store", "h")
      return Set(["venue", "invoice", "domain"].filter { list.output.contains($0) })
    }
    try await Self.sync(
      "--to", address, "--kind", "public,private,group", in: directory
    ).expect(0, "2 sent")
    #expect(try await there() == ["venue", "domain"])
    // Earlier options are saved, and new ones narrow them.
    try await Self.sync("--assignee", "me", in: directory).expect(2, "people.json")
    try directory.write(
      #"{"schema":1,"me":"Bo","people":[{"name":"Bo","names":[]}]}"#, to: "a/people.json")
    try await Self.sync("--assignee", "me", in: directory).expect(0, "1 sent")
    #expect(try await there() == ["venue"])
    try await Self.sync("--assignee", "Boo", in: directory).expect(0, "no item matches --assignee")
    let direct = try await Self.sync(
      "--assignee", "me", "--kind", "", "--conversation", "b?", in: directory)
    #expect(direct.status == 0 && !direct.errors.contains("no item matches"), "\(direct.errors)")
    #expect(try await there() == ["invoice"])
    let status = try await Self.sync("--status", "--json", in: directory)
    #expect(status.output.contains(#""conversations":["b?"],"kinds":null,"assignee":"me""#))
    #expect(status.output.contains(#""waiting":0"#), "\(status.output)")
    let all = try await Self.sync("--assignee", "", "--conversation", "", in: directory)
    #expect(all.status == 0, "\(all.errors)")
    #expect(try await there() == ["venue", "invoice", "domain"])
    try await hub.end()
    let own = try await directory.tool("list", "--store", "a")
    #expect(own.output.contains("invoice") && own.output.contains("domain"))
  }

  @Test func `lists and single items show how far each remote has them`() async throws {
    let directory = try TemporaryDirectory()
    try await Self.extracted(in: directory)
    func list(_ options: String...) async throws -> ToolProcess.Outcome {
      try await directory.tool(["list", "--store", "a"] + options)
    }
    #expect(try await !list("--json").output.contains(#""sync""#))
    let (hub, address) = try await HubProcess.start(in: directory)
    let first = try await Self.sync(
      "--to", address, "--name", "desk", "--conversation", "pl*", in: directory)
    #expect(first.status == 0, "\(first.errors)")
    func states() async throws -> [String: String] {
      var states: [String: String] = [:]
      for line in try await list("--json").lines {
        let word = ["venue", "invoice", "domain"].first { line.contains($0) } ?? ""
        let state = line.split(separator: #"{"name":"desk","state":""#).last?.prefix { $0 != "\"" }
        states[word] = state.map(String.init)
      }
      return states
    }
    #expect(
      try await states() == ["venue": "synced", "invoice": "filtered", "domain": "synced"])
    #expect(try await !list().output.contains("PENDING"))
    let items = try await list("--text", "venue", "--json")
    let id = String(items.output.split(separator: #""id":""#)[1].prefix { $0 != "\"" })
    let edit = try await directory.tool("edit", id, "--priority", "high", "--store", "a")
    #expect(edit.status == 0, "\(edit.errors)")
    #expect(try await states()["venue"] == "pending")
    let table = try await list()
    #expect(table.output.contains("PENDING") && table.output.contains(" desk\n"), "\(table.output)")
    let shown = try await directory.tool("show", id, "--store", "a")
    #expect(shown.output.contains("desk: pending"), "\(shown.output)")
    let json = try await directory.tool("show", id, "--json", "--store", "a")
    #expect(json.output.contains(#""sync":[{"name":"desk","state":"pending"}]"#))
    let second = try await Self.sync("--name", "desk", in: directory)
    #expect(second.status == 0, "\(second.errors)")
    #expect(try await states()["venue"] == "synced")
    try await hub.end()
  }

  @Test func `metrics of each remote are written with those of the run`() async throws {
    let directory = try TemporaryDirectory()
    try await Self.extracted(in: directory)
    let (hub, address) = try await HubProcess.start(in: directory)
    let first = try await Self.sync(
      "--to", address, "--name", "desk", "--metrics", "m.prom", in: directory)
    #expect(first.status == 0, "\(first.errors)")
    func figures() throws -> [String] {
      try directory.text("m.prom").split(separator: "\n")
        .map(String.init)
    }
    let alone = try figures()
    for line in [
      #"actionitems_sync_waiting{destination="desk"} 0"#,
      #"actionitems_sync_delivered{destination="desk"} 3"#,
      #"actionitems_sync_conflicts{destination="desk"} 0"#,
      #"actionitems_sync_reconnects{destination="desk"} 0"#,
    ] { #expect(alone.contains(line), "\(line)") }
    for name in ["sent", "received", "last_success_timestamp_seconds"] {
      let beginning = "actionitems_sync_\(name){destination=\"desk\"} "
      let value = alone.first { $0.hasPrefix(beginning) }?.dropFirst(beginning.count)
      #expect(value.flatMap { Int($0) } ?? 0 > 0, "\(name)")
    }
    // No server is there: pending items are still counted, and the first remote's figures stay.
    let second = try await Self.sync(
      "--to", "ws://127.0.0.1:1", "--name", "none", "--metrics", "m.prom", in: directory)
    #expect(second.status == 4)
    let both = try figures()
    #expect(both.contains(#"actionitems_sync_waiting{destination="none"} 3"#))
    #expect(both.contains(#"actionitems_sync_delivered{destination="desk"} 3"#))
    #expect(both.count { $0.hasPrefix("# TYPE actionitems_sync_waiting ") } == 1)
    let extract = try await directory.tool(
      "extract", "--offline", "--store", "a", "--sync", "desk", "--metrics", "m.prom", "chat.jsonl",
      environment: HubProcess.syncing)
    #expect(extract.status == 0, "\(extract.errors)")
    let run = try figures()
    #expect(run.contains("actionitems_last_run_exit_status 0"))
    #expect(run.contains(#"actionitems_sync_delivered{destination="desk"} 0"#))
    try await hub.end()
  }
}
