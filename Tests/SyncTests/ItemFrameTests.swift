import ActionItems
import CivilTime
import Encoding
import Extraction
import ItemRecords
import Store
import Testing

@testable import Sync

/// Frames of items: `OutgoingChange` writes them, `IncomingItem` reads them, `MessageIdentity` gives their ids.
@Suite struct ItemFrameTests {
  static let defaults = IncomingItem.Defaults(
    now: SampleChange.time(1_767_600_000_077), device: "engine:x", origin: "to:x",
    conversationId: "sync:x")

  static func frame(_ change: StoreChange) throws -> SyncFrame {
    let identity = MessageIdentity(store: SampleChange.id, remote: "x", generation: 0)
    let outgoing = OutgoingChange(.init(change: change, checksum: 1), identity: identity)
    return try SyncFrame(parsing: outgoing.frame)
  }

  @Test func `an item frame has the common members and those of this tool`() throws {
    let frame = try Self.frame(SampleChange.of(.created))
    #expect(frame.type == "item.created")
    let payload = frame.payloadValue
    #expect(payload["id"] == .string(SampleChange.id))
    #expect(payload["title"] == "Send the report" && payload["content"] == "please send it")
    #expect(payload["createdAt"] == "1970-01-01T00:00:00.001Z")
    #expect(payload["updatedAt"] == "2026-01-05T08:00:00.123Z")
    #expect(payload["tags"] == ["action-item", "high"])
    #expect(payload["actionItem"]?["assignee"] == "Bo")
    #expect(payload["actionItem"]?["deadline"] == "2026-03-01")
    #expect(payload["actionItem"]?["run"] == .null)
    #expect(payload["sequence"] == 12 && payload["storeId"] == .string(SampleChange.id))
    #expect(payload["deviceId"] == .string(SampleChange.id))
  }

  @Test(arguments: [
    (ItemChange.Kind.created, "item.created"), (.updated, "item.updated"),
    (.completed, "item.updated"), (.reopened, "item.updated"), (.deleted, "item.deleted"),
  ])
  func `each kind of change has its type`(kind: ItemChange.Kind, type: String) throws {
    #expect(try Self.frame(SampleChange.of(kind)).type == type)
  }

  @Test func `a remote reads back what was sent`() throws {
    let frame = try Self.frame(SampleChange.of())
    let item = try IncomingItem(frame, defaults: Self.defaults)
    #expect(item.store == SampleChange.id && item.sequence == 12)
    #expect(item.version.device == SampleChange.id && item.version.origin == "to:x")
    guard case .fields(let known) = item.version.content else {
      Issue.record("\(item.version.content)")
      return
    }
    var wanted = SampleChange.of().change.known.named(SampleChange.id)
    wanted.item.run = nil
    #expect(known == wanted)
    #expect(item.version.updatedAt == wanted.item.updatedAt)
  }

  @Test func `an archived item is sent as gone but complete, and is archived elsewhere too`() throws
  {
    var change = SampleChange.of(.deleted)
    change.change.known.setRemoval(.archived, at: SampleChange.time(1_767_600_000_100))
    change.change.known.hold([.presence])
    let frame = try Self.frame(change)
    #expect(frame.type == "item.deleted")
    // An older version does not know the word, so the item must not contain it.
    #expect(frame.payloadValue["actionItem"]?["archivedAt"] == nil)
    let item = try IncomingItem(frame, defaults: Self.defaults)
    guard case .fields(let known) = item.version.content else {
      Issue.record("\(item.version.content)")
      return
    }
    #expect(known.removal == .archived && known.item.task == "Send the report")
    #expect(known.item.archivedAt == SampleChange.time(1_767_600_000_100))
  }

