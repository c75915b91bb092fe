import ActionItems
import CivilTime
import Encoding
import Extraction
import ItemRecords
import Store
import TestSupport
import Testing

@testable import Sync

/// Data that arrives from one remote and goes out to the next.
@Suite struct RoundTripTests {
  static let now = Timestamp(seconds: 1_767_600_000) ?? .epoch

  /// Merges the frames of a remote into a store; returns what the store then sends for each item.
  static func told(
    _ payloads: [String], thenEdit edit: ActionItemStore.Edit? = nil
  ) async throws -> [JSONValue] {
    let directory = try TemporaryDirectory()
    let store = try ActionItemStore(
      folder: try DiskFolder(creating: directory.path + "/s"), creating: true, now: { now })
    for payload in payloads {
      let frame = SyncFrame(type: "item.updated", messageID: "1", payload: Array(payload.utf8))
      let item = try IncomingItem(
        frame,
        defaults: .init(now: now, device: "engine:x", origin: "to:x", conversationId: "sync:x"))
      _ = try await store.merge([item.version])
    }
    if let edit { _ = try await store.edit(edit, idsBeginning: ["n1"]) }
    var reader = try ChangeReader(folder: store.folder)
    let identity = MessageIdentity(store: store.id, remote: "y", generation: 0)
    return try reader.next(100).map {
      try SyncFrame(parsing: OutgoingChange($0, identity: identity).frame).payloadValue
    }
  }

  static var edit: ActionItemStore.Edit {
    return .init(priority: .low)
  }

  @Test func `unknown members are sent back unchanged, even after an edit`()
    async throws
  {
    let payload =
      #"{"id":"n1","title":"Call Bo","tags":["home","high"],"colour":{"r":[1,2.50,null]},"#
      + #""actionItem":{"task":"Call Bo"},"updatedAt":"2026-01-05T07:00:00Z"}"#
    let told = try await Self.told([payload], thenEdit: Self.edit)
    #expect(told.count == 2)
    for payload in told {
      #expect(payload["colour"]?["r"]?.array?.count == 3, "\(payload)")
      #expect(payload["tags"]?.array?.contains("home") == true)
    }
    #expect(told.last?["tags"]?.array?.contains("low") == true)
  }

  /// An item as a newer version of this program might send it. It has another form of priority and deadline, new
  /// members, and a new field.
  static func newer(_ sum: String) -> String {
    #"{"id":"n1","title":"Call Bo","updatedAt":"2026-01-05T07:00:00Z","deviceId":"d","#
      + #""fields":{"sum":"\#(sum)","made":{"at":1767596400000,"device":"d"},"#
      + #""priority":{"at":1767596400000,"by":"person","device":"d"},"#
      + #""labels":{"at":1767596400000,"value":"red"}},"#
      + #""actionItem":{"schema":2,"id":"n1","conversationId":"c","task":"Call Bo","#
      + #""priority":"urgent","deadline":"2026-W03","effort":3,"messageId":"m","#
      + #""source":{"platform":"x"},"extractedAt":"2026-01-05T07:00:00Z","model":"m"}}"#
  }

  @Test func `an item of a newer version is used where readable, and the rest is kept`()
    async throws
  {
    // Built as the newer version builds it from its own values.
    var known = ItemRecord(
      item: ActionItem(
        id: "n1", conversationId: "c", task: "Call Bo", messageId: "m",
        source: .init(platform: "x"), extractedAt: Self.now, model: "m"),
      number: 0, firstMessageId: "m", wordings: [])
    for (field, text) in [(ItemRecord.Field.priority, "urgent"), (.deadline, "2026-W03")] {
      known.settings[field] = MultiValueRegister(FieldSetting(.nothing, FieldValue(text)))
    }
    var unknown = UnknownMembers()
    unknown.item = [.init(name: "effort", value: Array("3".utf8))]
    let sum = FieldsCheck.sum(of: known, unknown)
    let told = try await Self.told([Self.newer(sum)], thenEdit: .init(assignee: "Bo"))
    let last = try #require(told.last)
    #expect(last["actionItem"]?["assignee"] == "Bo")
    #expect(last["actionItem"]?["priority"] == "medium", "what this version can say of it")
    #expect(last["fields"]?["priority"]?["value"] == "urgent", "\(last)")
    #expect(last["fields"]?["deadline"]?["value"] == "2026-W03", "\(last)")
    #expect(last["fields"]?["labels"]?["value"] == "red", "\(last)")
    #expect(last["actionItem"]?["effort"] == 3)
  }

  @Test func `a store with long members is still sent by fields, not as a manual edit`()
    throws
  {
    var known = ItemRecord(
      item: ActionItem(
        id: "n1", conversationId: "c", task: "Call Bo", messageId: "m",
        source: .init(platform: "x"), extractedAt: Self.now, model: "m"),
      number: 1, firstMessageId: "m", wordings: ["Call Bo"])
    var unknown = UnknownMembers()
    unknown.payload = [
      .init(name: "blob", value: Array(#""\#(String(repeating: "x", count: 70_000))""#.utf8))
    ]
    known.unknownMembers = unknown
    let change = StoreChange(
      sequence: 1, at: Self.now, run: nil, change: ItemChange(.created, known, by: .model))
    let identity = MessageIdentity(store: "s", remote: "y", generation: 0)
    let frame = try SyncFrame(
      parsing: OutgoingChange(.init(change: change, checksum: nil), identity: identity).frame)
    let item = try IncomingItem(
      frame,
      defaults: .init(now: Self.now, device: "e", origin: "to:x", conversationId: "sync:x"))
    guard case .fields(let read) = item.version.content else {
      Issue.record("\(item.version.content)")
      return
    }
    #expect(read.unknownMembers == nil && item.droppedBytes > 70_000)
    #expect(!item.version.isByHand)
  }

  @Test func `members beyond an item's size limit are dropped, and the item is kept`()
    async throws
  {
    let long = String(repeating: "x", count: 70_000)
    let told = try await Self.told([#"{"id":"n1","title":"Call Bo","blob":"\#(long)"}"#])
    #expect(told.count == 1 && told[0]["blob"] == nil && told[0]["title"] == "Call Bo")
  }
}
