import Testing

@testable import Windowing

@Suite struct WordStemTests {
  private static func stem(_ word: String) -> UInt64 {
    Array(word.utf8).withUnsafeBufferPointer(WordStem.hash(of:))
  }

  @Test(arguments: [
    ("English verb", "book books booked booking Booked BOOK"),
    ("verb with an e", "update updates updated updating"),
    ("strong verb", "send sends sending sent"),
    ("German verb", "buchen buche bucht buchst gebucht Buchen"),
    ("verb that begins with ge", "get gets getting"),
    ("German participle in en", "gesehen sehen"),
    ("German noun", "Rechnung Rechnungen"),
    ("umlaut", "prüfen prüft geprüft PRÜFEN"),
    ("possessive", "van vans van's van’s"),
  ])
  func `forms of a word share a stem`(name: String, words: String) {
    #expect(Set(words.split(separator: " ").map { Self.stem(String($0)) }).count == 1, "\(name)")
  }

  @Test(arguments: [
    ("other words", "book back van vendor report rental"),
    ("short words", "the ten set see"),
    ("beginning with ge", "general gehen geben"),
    ("other scripts", "шины шкаф 电话 会议"),
  ])
  func `other words have other stems`(name: String, words: String) {
    let words = words.split(separator: " ").map(String.init)
    #expect(Set(words.map(Self.stem)).count == words.count, "\(name)")
  }

  @Test func `any bytes have a stem`() {
    for byte in UInt8.min...UInt8.max {
      for count in 1...8 {
        let word = [UInt8](repeating: byte, count: count)
        #expect(word.withUnsafeBufferPointer(WordStem.hash(of:)) != 0)
      }
    }
  }
}
