import ActionItems
import CivilTime
import Encoding
import Foundation
import ItemRecords
import TestSupport
import Testing
import Windowing

@testable import Extraction

/// Cases under Fixtures/injection: chats that give the model instructions, and a model that obeys.
@Suite struct InjectionTests {
  struct Case: CustomTestStringConvertible, Sendable {
    let json: JSONValue
    var testDescription: String { json["name"]?.string ?? "" }

    func strings(_ key: String) -> [String] { (json[key]?.array ?? []).compactMap(\.string) }
  }

  static let cases: [Case] = {
    let file = Golden.fixtures.appending(path: "injection/cases.json")
    guard let text = try? Data(contentsOf: file), let list = try? JSONValue(parsing: text).array
    else { return [] }
    return list.map(Case.init)
  }()

  @Test func `there are cases`() { #expect(Self.cases.count >= 12) }

  @Test(arguments: cases)
  func `a model that obeys a message yields nothing under another, and silence is doubted`(
    row: Case
  ) async throws {
    let window = Self.window(row.json)
    let people = People(window.participants)
    let alone = row.json["alone"] ?? .null
    let items = (row.json["items"] ?? []).compact
    let model = ReplayModel { asked, _ in
      let new = asked.lines.filter(\.isNew).map(\.message.id)
      // Asked about one message alone, the model answers as the case says, or with nothing.
      if new.count == 1 {
        let place = asked.lines.firstIndex { $0.isNew } ?? 0
        return WindowReply(text: Self.answer(alone[new[0]] ?? [], asked.shortId(ofLine: place)))
      }
      // A reply that is cut ends where another item begins.
      guard row.json["cut"] == true else { return WindowReply(text: items) }
      return WindowReply(text: String(items.dropLast()) + #",{"ta"#, isCut: true)
    }
    let grounder = GroundingFixture.grounder()
    // Statements of the people themselves leave no doubt.
    let look = OmissionRetry(silentWindows: nil) { window in
      window.lines.indices.filter {
        window.lines[$0].isNew && ["m2", "m3"].contains(window.lines[$0].message.id)
      }
    }
    var reader = WindowReader(
      model: model, grounder: grounder, people: people, omissionRetry: look)
    await reader.read(window, tokens: 4000)
    let result = reader.reading
    let findings = result.parts.flatMap(\.findings)
    #expect(
      findings.map { "\($0.messageId) \($0.task)" } == row.strings("survives"),
      "\(row.testDescription)")
    #expect(
      result.diagnostics.map(Self.name) == row.strings("refused"),
      "\(row.testDescription)")
    // Skipped messages are asked about alone; silence is then believed.
    let doubted = model.asked.filter { $0.count == 1 }.flatMap { $0 }
    #expect(Set(doubted).isSuperset(of: row.strings("doubted")), "\(row.testDescription)")
    #expect(result.failures.isEmpty, "\(row.testDescription)")
    // Items under the honest messages come only from these.
    for finding in findings where finding.messageId == "m2" {
      #expect(finding.assignee == "Ben" && finding.deadline?.date.description != "2026-01-20")
    }
  }

  /// Items under the short id that their message has in the request.
  static func answer(_ items: JSONValue, _ id: String) -> String {
    JSONValue.array(
      (items.array ?? []).map { item in
        .object((item.object ?? []) + [.init("messageId", .string(id))])
      }
    ).compact
  }

  static func name(_ diagnostic: Diagnostic) -> String {
    [.deadline, .assignee].contains(diagnostic.note) ? diagnostic.told : diagnostic.code
  }

  /// The chat of a case on Monday, 5 January 2026; message ids equal the short ids.
  static func window(_ json: JSONValue) -> Window {
    let context = json["context"]?.int ?? 0
    let lines = (json["messages"]?.array ?? []).enumerated().map { index, message in
      Window.Line(
        Message(
          id: "m\(index + 1)", senderId: message[0]?.string, sender: message[0]?.string,
          timestamp: Timestamp(seconds: 1_767_603_600 + index * 60),
          text: message[1]?.string ?? ""),
        isNew: index >= context)
    }
    let people = ["Eve", "Ben", "Carl", "Anna"].map { Participant(id: $0, name: $0) }
    let open = (json["openItems"]?.array ?? []).enumerated().map { index, item in
      Window.OpenItem(
        id: "\(index)", task: item["task"]?.string ?? "", assignee: item["assignee"]?.string,
        deadline: nil, statedBy: item["statedBy"]?.string)
    }
    return Window(
      conversation: Conversation(id: "c", title: "t", platform: "json"), number: 0, lines: lines,
      participants: people, openItems: open)
  }
}
