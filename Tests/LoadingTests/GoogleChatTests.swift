import ActionItems
import CivilTime
import TestSupport
import Testing

@testable import Loading

/// Google Chat's exports: dates in many languages, spaces and topics.
@Suite struct GoogleChatTests {
  @Test(arguments: [
    ("American", "Tuesday, January 5, 2021 at 6:11:17 PM UTC"),
    ("narrow space", "Tuesday, January 5, 2021 at 6:11:17\u{202F}PM UTC"),
    ("British", "Tuesday, 5 January 2021 at 18:11:17 UTC"),
    ("German", "Dienstag, 5. Januar 2021 um 18:11:17 UTC"),
    ("French", "mardi 5 janvier 2021 à 18:11:17 UTC"),
    ("Spanish", "martes, 5 de enero de 2021, 18:11:17 UTC"),
    ("Mexican", "martes, 5 de enero de 2021 a las 6:11:17 p. m. UTC"),
    ("Portuguese", "terça-feira, 5 de janeiro de 2021 às 18:11:17 UTC"),
    ("Italian", "martedì 5 gennaio 2021 alle ore 18:11:17 UTC"),
    ("Dutch", "dinsdag 5 januari 2021 om 18:11:17 UTC"),
    ("Polish", "wtorek, 5 stycznia 2021 18:11:17 UTC"),
    ("Swedish", "tisdag 5 januari 2021 kl. 18:11:17 UTC"),
    ("Czech", "úterý 5. ledna 2021 v 18:11:17 UTC"),
    ("Russian", "вторник, 5 января 2021 г. в 18:11:17 UTC"),
    ("Turkish", "5 Ocak 2021 Salı saat 18:11:17 UTC"),
    ("Japanese", "2021年1月5日火曜日 18:11:17 UTC"), ("Chinese", "2021年1月5日星期二 下午6:11:17 UTC"),
    ("Korean", "2021년 1월 5일 화요일 오후 6:11:17 UTC"),
    ("Korean words", "2021년 1월 5일 화요일 오후 6시 11분 17초 UTC"),
    ("Japanese words", "2021年1月5日火曜日 18時11分17秒 UTC"),
    ("Chinese, zone first", "2021年1月5日星期二 UTC 18:11:17"),
    ("Taiwan, zone first", "2021年1月5日 星期二 UTC 下午6:11:17"),
    ("Taiwan, zone in brackets", "2021年1月5日 星期二 晚上6:11:17 [UTC]"),
    ("Vietnamese, clock first", "lúc 18:11:17 UTC Thứ Ba, 5 tháng 1, 2021"),
    ("Danish dots", "tirsdag den 5. januar 2021 kl. 18.11.17 UTC"),
    ("Finnish dots", "tiistai 5. tammikuuta 2021 klo 18.11.17 UTC"),
    ("Indonesian dots", "Selasa, 5 Januari 2021 pukul 18.11.17 UTC"),
    ("Arabic", "الثلاثاء، 5 يناير 2021 في 6:11:17 م UTC"),
    ("Persian", "سه‌شنبه ۵ ژانویهٔ ۲۰۲۱ ساعت ۱۸:۱۱:۱۷ (UTC)"),
    ("Hebrew", "יום שלישי, 5 בינואר 2021 בשעה 18:11:17 UTC"),
    ("Hindi", "मंगलवार, 5 जनवरी 2021 को 6:11:17 pm UTC"),
    ("Thai", "วันอังคารที่ 5 มกราคม พ.ศ. 2564 เวลา 18:11:17 UTC"),
    ("Bulgarian", "вторник, 5 януари 2021 г. в 18:11:17 UTC"),
    ("Serbian", "уторак, 5. јануар 2021. 18:11:17 UTC"),
    ("Croatian", "utorak, 5. siječnja 2021. u 18:11:17 UTC"),
    ("Slovak", "utorok 5. januára 2021 o 18:11:17 UTC"),
    ("Catalan", "dimarts, 5 de gener del 2021 a les 18:11:17 UTC"),
    ("Lithuanian", "2021 m. sausio 5 d., antradienis 18:11:17 UTC"),
    ("Latvian", "otrdiena, 2021. gada 5. janvāris plkst. 18:11:17 UTC"),
    ("Greek halves", "Τρίτη 5 Ιανουαρίου 2021 στις 6:11:17 μ.μ. UTC"),
    ("ISO", "2021-01-05T18:11:17Z"),
  ])
  func `dates of many languages are read`(name: String, text: String) {
    guard case .instant(let time)? = LocalizedDate.read(text) else {
      Issue.record("\(name): \(text)")
      return
    }
    #expect(time.description == "2021-01-05T18:11:17Z", "\(name)")
  }

  @Test(arguments: [
    ("29 listopada 2026 03:00:29 UTC", 11), ("29. listopada 2026. u 03:00:29 UTC", 10),
  ])
  func `one word for two months is told by the dot after the day`(text: String, month: Int) {
    guard case .instant(let time)? = LocalizedDate.read(text) else {
      Issue.record("\(text)")
      return
    }
    #expect(time.civil.date.month == month, "\(text)")
  }

  @Test(arguments: [
    "", "yesterday", "January 2021 UTC", "5 January 2021 UTC", "32 January 2021 at 18:11:17 UTC",
    "5 January 2021 at 25:11:17 UTC", "5 January 2021 at 13:11:17 PM UTC",
  ])
  func `text that is not a date is not read as one`(text: String) {
    #expect(LocalizedDate.read(text) == nil)
  }

  static func load() throws -> RecordingSink {
    try RecordingSink.load(Golden.path("exports/google-chat"))
  }

  @Test func `spaces have names, kinds and members from their own files`() throws {
    let sink = try Self.load()
    #expect(
      sink.loaded.map { "\($0.conversation.id) \($0.conversation.title ?? "-")" } == [
        "google-chat:b1c2 Uma Rao, Vik Shah", "google-chat:AAAAplan Flour plan",
      ])
    #expect(sink.loaded.map(\.conversation.kind) == [.direct, .private])
    #expect(sink.failures.isEmpty)
  }

  @Test func `topics are threads, deleted messages are counted`() throws {
    let plan = try Self.load().loaded[1]
    #expect(plan.report?.skipped == ["deleted": 1])
    #expect(plan.messages[1].replyTo == "AAAAplan/t1/t1" && plan.messages[0].replyTo == nil)
    #expect(plan.messages.map(\.kind) == [.message, .message, .bot, .message, .message])
    #expect(plan.messages[3].text == "> Mill Bot: Silo at 20%\nanother Vik here")
    #expect(plan.messages[3].sender == "Vik Shah (vik2@mill.example)")
  }
}
