import ActionItems
import CivilTime
import Encoding
import ItemRecords
import Store
import TestSupport
import Testing

@testable import Sync
@testable import SyncHub

/// The item history that a hub returns. Below: the names of people in changes, also on their way to other stores.
@Suite struct HubHistoryTests {
  private static func steps(_ answer: HubAnswer) throws -> [JSONValue] {
    try #require(try JSONValue(parsing: answer.body)["history"]?.array)
  }

  @Test func `each change lists its settings and their authors`() async throws {
    let desk = try await HubDesk()
    let id = try #require(try await desk.store.fetch().first { $0.task == "Call Bo" }?.id)
    let body = #"{"assignee":"Ann","isComplete":true}"#
    _ = try await desk.answer("PATCH", "/items/\(id)", "If-Match: *", body: body)
    let answer = try await desk.answer("GET", "/items/\(id)/history")
    #expect(answer.status == 200)
    let steps = try Self.steps(answer)
    #expect(steps.map { $0["change"]?.string } == ["created", "completed"])
    let set = steps.map { step in
      (step["settings"]?.array ?? []).map {
        "\($0["field"]?.string ?? "")=\($0["value"]?.string ?? "-") \($0["by"]?.string ?? "")"
      }
    }
    #expect(set[0].contains("task=Call Bo model"))
    #expect(set[1] == ["assignee=Ann person", "isComplete=done person"])
    #expect(try JSONValue(parsing: answer.body)["isWhole"] == .bool(true))
  }

  @Test func `a long value is truncated, and a long history shows its end`() async throws {
    let desk = try await HubDesk(tasks: ["Call Bo"])
    let id = try #require(try await desk.store.fetch().first?.id)
    for number in 0..<120 {
      _ = try await desk.store.edit(
        .init(task: "\(number) " + String(repeating: "ö", count: number < 119 ? 1 : 600)),
        idsBeginning: [id])
    }
    let answer = try await desk.answer("GET", "/items/\(id)/history")
    let steps = try Self.steps(answer)
    #expect(steps.count == 100)
    #expect(try JSONValue(parsing: answer.body)["isWhole"] == .bool(false))
    let last = try #require(steps.last?["settings"]?.array?.first?["value"]?.string)
    #expect(last.hasPrefix("119 ö") && last.hasSuffix("ö…") && last.utf8.count <= 503)
  }

