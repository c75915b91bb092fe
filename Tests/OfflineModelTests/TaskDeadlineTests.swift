import OfflineModel
import Testing

/// When a task is due; the talk begins on Wednesday, 7 January 2026.
@Suite struct TaskDeadlineTests {
  @Test(
    "a task has the deadline that is stated for it",
    arguments: [
      (
        "each its own", "Ben: I'll send the draft by Monday and I'll publish the slides by Friday",
        ["2026-01-12", "2026-01-09"]
      ),
      ("before it", "Ben: ok, tomorrow I'll review the patch", ["2026-01-08"]),
      (
        "the limit, not the day that it is for",
        "Anna: Ben, please order the cake for Saturday, no later than Thursday\nBen: ok",
        ["2026-01-08"]
      ),
      (
        "the day, not a limit behind it",
        "Ben: I'll review the patch on Thursday to have it merged by Monday", ["2026-01-08"]
      ),
      (
        "a limit within a length", "Ben: Ich schicke den Bericht in spätestens 10 Tagen",
        ["2026-01-17"]
      ),
      ("a limit before it", "Ben: they want it by Friday so I'll review the patch", ["2026-01-09"]),
      (
        "of a clause before it", "Ben: I get back to work on Monday, so I'll review the patch",
        [nil]
      ),
      ("of a reason", "Ben: I'll review the patch because they all leave on Friday", [nil]),
      ("of another's task", "Ben: I'll review the patch, and you can merge it on Friday", [nil]),
      ("of a date that has just passed", "Ben: I'll review the patch of December 20th", [nil]),
      ("that is next year", "Ben: I'll review the patch by December 20th", ["2026-12-20"]),
      ("denied", "Ben: I'll review the patch, just not today", [nil]),
      (
        "added by who asks",
        "Anna: Ben, can you review the patch?\nBen: sure\nAnna: by Friday please",
        ["2026-01-09"]
      ),
      (
        "added by who is asked", "Anna: Ben, can you review the patch?\nBen: sure\nBen: tomorrow",
        ["2026-01-08"]
      ),
      (
        "added with fillers",
        "Anna: Ben, can you review the patch?\nBen: sure\nAnna: ok, Friday then please",
        ["2026-01-09"]
      ),
      (
        "of a meal that is asked for",
        "Anna: Ben, can you review the patch?\nBen: sure\nBen: lunch tomorrow?", [nil]
      ),
      (
        "of an absence", "Anna: Ben, can you review the patch?\nBen: sure\nAnna: I'm off today",
        [nil]
      ),
      ("of a return", "Ben: I'll review the patch\nBen: back tomorrow", [nil]),
      (
        "said to somebody else",
        "Carl: hi\nAnna: Ben, can you write the docs?\nBen: yes\nAnna: Carl, by Friday please",
        [nil]
      ),
      (
        "asked of somebody else",
        "Carl: hi\nAnna: Ben, can you write the docs?\nBen: yes\nAnna: Carl, Friday lunch?", [nil]
      ),
      (
        "behind a doubt", "Ben: I'll write the docs, I think on Friday", ["2026-01-09"]
      ),
      (
        "of what somebody is thought to do",
        "Ben: I'll write the docs, I think you ship on Friday", [nil]
      ),
      ("of what is told", "Ben: I'll tell Kai that the meeting is on Friday", [nil]),
      ("of what is off", "Ben: I'll tell Kai that the call on Friday is off", [nil]),
      ("asked about behind it", "Ben: I'll fix the build tomorrow, is that fine?", ["2026-01-08"]),
      (
        "with something to be said beside it", "Ben: I'll send the report Friday, was busy today",
        ["2026-01-09"]
      ),
      (
        "in German, before what is meant", "Ben: Ich schicke dir morgen den Entwurf, ist das ok?",
        ["2026-01-08"]
      ),
      ("named as such", "Ben: I'll write the docs, ETA is tomorrow", ["2026-01-08"]),
      ("of what is to be", "Ben: I'll make sure that the report is in on Friday", ["2026-01-09"]),
      ("of a thing that is pointed at", "Ben: I'll send that report on Friday", ["2026-01-09"]),
      (
        "of what is told, in German", "Ben: Ich schreibe Kai, dass die Sitzung am Freitag ist",
        [nil]
      ),
      (
        "beside what is told", "Ben: I'll tell Kai by tomorrow that the meeting is on Friday",
        ["2026-01-08"]
      ),
      (
        "by which something is to be", "Ben: I'll make sure the draft is ready by Friday",
        ["2026-01-09"]
      ),
      ("of a train", "Ben: I'll book the midweek train", [nil]),
      (
        "of another matter",
        "Anna: Ben, can you review the patch?\nBen: sure\nAnna: see you on Friday at the party",
        [nil]
      ),
      (
        "of the question that is answered",
        "Anna: will the release notes be ready by Friday?\nBen: I'll write the release notes",
        ["2026-01-09"]
      ),
      (
        "of another question", "Anna: is the party on Friday?\nBen: I'll write the release notes",
        [nil]
      ),
    ] as [(String, String, [String?])])
  func deadlines(name: String, talk: String, deadlines: [String?]) {
    #expect(Talk(talk).items().map(\.deadline) == deadlines, "\(name)")
  }

  @Test func `a day in a long answer is that of another thing`() {
    let answer =
      "sure, the customer was here this week and told us that tomorrow the line is closed"
    let talk = Talk("Anna: Ben, can you review the patch?\nBen: \(answer)")
    #expect(talk.items(by: Talk.keenReader).map(\.deadline) == [nil])
  }

  /// What is written at an unknown time, second of all, and its deadline.
  @Test(arguments: [
    ("I will send the file tomorrow", nil), ("Tomorrow I will send the file", nil),
    ("I'll send the file in two days", nil), ("I will send the file on Monday", nil),
    // What says nothing of a time answers the question before it.
    ("I will send the offer", "2026-01-09"),
  ])
  func `a day that is told at an unknown time is not that of a neighbour`(
    text: String, deadline: String?
  ) {
    let talk = Talk(
      "Anna: Ben, can you send the offer by Friday?\nZed: \(text)\nAnna: thanks\nBen: sure",
      untimed: [1])
    let own = talk.items().filter { $0.line == 2 }
    #expect(own.map(\.deadline) == [deadline], "\(text): \(own)")
  }
}
