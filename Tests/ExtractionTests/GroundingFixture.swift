import ActionItems
import CivilTime
import DueDates
import Windowing

@testable import Extraction

/// A chat of Monday, 5 January 2026, and a model's items, checked against it.
enum GroundingFixture {
  static let people = People([
    Participant(id: "u1", name: "Anna Schmidt", aliases: ["anna.s"]),
    Participant(id: "u2", name: "Ben"), Participant(id: "u3", name: "Carla Ruiz"),
    Participant(id: "u4", name: "Carla Vogel"),
  ])

  /// Two people talk; the first line is context.
  static let window: Window = window(
    [
      ("Anna Schmidt", "earlier"), ("Ben", "Anna, can you send   the Report by Friday?"),
      ("Anna Schmidt", "sure, I'll do it at 5pm, and ask Dora"),
    ], context: 1)

  static func window(_ texts: [(String, String)], context: Int = 0) -> Window {
    let lines = texts.enumerated().map { index, line in
      Window.Line(
        Message(
          id: "id\(index)", senderId: people.match(line.0)?.id, sender: line.0,
          timestamp: Timestamp(seconds: 1_767_603_600 + index), text: line.1),
        isNew: index >= context)
    }
    return Window(
      conversation: Conversation(id: "c", title: "t", platform: "json"), number: 0, lines: lines)
  }

  static func grounder(
    keepContext: Int = 0, strictness: Grounder.Strictness = .strict
  ) -> Grounder {
    Grounder(
      zone: .utc, zones: ZoneDatabase(environment: [:]), deadlines: DueDateReader(),
      keepContext: keepContext, strictness: strictness)
  }

  static func ground(
    _ items: ActionItemJSON..., strictness: Grounder.Strictness = .strict,
    in window: Window = window
  ) -> Grounder.Result {
    ground(items, strictness: strictness, in: window)
  }

  static func ground(
    _ items: [ActionItemJSON], strictness: Grounder.Strictness = .strict,
    in window: Window = window
  ) -> Grounder.Result {
    grounder(keepContext: 1, strictness: strictness).ground(items, in: window, people: people)
  }

  static func ground(
    _ deadline: String, in window: Window, assignee: String? = "Anna Schmidt"
  ) -> Grounder.Result {
    ground(
      ActionItemJSON(
        task: "Send the report", assignee: assignee, deadline: deadline, messageId: "m1",
        quote: "send the report"), in: window)
  }
}
