import Foundation
import TestSupport
import Testing

/// Settings of people and runs on two machines that share a hub, as processes.
@Suite struct FieldSyncTests {
  /// Two stores, `a` and `b`, that share an item through a hub.
  struct Shared {
    let directory: TemporaryDirectory
    let hub: ToolProcess
    let address: String
    let id: String

    init() async throws {
      directory = try TemporaryDirectory()
      try await SampleStore.extract(1, in: directory)
      (hub, address) = try await HubProcess.start(in: directory)
      let list = try await directory.tool("list", "--json", "--store", "a")
      id = String(try #require(list.output.firstMatch(of: /"id":"([^"]*)"/)?.output.1))
      try await sync()
    }

    @discardableResult
    func run(_ arguments: String...) async throws -> ToolProcess.Outcome {
      try await directory.tool(arguments, environment: HubProcess.syncing)
    }

    /// Each store sends its changes and receives the other's.
    func sync() async throws {
      for store in ["a", "b", "a", "b"] {
        let outcome = try await run("sync", "--to", address, "--store", store)
        #expect(outcome.status == 0, "\(store): \(outcome.errors)")
      }
    }

    /// The item as JSON from one store.
    func item(_ store: String) async throws -> String {
      try await run("show", "--json", "--store", store, id).output
    }

    func end() async throws {
      try await hub.end()
    }
  }

  @Test func `done on one machine prevails over a later nightly run on the other`()
    async throws
  {
    let shared = try await Shared()
    #expect(try await shared.run("done", "--store", "b", shared.id).status == 0)
    // The message was edited in the meantime.
    let chat = SampleStore.chat(1).replacingOccurrences(of: "2099-03-01", with: "2099-04-15")
    try shared.directory.write(chat, to: "chat.jsonl")
    let night = try await shared.run("extract", "--offline", "--store", "a", "chat.jsonl")
    #expect(night.status == 0, "\(night.errors)")
    #expect(try await shared.item("a").contains(#""deadline":"2099-04-15""#))
    try await shared.sync()
    for store in ["a", "b"] {
      let item = try await shared.item(store)
      #expect(
        item.contains(#""isComplete":true"#) && item.contains(#""deadline":"2099-04-15""#),
        "\(item)")
    }
    try await shared.end()
  }

  @Test func `an item archived on one machine is archived and restored on both`()
    async throws
  {
    let shared = try await Shared()
    #expect(try await shared.run("archive", "--store", "a", shared.id).status == 0)
    try await shared.sync()
    for store in ["a", "b"] {
      #expect(try await shared.item(store).contains(#""archivedAt":"2"#), "\(store)")
      let list = try await shared.run("list", "--store", store)
      #expect(list.output.isEmpty, "\(list.output)")
    }
    #expect(try await shared.run("reopen", "--store", "b", shared.id).status == 0)
    try await shared.sync()
    for store in ["a", "b"] {
      let list = try await shared.run("list", "--store", store)
      #expect(list.lines.count == 2 && list.errors == "1 open\n", "\(store): \(list.errors)")
    }
    try await shared.end()
  }

  @Test func `both sides of a conflict are told, and either may resolve it`() async throws {
    let shared = try await Shared()
    #expect(try await shared.run("sync", "--conflicts", "--store", "a").output.isEmpty)
    _ = try await shared.run("edit", "--store", "a", "--assignee", "Zoe", shared.id)
    _ = try await shared.run("edit", "--store", "b", "--assignee", "Bob", shared.id)
    try await shared.sync()
    let table = try await shared.run("sync", "--conflicts", "--store", "a")
    #expect(table.lines.count == 3 && table.output.contains("this machine"), "\(table.output)")
    for store in ["a", "b", "h"] {
      let line = try await shared.run("sync", "--conflicts", "--json", "--store", store).output
      #expect(line.contains(#""field":"assignee","stands":{"value":"Bob""#), "\(line)")
      #expect(line.contains(#""lost":[{"value":"Zoe""#) && line.contains(#""by":"person""#))
    }
    let shown = try await shared.run("show", "--store", "a", shared.id)
    #expect(shown.output.contains("conflict      assignee: Bob wins"), "\(shown.output)")
    let feed = try await shared.run("watch", "--no-follow", "--store", "a")
    #expect(feed.lines.last?.contains(#""conflicts":[{"field":"assignee""#) == true)

    try await shared.run("sync", "--resolve", shared.id, "--store", "a").expect(2, "--prefer")
    let slip = try await shared.run(
      "sync", "--resolve", shared.id, "--prefer", "mien", "--store", "a")
    #expect(slip.status == 2, "\(slip.errors)")
    let solved = try await shared.run(
      "sync", "--resolve", shared.id, "--prefer", "mine", "--store", "a")
    #expect(solved.status == 0, "\(solved.errors)")
    try await shared.run(
      "sync", "--resolve", shared.id, "--prefer", "mine", "--store", "a"
    ).expect(1, "has no conflict")
    try await shared.sync()
    for store in ["a", "b"] {
      #expect(try await shared.item(store).contains(#""assignee":"Zoe""#))
      #expect(try await shared.run("sync", "--conflicts", "--store", store).output.isEmpty)
    }
    try await shared.end()
  }

  @Test func `a remover is told of later changes to the item, and either side resolves it`()
    async throws
  {
    let shared = try await Shared()
    _ = try await shared.run("remove", "--store", "a", "--because", "dup", shared.id)
    _ = try await shared.run("edit", "--store", "b", "--task", "Still needed", shared.id)
    try await shared.sync()
    for store in ["a", "b", "h"] {
      let table = try await shared.run("sync", "--conflicts", "--store", store)
      #expect(table.output.contains("removed (dup)") && table.output.contains("kept"), "\(store)")
    }
    let solved = try await shared.run(
      "sync", "--resolve", shared.id, "--prefer", "theirs", "--store", "a")
    #expect(solved.status == 0, "\(solved.errors)")
    try await shared.sync()
    for store in ["a", "b", "h"] {
      let list = try await shared.run("list", "--json", "--store", store)
      #expect(list.output.contains("Still needed"), "\(store): \(list.output)")
      #expect(try await shared.run("sync", "--conflicts", "--store", store).output.isEmpty)
    }
    try await shared.end()
  }

  @Test func `a saved rule resolves conflicts for its remote`() async throws {
    let shared = try await Shared()
    let rule = try await shared.run(
      "sync", "--to", shared.address, "--prefer", "mine", "--store", "a")
    #expect(rule.status == 0, "\(rule.errors)")
    _ = try await shared.run("edit", "--store", "a", "--task", "Book the hall", shared.id)
    _ = try await shared.run("edit", "--store", "b", "--task", "Book the barn", shared.id)
    try await shared.sync()
    for store in ["a", "b"] {
      #expect(try await shared.item(store).contains("Book the hall"))
      #expect(try await shared.run("sync", "--conflicts", "--store", store).output.isEmpty)
    }
    try await shared.end()
  }
}
