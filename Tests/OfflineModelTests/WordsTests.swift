import Testing

@testable import OfflineModel

@Suite struct WordsTests {
  @Test func `beyond the words stands one that is nothing, and a stretch has only those there are`()
  {
    let words: Words = [Word(start: 0, end: 2, id: 1), Word(start: 3, end: 5, id: 2)]
    #expect([-1, 0, 1, 2, .max, .min].map { words[$0].id } == [0, 1, 2, 0, 0, 0])
    #expect(words[-4..<1].map(\.id) == [1] && words[1..<9].map(\.id) == [2])
    #expect(words[5..<9].isEmpty && words[Range(from: 2, to: 1)].isEmpty)
    #expect(words.last?.id == 2)
  }

  @Test func `bytes of a message are asked for anywhere`() {
    let utterance = Utterance(bytes: Array("ab c".utf8))
    #expect(utterance.bytes(from: -3, to: 1).elementsEqual("a".utf8))
    #expect(utterance.bytes(from: 3).elementsEqual("c".utf8))
    #expect(utterance.bytes(from: 9).isEmpty && utterance.bytes(from: 3, to: 1).isEmpty)
    #expect(utterance.bytes(of: .nothing).isEmpty && utterance.text(7).isEmpty)
  }
}
