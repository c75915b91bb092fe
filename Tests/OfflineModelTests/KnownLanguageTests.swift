import Testing

@testable import OfflineModel

@Suite struct KnownLanguageTests {
  @Test(arguments: [
    (
      "English",
      "the build is green again. I think we can look at the other thing when you are back from lunch",
      false
    ),
    (
      "German",
      "ich glaube, das ist schon gut so. Wir sehen uns dann nach der Mittagspause bei dir im Büro",
      false
    ),
    ("few words", "lgtm, ship it", false), ("nothing", "", false), ("emoji", "👍 🎉 ✅", false),
    (
      "French",
      "Salut tout le monde, je vais envoyer le rapport demain matin, et Paul doit relire la présentation",
      true
    ),
    (
      "Spanish",
      "Hola a todos, mañana voy a enviar el informe y María tiene que revisar la presentación antes del viernes",
      true
    ),
    (
      "Dutch",
      "Goedemorgen allemaal, ik stuur morgen het verslag en Jan moet de presentatie voor vrijdag nakijken",
      true
    ),
    (
      "Polish",
      "Cześć wszystkim, jutro wyślę raport, a Marek musi sprawdzić prezentację przed piątkiem, dobrze dla was",
      true
    ),
    ("Russian", "завтра отправлю отчёт", true), ("Japanese", "明日レポートを送ります", true),
    ("Arabic with a link", "سأرسل التقرير غدا إن شاء الله https://a.io", true),
  ])
  func `text in another language is told from English and German`(
    name: String, text: String, isOther: Bool
  ) {
    #expect(KnownLanguage.isOther(in: [text]) == isOther, "\(name)")
  }

  @Test func `a window in another language is worth a look though the rules see nothing there`() {
    let russian = Talk("Anna: завтра отправлю отчёт\nBen: хорошо").window
    #expect(Talk.reader.evidence(in: russian) == nil && Talk.reader.showsSign(in: russian))
    let idle = Talk("Anna: good morning\nBen: hey").window
    #expect(!Talk.reader.showsSign(in: idle))
    #expect(Talk.reader.showsSign(in: Talk("Anna: Ben, can you send it to me?").window))
  }
}