  @Test func `mentions are sent if the item alone does not show them`() throws {
    var change = SampleChange.of()
    change.change.known.item.evidence.append(.init(messageId: "m3", quote: "by Monday"))
    var said = change.change.known.statements
    (said[0].deadline, said[1].order, said[1].handsOver) = (nil, 4, true)
    said[1].source.timestamp = SampleChange.time(1_767_600_000_000)
    change.change.known.statements = said
    let frame = try Self.frame(change)
    let item = try IncomingItem(frame, defaults: Self.defaults)
    guard case .fields(let known) = item.version.content else {
      Issue.record("\(item.version.content)")
      return
    }
    #expect(known.statements == said)
    #expect(try Self.frame(SampleChange.of()).payloadValue["actionItem"]?["said"] == nil)
  }

  @Test(arguments: [
    (#"[{"deadline":"2026-02-02"}]"#, true), (#"[{},{},{}]"#, true), (#"[1]"#, false),
    (#"[{"order":1e99},{}]"#, false), (#"{}"#, false), (#"[{"priority":"dire"},{}]"#, true),
  ])
  func `mentions without matching evidence are dropped`(said: String, isRead: Bool) throws {
    let payload =
      #"{"id":"n1","title":"t","actionItem":{"id":"n1","conversationId":"c","task":"t","messageId":"m","#
      + #""evidence":[{"messageId":"m"},{"messageId":"n"}],"source":{"platform":"x"},"#
      + #""extractedAt":"2026-01-01T00:00:00Z","model":"m","said":\#(said)}}"#
    let frame = SyncFrame(type: "item.created", messageID: "1", payload: Array(payload.utf8))
    guard isRead else {
      #expect(throws: FrameProblem.self) { try IncomingItem(frame, defaults: Self.defaults) }
      return
    }
    let item = try IncomingItem(frame, defaults: Self.defaults)
    guard case .item(let known) = item.version.content else {
      Issue.record("\(item.version.content)")
      return
    }
    #expect(known.statements.map(\.messageId) == ["m", "n"])
    #expect(known.statements.allSatisfy { $0.deadline == nil && $0.priority == .medium })
  }

  @Test func `a deleted item is sent as ids only, a withdrawn one in full`() throws {
    let deleted = try Self.frame(SampleChange.of(.deleted, removal: .person))
    #expect(!String(decoding: deleted.payload, as: UTF8.self).contains("report"))
    let item = try IncomingItem(deleted, defaults: Self.defaults)
    guard case .presence(let known) = item.version.content else {
      Issue.record("\(item.version.content)")
      return
    }
    #expect(known.item.conversationId == "c" && known.firstMessageId == "m1" && known.number == 2)
    let withdrawn = try Self.frame(SampleChange.of(.deleted, removal: .withdrawn))
    #expect(withdrawn.type == "item.deleted")
    guard
      case .fields(let whole) = try IncomingItem(withdrawn, defaults: Self.defaults).version
        .content
    else {
      Issue.record("no withdrawal")
      return
    }
    #expect(whole.item.task == "Send the report" && whole.removal == .withdrawn)
  }

  static let foreign: [(name: String, type: String, payload: String, task: String?)] = [
    ("the least", "item.created", #"{"id":"n1","title":"Call Bo"}"#, "Call Bo"),
    (
      "times in milliseconds", "item.created",
      #"{"id":"n1","title":"Call Bo","createdAt":1767600000005,"updatedAt":1767600000077,"tags":[1],"content":""}"#,
      "Call Bo"
    ),
    (
      "a title that somebody changed", "item.updated",
      #"{"id":"n1","title":"New","actionItem":{"id":"n1","conversationId":"c","task":"Old","messageId":"m","source":{"platform":"x"},"extractedAt":"2026-01-01T00:00:00Z","model":"m"}}"#,
      "New"
    ),
    (
      "a part of what is ours", "item.updated",
      #"{"id":"n1","actionItem":{"task":"Call Bo","isComplete":true}}"#, "Call Bo"
    ),
    ("deleted", "item.deleted", #"{"id":"n1"}"#, ""),
  ]

  @Test(arguments: foreign)
  func `servers that know nothing of action items are understood`(
    name: String, type: String, payload: String, task: String?
  ) throws {
    let frame = SyncFrame(type: type, messageID: "1", payload: Array(payload.utf8))
    let item = try IncomingItem(frame, defaults: Self.defaults)
    #expect(item.version.id == "n1" && item.version.device == "engine:x", "\(name)")
    #expect(item.version.updatedAt == SampleChange.time(1_767_600_000_077), "\(name)")
    switch item.version.content {
    case .item(let known), .deletion(let known), .withdrawal(let known), .fields(let known),
      .presence(let known):
      #expect(known.item.task == task, "\(name)")
    case .note(let note): #expect(note.title == task, "\(name)")
    }
  }

  @Test(arguments: [
    ("no object", "1"), ("no id", #"{"title":"a"}"#), ("an empty id", #"{"id":"","title":"a"}"#),
    ("no title", #"{"id":"a"}"#), ("an empty title", #"{"id":"a","title":""}"#),
    (
      "two ids",
      #"{"id":"a","title":"t","actionItem":{"id":"b","conversationId":"c","task":"t","messageId":"m","source":{"platform":"x"},"extractedAt":"2026-01-01T00:00:00Z","model":"m"}}"#
    ),
  ])
  func `impossible items are refused`(name: String, payload: String) {
    let frame = SyncFrame(type: "item.created", messageID: "1", payload: Array(payload.utf8))
    #expect(throws: FrameProblem.self, "\(name)") {
      try IncomingItem(frame, defaults: Self.defaults)
    }
  }

  @Test func `a message's id distinguishes repeats from anything else`() {
    let identity = MessageIdentity(store: SampleChange.id, remote: "x", generation: 0)
    let payload = Array("{}".utf8)
    let one = identity.messageID(sequence: 1, payload: payload)
    #expect(identity.messageID(sequence: 1, payload: payload) == one)
    // A different id after an upgrade would turn a resent change into a new one.
    let fixed = MessageIdentity(
      store: "6ba7b810-9dad-11d1-80b4-00c04fd430c8", remote: "team", generation: 2)
    #expect(
      fixed.messageID(sequence: 7, payload: Array("{}".utf8))
        == "95c9f24c-852a-56c9-a811-5757c2a00a76")
    var others = Set([one, identity.messageID(sequence: 2, payload: payload)])
    others.insert(identity.messageID(sequence: 1, payload: [1]))
    for change in [
      MessageIdentity(store: "another", remote: "x", generation: 0),
      MessageIdentity(store: SampleChange.id, remote: "y", generation: 0),
      MessageIdentity(store: SampleChange.id, remote: "x", generation: 1),
    ] {
      others.insert(change.messageID(sequence: 1, payload: payload))
    }
    #expect(others.count == 6)
    #expect(Array(one)[14] == "5")
  }

  static func payload(_ members: String) -> SyncFrame {
    let payload =
      #"{"id":"n1","title":"t","actionItem":{"id":"n1","conversationId":"c","task":"t","messageId":"m","#
      + #""source":{"platform":"x"},"extractedAt":"2026-01-01T00:00:00Z","model":"m"\#(members)}}"#
    return SyncFrame(type: "item.created", messageID: "1", payload: Array(payload.utf8))
  }

  @Test func `the wordings of a remote are limited to what can be compared`() throws {
    let words = (0..<60).map { #""w\#($0)""# } + [#""\#(String(repeating: "x", count: 2000))""#]
    let frame = Self.payload(#","wordings":[\#(words.reversed().joined(separator: ","))]"#)
    guard
      case .item(let known) = try IncomingItem(frame, defaults: Self.defaults).version.content
    else {
      Issue.record("no item")
      return
    }
    #expect(known.wordings.count == 50 && known.wordings[0] == "w59")
  }

  @Test func `more evidence than an item can have is refused`() {
    let evidence = Array(repeating: #"{"messageId":"m"}"#, count: 1001).joined(separator: ",")
    #expect(throws: FrameProblem.badItem("it has more than 1000 pieces of evidence")) {
      try IncomingItem(Self.payload(#","evidence":[\#(evidence)]"#), defaults: Self.defaults)
    }
  }
}
