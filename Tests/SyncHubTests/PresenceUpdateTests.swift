import Encoding
import Testing

@testable import SyncHub

/// `PresenceUpdate` as read from a payload, and the payloads of `PresenceNotice`.
@Suite struct PresenceUpdateTests {
  @Test(
    arguments: [
      ("idle", ["state": "idle"], PresenceUpdate(activity: .idle)),
      ("viewing", ["state": "viewing", "item": "i"], PresenceUpdate(activity: .viewing("i"))),
      (
        "editing", ["state": "editing", "item": "i", "lease": 7, "cursor": nil],
        PresenceUpdate(activity: .editing("i"), lease: 7)
      ),
      (
        "a cursor",
        ["state": "viewing", "item": "i", "cursor": ["editor": "a", "number": 3]],
        PresenceUpdate(activity: .viewing("i"), cursor: .init(editor: "a", number: 3))
      ),
      (
        "a cursor at the beginning",
        ["state": "viewing", "item": "i", "cursor": ["editor": "", "number": 0]],
        PresenceUpdate(activity: .viewing("i"), cursor: .init(editor: "", number: 0))
      ),
    ] as [(String, JSONValue, PresenceUpdate)])
  func `a payload is read`(name: String, payload: JSONValue, update: PresenceUpdate) throws {
    #expect(try PresenceUpdate(payload) == update, "\(name)")
  }

  @Test(
    arguments: [
      ("no object", 5), ("no state", ["item": "i"]), ("an unknown state", ["state": "asleep"]),
      ("viewing nothing", ["state": "viewing"]),
      ("an empty item", ["state": "editing", "item": ""]),
      ("an item with a control character", ["state": "viewing", "item": "a\u{1b}b"]),
      ("a long item", ["state": "viewing", "item": .string(String(repeating: "i", count: 201))]),
      ("a cursor without a number", ["state": "idle", "cursor": ["editor": "a"]]),
      ("a negative cursor", ["state": "idle", "cursor": ["editor": "a", "number": -1]]),
      ("a cursor that is a number", ["state": "idle", "cursor": 4]),
    ] as [(String, JSONValue)])
  func `an invalid payload is refused`(name: String, payload: JSONValue) {
    #expect(throws: PresenceProblem.self, "\(name)") { try PresenceUpdate(payload) }
  }

  @Test func `notices say who, what and for how long`() {
    let anna = Attendee(
      session: 4, name: "Anna", device: "d", activity: .editing("i"),
      cursor: .init(editor: "a", number: 2))
    #expect(
      PresenceNotice.update(anna).payload.compact
        == #"{"session":4,"name":"Anna","device_id":"d","state":"editing","item":"i","#
        + #""cursor":{"editor":"a","number":2}}"#)
    #expect(
      PresenceNotice.editing(item: "i", anna, for: .seconds(30)).payload["milliseconds"]?.int
        == 30_000)
    #expect(PresenceNotice.gone(anna).payload["item"] == nil)
    #expect(PresenceNotice.list([anna])["people"]?.array?.count == 1)
  }
}
