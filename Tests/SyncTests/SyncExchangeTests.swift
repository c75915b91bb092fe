import ActionItems
import Encoding
import ItemRecords
import Store
import Testing

@testable import Sync

/// Requests for items and the answers, as `SyncExchange` reads them. Also `RequestedItems`, the queue of ids.
@Suite struct SyncExchangeTests {
  static func read(_ type: String, _ payload: String) throws -> SyncExchange {
    try SyncExchange(SyncFrame(type: type, messageID: "m", payload: Array(payload.utf8)))
  }

  @Test(
    arguments: [
      ("a request", "sync.request", "null", .changes(after: 0)),
      ("a request since", "sync.request", #"{"reason":"x","since":7}"#, .changes(after: 7)),
      ("a request since before all", "sync.request", #"{"since":-7}"#, .changes(after: 0)),
      ("a request by ids", "sync.request", #"{"ids":["a","b","a"]}"#, .requestedItems(["a", "b"])),
      ("ids go before since", "sync.request", #"{"since":7,"ids":["a"]}"#, .requestedItems(["a"])),
      ("no ids at all", "sync.request", #"{"ids":[]}"#, .requestedItems([])),
      (
        "a request brings nothing", "sync.request", #"{"items":[{}],"since":3}"#, .changes(after: 3)
      ),
      ("everything", "sync.full", "{}", .changes(after: 0)),
      ("everything, whatever since", "sync.full", #"{"since":7}"#, .changes(after: 0)),
      ("a part since", "sync.partial", #"{"since":7}"#, .changes(after: 7)),
      ("a part by ids", "sync.partial", #"{"ids":["a"]}"#, .requestedItems(["a"])),
    ] as [(String, String, String, SyncExchange)])
  func `requests ask for everything, for changes after a number, or for items`(
    name: String, type: String, payload: String, wanted: SyncExchange
  ) throws {
    #expect(try Self.read(type, payload) == wanted, "\(name)")
  }

  @Test(
    arguments: [
      ("items themselves", "sync.full", #"{"items":[{"id":"1","title":"t"}]}"#, ["item.updated -"]),
      (
        "whole frames", "sync.partial",
        #"{"messages":[{"type":"item.deleted","messageID":"d","payload":{"id":"1"}}]}"#,
        ["item.deleted d"]
      ),
      (
        "both in both lists", "sync.full",
        #"{"items":[{"type":"item.created","payload":{}}],"messages":[{"id":"2","type":"task"}]}"#,
        ["item.created -", "item.updated -"]
      ),
      ("none", "sync.full", #"{"items":[]}"#, []),
      ("another frame", "sync.full", #"{"items":[{"type":"ping","payload":{}}]}"#, ["ping -"]),
      (
        "no objects", "sync.partial", #"{"items":[1,"x",null]}"#,
        Array(repeating: "item.updated -", count: 3)
      ),
    ] as [(String, String, String, [String])])
  func `answers contain items, or frames of items`(
    name: String, type: String, payload: String, wanted: [String]
  ) throws {
    guard case .answer(let batch) = try Self.read(type, payload) else {
      Issue.record("\(name): it is no answer")
      return
    }
    #expect(batch.messages.map { "\($0.type) \($0.messageID ?? "-")" } == wanted, "\(name)")
    #expect(batch.messageID == "m", "\(name)")
  }

  static func ids(_ count: Int) -> String {
    "{\"ids\":[\((0..<count).map { "\"\($0)\"" }.joined(separator: ","))]}"
  }

  @Test(
    arguments: [
      ("a part of nothing", "sync.partial", "{}", "neither since nor ids"),
      ("since in words", "sync.partial", #"{"since":"monday"}"#, "neither since nor ids"),
      ("an id that is none", "sync.request", #"{"ids":["a",1]}"#, "one of the ids is invalid"),
      ("an empty id", "sync.request", #"{"ids":[""]}"#, "one of the ids is invalid"),
      (
        "an endless id", "sync.partial", "{\"ids\":[\"\(String(repeating: "a", count: 201))\"]}",
        "one of the ids is invalid"
      ),
      ("too many ids", "sync.request", ids(1001), "more than 1000 ids"),
      (
        "too many items", "sync.full",
        "{\"items\":[\(Array(repeating: "1", count: 10_001).joined(separator: ","))]}",
        "too many items"
      ),
      ("no object", "sync.request", "[]", "not a JSON object"),
    ] as [(String, String, String, String)])
  func `an invalid request or answer is refused by name`(
    name: String, type: String, payload: String, problem: String
  ) {
    let error = #expect(throws: FrameProblem.self, "\(name)") { _ = try Self.read(type, payload) }
    #expect(error?.description.contains(problem) == true, "\(name): \(error?.description ?? "")")
  }

  @Test func `a thousand ids are not too many`() throws {
    guard case .requestedItems(let ids) = try Self.read("sync.request", Self.ids(1000)) else {
      Issue.record("it is another request")
      return
    }
    #expect(ids.count == 1000)
  }

  @Test(arguments: [("all", 100, 2), ("a few", 3, 51), ("the first", 1, 151), ("none", 0, 2)])
  func `requested items that a read did not reach are read next, and the queue is limited`(
    name: String, reached: Int, reads: Int
  ) throws {
    var asked = RequestedItems()
    let ids = (0..<150).map { "\($0)" }
    try asked.add(ids)
    try asked.add(["0", "150"])
    #expect(throws: FrameProblem.self) { try asked.add((1000..<2000).map { "\($0)" }) }
    var (read, count): ([String], Int) = ([], 0)
    while let portion = asked.takeDue(), count < 200 {
      count += 1
      let more = asked.takeDue()
      #expect(portion.count <= 100 && more == nil && !asked.isEmpty, "\(name)")
      let found = portion.prefix(reached)
      read += found
      asked.noteAnswered(
        found.map { id in
          var change = SampleChange.of()
          change.change.known.item.id = id
          return ChangeReader.Entry(change: change, checksum: nil)
        })
    }
    #expect(read == (reached == 0 ? [] : ids + ["150"]), "\(name)")
    #expect(count == reads && asked.isEmpty, "\(name)")
  }
}
