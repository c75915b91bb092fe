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

  @Test func `a message has at most as many parts as lines`() {
    let line = String(
      repeating: "Anna order the paint please, Ben order the paint please, ", count: 200)
    let talk = Chat("Dora: \(line)", people: ["Anna", "Ben"]).talk
    #expect(talk.units.count == ChatText.mostUnits + 1)
  }
}
