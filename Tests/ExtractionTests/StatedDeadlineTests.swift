import ActionItems
import ItemRecords
import Testing
import Windowing

@testable import Extraction

/// The handling of a model's deadline, and the reports about it. All is written on Monday, 5 January 2026, at nine.
@Suite struct StatedDeadlineTests {
  /// The deadline and the note of an item of the first message.
  static func judge(
    _ deadline: String, _ texts: [(String, String)], task: String = "Send the report",
    quote: String = "send the report"
  ) -> [String?] {
    let result = GroundingFixture.ground(
      ActionItemJSON(
        task: task, assignee: "Ben", deadline: deadline, messageId: "m1", quote: quote),
      in: GroundingFixture.window(texts))
    return result.findings.map { $0.deadline?.description } + result.diagnostics.map(\.code)
  }

  @Test(
    arguments: [
      ("beside the meeting's day", "The meeting is on Thursday and I will send the report", nil),
      ("beside an errand", "I will send the report. Then I go away, see you on Friday", nil),
      ("beside somebody else's", "I will send the report, she needs the keys on Friday", nil),
      ("beside the board's", "I will send the report to Anna and the board gets it on Friday", nil),
      ("beside somebody's", "I will send the report and Carla will be away on Friday", nil),
      ("beside a German one", "I will send the report und der Chef braucht es am Freitag", nil),
      (
        "before something", "I will send the report before the board is back on Friday",
        "2026-01-09"
      ),
      ("before somebody goes", "I will send the report before you leave on Friday", "2026-01-09"),
      ("after something", "I will send the report after we meet on Friday", "2026-01-09"),
      ("with a name", "I will send the report to Ben and Carla by Friday", "2026-01-09"),
      (
        "with a longer object", "I will send the report and the plan for it on Friday", "2026-01-09"
      ),
      ("its own clause", "On Friday I will send the report", "2026-01-09"),
      ("one of two days", "We meet on Thursday, I will send the report by Friday", "2026-01-09"),
      (
        "a sentence that points at it", "I will send the report. You get it by Friday", "2026-01-09"
      ),
      ("a sentence of its own", "I will send the report. Friday!", "2026-01-09"),
      ("two people of one clause", "I will send the report and the plan on Friday", "2026-01-09"),
    ] as [(String, String, String?)])
  func `an invented day becomes only the day that is stated for the task`(
    name: String, text: String, day: String?
  ) {
    let expected = [day, day == nil ? "deadline" : "day"]
    #expect(Self.judge("2026-01-22", [("Ben", text)]) == expected, "\(name)")
  }

  @Test(arguments: [
    "20260109", "2026-01-09T", "2026-01-09Z", "2026-01-33", "2026-W02-5", "2026-01", "9.1.",
    "01-09",
    "viernes", "soon", "ASAP", "1767916800", "true", "2025-01-09",
  ])
  func `where the message states one day for the task, no deadline is too malformed for it`(
    written: String
  ) {
    let judged = Self.judge(written, [("Ben", "I will send the report by Friday")])
    #expect(judged.first == "2026-01-09", "\(written)")
  }

  @Test(
    arguments: [
      ("ASAP", "deadlineVague"), ("2026-02-31", "deadlineImpossible"),
      ("2026-01-32", "deadlineImpossible"),
      ("31 February", "deadlineImpossible"), ("2025-12-24", "deadlinePast"),
      ("2026-01-22", "deadline"),
    ] as [(String, String)])
  func `the reason for dropping a deadline is reported`(written: String, code: String) {
    #expect(Self.judge(written, [("Ben", "I will send the report")]) == [nil, code], "\(written)")
  }

  @Test func `a message that names an impossible day takes no day of its neighbours`() {
    let talk = [
      ("Ben", "I will send the report by 31 February"), ("Anna Schmidt", "I need that on Friday"),
    ]
    #expect(Self.judge("2026-01-09", talk) == [nil, "deadline"])
  }

