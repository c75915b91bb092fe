import CivilTime
import DueDates
import Testing

@testable import OfflineModel

/// The first message of each chat was written on Wednesday, 7 January 2026.
@Suite struct DayFinderTests {
  private static func days(
    _ chat: Chat, of unit: Int = 0, about: Int? = nil,
    links: [(unit: Int, kind: LinkKind)] = [], zone: Zone? = .utc
  ) -> [String] {
    var finder = DayFinder(chat.talk, Chat.deadlines) { _ in zone }
    return finder.candidates(of: unit, about: about, links: links)
      .map { "\($0.place) \($0.due.date)" }
  }

  @Test func `a day is found in the unit itself, and in other lines of its message`() {
    let one = Chat("Anna: Ben, please send the report by Friday")
    #expect(Self.days(one) == ["own 2026-01-09"])
    let two = Chat("Anna: Ben, please send the report by Friday\\nWe meet by Monday")
    #expect(Self.days(two) == ["own 2026-01-09", "sameMessage 2026-01-12"])
    #expect(Self.days(two, of: 1) == ["sameMessage 2026-01-09", "own 2026-01-12"])
  }

  @Test(
    arguments: [
      (.accept, "accepting"), (.moveDeadline, "moving"), (.restate, "restating"),
      (.handOver, "restating"),
    ] as [(LinkKind, String)])
  func `the act of a later unit decides the role of its day`(kind: LinkKind, place: String) {
    let chat = Chat("Anna: Ben, please send the report\nBen: by Friday then")
    #expect(Self.days(chat, links: [(1, kind)]) == ["\(place) 2026-01-09"])
    #expect(Self.days(chat) == ["nearOther 2026-01-09"])
  }

  @Test func `the nearest days and the first of a long list are candidates`() {
    let days = (10...29).map { "task \($0) by 2026-01-\($0)" }
    let chat = Chat("Anna: " + days.joined(separator: "\\n"))
    #expect(
      Self.days(chat, of: 15) == [
        "sameMessage 2026-01-10", "sameMessage 2026-01-22", "sameMessage 2026-01-23",
        "sameMessage 2026-01-24", "own 2026-01-25", "sameMessage 2026-01-26",
        "sameMessage 2026-01-27", "sameMessage 2026-01-28",
      ])
  }

  @Test func `days of nearby units are candidates, days of distant ones are not`() {
    let chat = Chat(
      """
      Carla: the flyers are here by Tuesday
      Carla: the hall is free by Monday
      Anna: hm
      Anna: I am back by Friday
      Anna: Ben, please send the report
      Ben: ok
      Ben: I am away by Thursday
      Ben: and home by Sunday
      """)
    #expect(
      Self.days(chat, of: 4) == [
        "nearOther 2026-01-12", "nearOwn 2026-01-09", "nearOther 2026-01-08",
      ])
  }

  @Test func `a day of the task's subject is a candidate at any distance`() {
    let chat = Chat(
      "Anna: the fair needs posters by Friday\nAnna: a\nAnna: b\nAnna: c\nAnna: d\nBen: I'll print them"
    )
    #expect(Self.days(chat, of: 5, about: 0) == ["about 2026-01-09"])
    #expect(Self.days(chat, of: 5).isEmpty)
    // Each message is examined once.
    #expect(Self.days(chat, of: 0, about: 0, links: [(0, .accept)]) == ["own 2026-01-09"])
  }

  @Test func `no day is found without the message's time and zone`() {
    let text = "Anna: Ben, please send the report by Friday"
    #expect(Self.days(Chat(text, isTimed: false)).isEmpty)
    #expect(Self.days(Chat(text), zone: nil).isEmpty)
    #expect(Self.days(Chat("Anna: Ben, please send the report")).isEmpty)
  }
}