  @Test func `a limited token sees only the history that it may read`() async throws {
    let desk = try await HubDesk(tasks: ["Call Bo"])
    let id = try #require(try await desk.store.fetch().first?.id)
    let access = HubAccess.of("ann", "Ann", mayWrite: false, channels: ["person:Ann"])
    let path = "/items/\(id)/history"
    #expect(try await desk.answer("GET", path, access: access).status == 404)
    _ = try await desk.answer("PATCH", "/items/\(id)", "If-Match: *", body: #"{"assignee":"Ann"}"#)
    let answer = try await desk.answer("GET", path, access: access)
    #expect(try Self.steps(answer).count == 1)
    #expect(!String(decoding: answer.body, as: UTF8.self).contains("Call Bo"))
    #expect(try JSONValue(parsing: answer.body)["isWhole"] == .bool(false))
  }

  @Test func `it has the messages around the item, unless the token is limited`() async throws {
    let desk = try await HubDesk(tasks: [])
    let line = Finding.ContextLine(sender: "Bo", timestamp: .epoch, text: "Shall I?")
    try await desk.store.commit("Call Bo", "1", for: "Ann", context: [line])
    let id = try #require(try await desk.store.fetch().first?.id)
    let path = "/items/\(id)/history"
    let context = try JSONValue(parsing: try await desk.answer("GET", path).body)["context"]?.array
    #expect(context?.map { $0["text"]?.string } == ["Shall I?"])
    let limited = HubAccess.of("ann", "Ann", mayWrite: false, channels: ["person:Ann"])
    let answer = try await desk.answer("GET", path, access: limited)
    #expect(try JSONValue(parsing: answer.body)["context"]?.array == [])
  }

  // MARK: - Names

  private static func names(_ answer: HubAnswer) throws -> [String?] {
    try steps(answer).flatMap { $0["settings"]?.array ?? [] }.map { $0["name"]?.string }
  }

  private static func access(_ name: String) -> HubAccess {
    HubAccess.of("a", name, mayWrite: true)
  }

  @Test func `a change with a token carries its person to other stores`()
    async throws
  {
    let desk = try await HubDesk(tasks: ["Call Bo"])
    let id = try #require(try await desk.store.fetch().first?.id)
    let body = #"{"assignee":"Bo"}"#
    _ = try await desk.answer(
      "PATCH", "/items/\(id)", "If-Match: *", body: body, access: Self.access("Anna"))
    let path = "/items/\(id)/history"
    #expect(try Self.names(try await desk.answer("GET", path)) == [nil, nil, nil, "Anna"])
    // Another store that receives it.
    let change = try #require(try await desk.store.lastChange(ofItem: id))
    var writer = JSONWriter()
    ItemPayload.write(change, store: desk.store.id, to: &writer)
    let frame = SyncFrame(type: "item.updated", messageID: "m", payload: writer.bytes)
    let item = try IncomingItem(
      frame, defaults: .init(now: .epoch, device: "d", origin: "o", conversationId: "c"))
    let other = try StoreOnDisk.make(desk.directory.path + "/other")
    _ = try await other.merge([item.version])
    #expect(
      try await other.history(ofItem: id, limit: 9).steps.flatMap(\.settings).map(\.name).contains(
        "Anna"))
    let again = try await other.merge([item.version])
    #expect(again.repeated == 1 && again.applied == 0)
  }

  @Test func `a change without a name is written as before`() async throws {
    let desk = try await HubDesk(tasks: ["Call Bo"])
    let id = try #require(try await desk.store.fetch().first?.id)
    _ = try await desk.answer("PATCH", "/items/\(id)", "If-Match: *", body: #"{"assignee":"Bo"}"#)
    let change = try #require(try await desk.store.lastChange(ofItem: id))
    var writer = JSONWriter()
    ItemPayload.write(change, store: desk.store.id, to: &writer)
    #expect(!String(decoding: writer.bytes, as: UTF8.self).contains("\"name\""))
  }

  @Test(arguments: [
    ("a name that is made up", "Boss", "Anna"), ("none", nil, "Anna"),
  ])
  func `a session names its token's owner, but only for their own device`(
    name: String, told: String?, wanted: String
  ) async throws {
    let desk = try await HubDesk(tasks: [])
    let client = try StoreOnDisk.make(desk.directory.path + "/client")
    try await client.commit("Call Bo", "1")
    let id = try #require(try await client.fetch().first?.id)
    _ = try await client.edit(.init(priority: .high), idsBeginning: [id], by: told)
    let change = try #require(try await client.lastChange(ofItem: id))
    var writer = JSONWriter()
    ItemPayload.write(change, store: client.id, to: &writer)
    for (device, expected) in [("another", told), (client.id, wanted)] {
      let hub = try StoreOnDisk.make(desk.directory.path + "/hub of \(device)")
      var item = try IncomingItem(
        SyncFrame(type: "item.updated", messageID: "m", payload: writer.bytes),
        defaults: .init(now: .epoch, device: device, origin: "o", conversationId: "c"))
      item.version.person = ("Anna", device)
      _ = try await hub.merge([item.version])
      let names = try await hub.history(ofItem: id, limit: 9).steps.flatMap(\.settings)
        .filter(\.isByPerson).map(\.name)
      #expect(names == [expected], "\(name), \(device)")
      // The item arrives again, as after a broken session.
      #expect(try await hub.merge([item.version]).applied == 0)
    }
  }
}
