import ActionItems
import CivilTime
import TestSupport
import Testing

@testable import Loading

@Suite struct TelegramHTMLTests {
  @Test func `the pages of a chat are one conversation`() throws {
    let sink = try RecordingSink.load(Golden.path("exports/telegram-html"))
    #expect(sink.loaded.count == 1 && sink.loaded[0].conversation.title == "Bike repair & more")
    #expect(
      sink.lines == [
        "-: Gus added Hedy",
        "Gus: Can you fix the brakes by Friday?\nSee the parts (https://parts.example/1) <3",
        "Gus: [file: list.pdf]", "Hedy: I'll do it tomorrow",
        "Hedy: > Ines: Please return the pump\n> and the keys",
        "Hedy: Poll: Which day?\n- Saturday\n- Sunday",
      ])
    #expect(sink.loaded[0].report?.skipped == ["not a message": 1, "without text": 1])
    #expect(sink.loaded[0].messages[3].replyTo == "4")
    #expect(sink.loaded[0].messages[1].timestamp?.description == "2026-02-12T09:00:05+01:00")
    #expect(sink.loaded[0].report?.timeZoneKnown == true)
  }

  @Test(
    arguments: [
      ("with a zone", "23.08.2023 13:11:23 UTC-08:00", "2023-08-23T13:11:23-08:00"),
      ("in UTC", "23.08.2023 13:11:23 UTC", "2023-08-23T13:11:23Z"),
      ("nonsense", "yesterday at noon", nil), ("no such day", "31.02.2023 13:11:23 UTC", nil),
    ] as [(String, String, String?)])
  func `dates are read`(name: String, text: String, date: String?) {
    guard case .instant(let time)? = TelegramDate.read(text) else {
      #expect(date == nil, "\(name)")
      return
    }
    #expect(time.description == date, "\(name)")
  }

  @Test func `a page without a zone takes the team's`() throws {
    #expect(TelegramDate.read("23.08.2023 13:11:23")?.sortKey == 1_692_796_283_000_000)
    guard case .civil? = TelegramDate.read("23.08.2023 13:11:23") else {
      Issue.record("taken as an instant")
      return
    }
  }
}
