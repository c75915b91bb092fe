import ActionItemModel
import ActionItemRepository
import CivilTime
import Identities
import JSONText
import TestSupport
import Testing

@testable import SyncHub

/// What a hub tells of what became of an item.
@Suite struct HubHistoryTests {
  private static func steps(_ answer: HubAnswer) throws -> [JSONValue] {
    try #require(try JSONValue(parsing: answer.body)["history"]?.array)
  }

  @Test func `each change is told with what it set and who set it`() async throws {
    let desk = try await HubItemsTests.Desk()
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

  @Test func `a long value is cut, and a long history told from its end`() async throws {
    let desk = try await HubItemsTests.Desk(tasks: ["Call Bo"])
    let id = try #require(try await desk.store.fetch().first?.id)
    for number in 0..<120 {
      var edit = ActionItemStore.Edit()
      edit.task = "\(number) " + String(repeating: "ö", count: number < 119 ? 1 : 600)
      _ = try await desk.store.edit(edit, idsBeginning: [id])
    }
    let answer = try await desk.answer("GET", "/items/\(id)/history")
    let steps = try Self.steps(answer)
    #expect(steps.count == 100)
    #expect(try JSONValue(parsing: answer.body)["isWhole"] == .bool(false))
    let last = try #require(steps.last?["settings"]?.array?.first?["value"]?.string)
    #expect(last.hasPrefix("119 ö") && last.hasSuffix("ö…") && last.utf8.count <= 503)
  }

  @Test func `a token that is limited sees an item's past as far as that was its own`() async throws
  {
    let desk = try await HubItemsTests.Desk(tasks: ["Call Bo"])
    let id = try #require(try await desk.store.fetch().first?.id)
    let access = HubAccess(
      TokenClaims(
        subject: "ann", name: "Ann", audience: ["hub"], expires: .epoch, id: "1",
        scope: TokenScope(mayWrite: false, channels: ["person:Ann"])))
    let path = "/items/\(id)/history"
    #expect(try await desk.answer("GET", path, access: access).status == 404)
    _ = try await desk.answer("PATCH", "/items/\(id)", "If-Match: *", body: #"{"assignee":"Ann"}"#)
    let answer = try await desk.answer("GET", path, access: access)
    #expect(try Self.steps(answer).count == 1)
    #expect(!String(decoding: answer.body, as: UTF8.self).contains("Call Bo"))
    #expect(try JSONValue(parsing: answer.body)["isWhole"] == .bool(false))
  }
}
