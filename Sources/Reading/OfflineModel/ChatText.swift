package import Windowing

/// The tokens of a window's messages, and their units: lines or parts of lines. Only a message's beginning is read.
///
/// All names of people share one word, and so do links, numbers and pieces of code. So nothing is learned about one
/// person or one ticket. Numbers still have separate stems that distinguish one ticket from another.
package struct ChatText: Sendable {
  /// One line of a message that contains words, or the part of it that concerns one person.
  package struct Unit: Sendable {
    /// The line of the window that it belongs to.
    package var line: Int
    /// The range of its words in `tokens`.
    package var tokens: Range<Int>
  }

  package private(set) var tokens: [ChatToken] = []

  /// Maximum bytes and units of a message that are read.
  static let mostBytes = 16_384
  static let mostUnits = 200

  /// Adds the words of a message. Each line with words becomes a unit.
  mutating func add(
    _ text: UnsafeBufferPointer<UInt8>, line: Int, names: NameTable, to units: inout [Unit]
  ) {
    let bytes = UnsafeBufferPointer(rebasing: text.prefix(Self.mostBytes))
    var scanner = TokenScanner(bytes)
    var start = tokens.count
    let first = units.count
    func close(_ units: inout [Unit]) {
      if tokens.count > start, units.count - first < Self.mostUnits {
        units.append(Unit(line: line, tokens: start..<tokens.count))
      }
      start = tokens.count
    }
    while true {
      switch scanner.next() {
      case .end:
        close(&units)
        return
      case .newline: close(&units)
      case .quotedLine: continue
      case .token(var token):
        if token.kind == .word { names.mark(&token, in: bytes, after: &tokens, from: start) }
        tokens.append(token)
      }
    }
  }

  /// Marks words as names of people, by their hashes.
  mutating func mark(_ people: [UInt64: Int]) {
    for place in tokens.indices where tokens[place].kind == .word && tokens[place].isCapital {
      guard let person = people[tokens[place].hash] else { continue }
      tokens[place].setName(of: person)
    }
  }

  /// Returns the tokens of a text without people.
  static func tokens(of text: String) -> [ChatToken] {
    var (words, units) = (ChatText(), [Unit]())
    var text = text
    text.withUTF8 { words.add($0, line: 0, names: NameTable([]), to: &units) }
    return words.tokens
  }
}