  @Test(
    arguments: [
      ("a time that nobody states", "by Friday", "2026-01-09T17:00", "2026-01-09", "time"),
      ("another time", "by Friday 5pm", "2026-01-09T15:00", "2026-01-09T17:00:00+00:00", "time"),
      ("the time", "by Friday 5pm", "2026-01-09T17:00", "2026-01-09T17:00:00+00:00", nil),
      (
        "the time elsewhere", "by Friday 5pm", "2026-01-09T17:00+09:00",
        "2026-01-09T17:00:00+00:00", "time"
      ),
      (
        "the time of a zone that is stated", "by Friday 5pm EST", "2026-01-09T17:00",
        "2026-01-09T17:00:00-05:00", nil
      ),
      ("a day without hyphens", "by Friday", "20260109", "2026-01-09", nil),
      ("another day without hyphens", "by Friday", "20260110", "2026-01-09", "day"),
      (
        "the same instant elsewhere", "by Friday 5pm", "2026-01-09T19:00+02:00",
        "2026-01-09T17:00:00+00:00", nil
      ),
      (
        "the same instant on another day", "by Friday 11pm", "2026-01-10T01:00+02:00",
        "2026-01-09T23:00:00+00:00", nil
      ),
      ("a day written as midnight", "by Friday", "2026-01-09T00:00:00", "2026-01-09", nil),
      ("a day written as its end", "by Friday", "2026-01-09T23:59:59", "2026-01-09", nil),
      ("a time left out", "by Friday 5pm", "2026-01-09", "2026-01-09T17:00:00+00:00", nil),
      ("a weekday beside another date", "by Friday, 10 January", "2026-01-09", "2026-01-09", nil),
    ] as [(String, String, String, String, String?)])
  func `a time that differs from the stated one is reported`(
    name: String, when: String, written: String, deadline: String, code: String?
  ) {
    let judged = Self.judge(written, [("Ben", "I will send the report \(when)")])
    #expect(judged == [deadline] + (code.map { [$0] } ?? []), "\(name)")
  }

  @Test(
    arguments: [
      ("Spanish", "Te envío el informe el viernes", "2026-01-09", "2026-01-09"),
      ("a time", "Te envío el informe mañana antes de las 10am", "2026-01-06", "2026-01-06T10"),
      (
        "a time in words", "Te envío el informe mañana a las diez", "2026-01-06T10:00", "2026-01-06"
      ),
      ("a day that it does not say", "Te envío el informe el viernes", "2026-01-22", "2026-01-22"),
      ("Russian", "Пришлю отчёт через 3 дня", "2026-01-08", "2026-01-08"),
      ("Chinese", "下周发报告", "2026-01-14", "2026-01-14"),
      ("a past day", "Te envío el informe el viernes", "2025-12-24", nil),
      ("a day in numbers", "Te envío el informe el 2026-01-15", "2026-01-22", "2026-01-15"),
    ] as [(String, String, String, String?)])
  func `a day in another language stands unproven, with a time in digits`(
    name: String, text: String, written: String, deadline: String?
  ) {
    let judged = Self.judge(written, [("Ben", text)], task: text, quote: text)
    let found = judged.first ?? nil
    #expect(found.map { String($0.prefix(deadline?.count ?? 0)) } == deadline, "\(name)")
    let codes = ["a past day": "deadlinePast", "a day in numbers": "day"]
    #expect(judged.last == codes[name] ?? "unread", "\(name)")
  }

  @Test func `a message in another language is read as such in any chat`() {
    let text = "Ik stuur het rapport op 3 mei"
    let dutch = Array(repeating: ("Anna Schmidt", "dan kijk ik daar graag rustig naar"), count: 3)
    let english = Array(repeating: ("Anna Schmidt", "then I will take a look at it"), count: 3)
    func judge(_ others: [(String, String)]) -> [String?] {
      Self.judge("2026-05-03", [("Ben", text)] + others, task: text, quote: text)
    }
    #expect(judge(dutch) == ["2026-05-03", "unread"])
    #expect(judge(english) == ["2026-05-03", "unread"])
    #expect(judge([]) == ["2026-05-03", "unread"])
  }

  @Test(arguments: [
    ("I will call Domingo", "2026-01-11"), ("Call Domingo", "2026-01-11"),
    ("Print 2 set copies", "2026-09-02"), ("Print final set", "2026-09-30"),
    ("I will ask Zoë and José", "2026-01-09"), ("Ich räume die Küche auf", "2026-01-09"),
    ("the café menu is in the naïve draft", "2026-01-09"),
  ])
  func `a false day in English or German is refused`(text: String, written: String) {
    #expect(
      Self.judge(written, [("Ben", text)], task: text, quote: text) == [nil, "deadline"], "\(text)")
  }
}
