/// Tells whether a sentence of a text begins with what may be names, and goes on with what they are to do: "ok Ben
/// Miller to send it", "Ben, Carla and Dora need to". Names can be any words, so that this is no phrase.
struct NamedBeginning: Sendable {
  private let lexicon: Lexicon
  /// The hashes of the words behind a name: "to".
  private let duties: Set<UInt64>

  /// Longer names, or more of them, begin nothing that is read.
  private static let most = 80
  /// So many words may open a sentence before the name.
  private static let mostOpeners = 3

  init(_ lexicon: Lexicon, duties: [String]) {
    self.lexicon = lexicon
    self.duties = Set(duties.map { Lexicon.hash($0.utf8) })
  }

  typealias Text = Slice<UnsafeBufferPointer<UInt8>>

  /// Whether one of the sentences of a text begins so.
  func stands(in text: Text) -> Bool {
    var start = text.startIndex
    while start < text.endIndex {
      if begins(text[start..<min(text.endIndex, start + Self.most)]) { return true }
      start = Self.end(ofSentence: text[start...])
    }
    return false
  }

  /// Behind the line feed, or the mark before a space, that ends a sentence.
  private static func end(ofSentence text: Text) -> Int {
    var index = text.startIndex
    while index < text.endIndex {
      let byte = text[index]
      index += 1
      if byte == 0x0A || byte == 0x0D
        || isStop(byte) && (index == text.endIndex || !isLetter(text[index]))
        || byte == 0xA6 && text[text.startIndex..<index].suffix(3).elementsEqual(ellipsis)
      {
        break
      }
    }
    return index
  }

  /// Whether a mention that a text begins with has the verb of an order behind it: "@ben review the plan".
  func leadsToVerb(_ text: Text) -> Bool {
    var index = text.startIndex
    while index < text.endIndex, text[index] > 0x20, text[index] != UInt8(ascii: ",") { index += 1 }
    guard let verb = Self.word(in: text, from: &index) else { return false }
    return lexicon.roles[Int(lexicon.id(of: verb.hash))].contains(.work)
  }

  private static let ellipsis: [UInt8] = Array("…".utf8)

  private static func isStop(_ byte: UInt8) -> Bool {
    byte == UInt8(ascii: ".") || byte == UInt8(ascii: "!") || byte == UInt8(ascii: "?")
      || byte == UInt8(ascii: ";")
  }

  private func begins(_ text: Text) -> Bool {
    var index = text.startIndex
    var openers = 0
    var names = 0
    while let word = Self.word(in: text, from: &index) {
      let id = lexicon.id(of: word.hash)
      let roles = lexicon.roles[Int(id)]
      if names > 0, duties.contains(word.hash) { return true }
      if names == 0, openers < Self.mostOpeners, roles.contains(.opener) {
        openers += 1
      } else if names == 0, id != 0, !word.isWritten, !word.isCalled {
        return false
      } else if names > 0, !roles.isDisjoint(with: Self.others), !word.isWritten {
        return false
      } else {
        names += 1
      }
      if word.endsSentence { return false }
    }
    return false
  }

  /// Small words that are part of no name.
  private static let others: Roles = [
    .speaker, .listener, .third, .group, .copula, .negation, .condition, .subordinator, .auxiliary,
  ]

  private struct Found {
    var hash = Lexicon.seed
    /// Whether it is written as a name: with a capital, or an "@".
    var isWritten = false
    /// Whether a colon stands behind it.
    var isCalled = false
    var endsSentence = false
  }

  /// The next word, in small letters.
  private static func word(in text: Text, from index: inout Int) -> Found? {
    while index < text.endIndex, !isLetter(text[index]) {
      if text[index] == 0x0A { return nil }
      index += 1
    }
    guard index < text.endIndex else { return nil }
    var found = Found()
    let first = text[index]
    found.isWritten =
      first &- 0x41 < 26 || first >= 0x80
      || index > text.startIndex && text[index - 1] == UInt8(ascii: "@")
    while index < text.endIndex, isLetter(text[index]) || text[index] == UInt8(ascii: "'") {
      let byte = text[index]
      found.hash = Lexicon.add(byte &- 0x41 < 26 ? byte | 0x20 : byte, to: found.hash)
      index += 1
    }
    guard index < text.endIndex else { return found }
    found.isCalled = text[index] == UInt8(ascii: ":")
    found.endsSentence =
      text[index] == 0x0A
      || isStop(text[index]) && (index + 1 == text.endIndex || !isLetter(text[index + 1]))
    return found
  }

  /// Digits and bytes beyond ASCII are parts of words, too.
  private static func isLetter(_ byte: UInt8) -> Bool {
    (byte | 0x20) &- 0x61 < 26 || byte &- 0x30 < 10 || byte >= 0x80
  }
}
