import ActionItems
import Testing
import Windowing

@testable import OfflineModel

@Suite struct TalkTests {
  @Test(
    arguments: Row.table(
      """
      two requests | Anna please order the paint, Ben please call the bank | Anna please order the paint, + Ben please call the bank
      two sentences | Anna, order the paint. Ben, call the bank. | Anna, order the paint. + Ben, call the bank.
      joined | Anna can you order the paint and Ben can you call the bank | Anna can you order the paint + Ben can you call the bank
      mentions | @Anna order the paint please, @Ben call the bank? | @Anna order the paint please, + @Ben call the bank?
      list | Anna – order the paint. Ben – call the bank. Carla – book it | Anna – order the paint. + Ben – call the bank. + Carla – book it
      rota | Anna – Hüpfburg reservieren. Ben – Plakate drucken | Anna – Hüpfburg reservieren. + Ben – Plakate drucken
      German | Anna, bestell bitte die Farbe und Ben ruft die Bank an | Anna, bestell bitte die Farbe + Ben ruft die Bank an
      two people for one thing | Anna and Ben, please order the paint | Anna and Ben, please order the paint
      a person in a request | Anna please send the paint to Ben | Anna please send the paint to Ben
      the same person | Anna, order the paint. Anna, please | Anna, order the paint. Anna, please
      a described person | Anna and Prof. Ben, please order the paint | Anna and Prof. Ben, please order the paint
      brackets | Anna (or if she is away, Ben) please order the paint | Anna (or if she is away, Ben) please order the paint
      own follow-up | please all send me your hours by Friday, so I can do the wages | please all send me your hours by Friday, + so I can do the wages
      German follow-up | Schickt mir bitte alle eure Stunden, damit ich die Löhne machen kann | Schickt mir bitte alle eure Stunden, + damit ich die Löhne machen kann
      own part | Anna order the paint please, I'll call the bank | Anna order the paint please, + I'll call the bank
      own part first | I'll call the bank and Anna can you order the paint | I'll call the bank + Anna can you order the paint
      own part without a name | can you order the paint today? I'll call the bank | can you order the paint today? + I'll call the bank
      one promise | I ordered the paint, I'll call the bank | I ordered the paint, I'll call the bank
      a name at the end | can you order the paint today, Ben? | can you order the paint today, Ben?
      a promise to somebody | I'll order the paint today, Ben | I'll order the paint today, Ben
      one person | order the paint today, Ben please | order the paint today, Ben please
      """))
  func `a line is split where it turns to another person`(row: Row) {
    let talk = Chat("Dora: \(row.fields[1])", people: ["Anna", "Ben", "Carla"]).talk
    let text = Array(row.fields[1].utf8)
    let parts = talk.units.indices.map { unit in
      let tokens = talk.tokens(unit)
      let range = Int(tokens.first?.start ?? 0)..<Int(tokens.last?.end ?? 0)
      return String(decoding: text[range], as: UTF8.self)
    }
    #expect(parts.joined(separator: " + ") == row.expected, "\(row.name)")
    #expect(talk.unitsOfLine == [talk.units.indices])
  }

  @Test(
    arguments: Row.table(
      """
      the last and next to write | Anna: the van is late / Ben: can you call them? / Anna: sure | Anna
      the last to write | Carla: hi / Anna: the van is late / Ben: can you call them? | Anna
      somebody else is next | Anna: the van is late / Ben: can you call them? / Carla: sure | -
      somebody else is named | Carla: hi / Anna: the van is late / Ben: can you call Carla? / Anna: ok | -
      nobody before | Ben: can you call them? / Anna: sure / Carla: ok | -
      the other one of two | Ben: can you call them? / Anna: sure | Anna
      """))
  func `a request without a name goes to who talks with its sender`(row: Row) {
    let talk = Chat(row.fields[1].replacing(" / ", with: "\n")).talk
    let unit = talk.units.indices.first {
      talk.tokens($0).contains { $0.hash == TokenScanner.hash("can".utf8) }
    }
    let partner = unit.flatMap(talk.partner(of:)).map { talk.names.people[$0].name }
    #expect(partner ?? "-" == row.expected, "\(row.name)")
  }

  @Test func `a bot is nobody to talk with`() {
    var chat = Chat("Ben: hi\nCI: build 7 failed\nAnna: can you look at it?")
    let message = chat.window.lines[1].message
    chat.window.lines[1] = Window.Line(
      Message(
        id: message.id, senderId: message.senderId, sender: message.sender,
        timestamp: message.timestamp, text: message.text, kind: .bot),
      isNew: true)
    let talk = chat.talk
    #expect(talk.partner(of: talk.units.count - 1).map { talk.names.people[$0].name } == "Ben")
  }

  @Test func `a message has at most as many parts as lines`() {
    let line = String(
      repeating: "Anna order the paint please, Ben order the paint please, ", count: 200)
    let talk = Chat("Dora: \(line)", people: ["Anna", "Ben"]).talk
    #expect(talk.units.count == ChatText.mostUnits + 1)
  }
}
