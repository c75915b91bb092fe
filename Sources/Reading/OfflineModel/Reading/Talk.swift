package import ActionItems
package import Windowing

/// A window as units: the lines of its messages, who says them, and whom they name.
package struct Talk: Sendable {
  package let window: Window
  package let names: NameTable
  package private(set) var text = ChatText()
  package private(set) var units: [ChatText.Unit] = []
  /// Of each line of the window its sender by number; -1 for nobody.
  package private(set) var senders: [Int] = []
  /// Of each line of the window its units.
  package private(set) var unitsOfLine: [Range<Int>] = []
  /// The items that were open before and are stated in none of its lines.
  package private(set) var openItems: [(place: Int, task: OpenTask)] = []
  /// Those that one of its lines states, with that line.
  private(set) var statedItems: [(place: Int, line: Int)] = []
  /// The hashes that say what kind of talk it is.
  private(set) var kinds: [UInt64] = []

  package init(_ window: Window) {
    self.window = window
    names = NameTable(window.participants)
    senders.reserveCapacity(window.lines.count)
    for (index, line) in window.lines.enumerated() {
      senders.append(names.person(withId: line.message.senderId, named: line.message.sender) ?? -1)
      let first = units.count
      // What programs and the chat itself say is nobody's word.
      if line.message.kind == .message {
        line.message.withText { text.add($0, line: index, names: names, to: &units) }
      }
      unitsOfLine.append(first..<units.count)
    }
    kinds = kindsOfTalk()
    if window.openItems.isEmpty { return }
    var lines: [String: Int] = [:]
    for (index, line) in window.lines.enumerated() { lines[line.message.id] = index }
    for (place, item) in window.openItems.enumerated() {
      if let line = item.messageId.flatMap({ lines[$0] }), !unitsOfLine[line].isEmpty {
        statedItems.append((place, line))
      } else {
        openItems.append((place, OpenTask(item, names)))
      }
    }
  }

  package func message(_ unit: Int) -> Message { window.lines[units[unit].line].message }
  package func sender(_ unit: Int) -> Int { senders[units[unit].line] }
  package func isNew(_ unit: Int) -> Bool { window.lines[units[unit].line].isNew }
  package func tokens(_ unit: Int) -> ArraySlice<ChatText.Token> { text.tokens[units[unit].tokens] }

  /// The people named in a unit, in their order, each once.
  package func named(in unit: Int) -> [Int] {
    var found: [Int] = []
    for token in tokens(unit) where token.kind == .name {
      let person = Int(token.person)
      if !found.contains(person) { found.append(person) }
    }
    return found
  }

  /// Whether two units are said by one person.
  package func isSameSender(_ a: Int, _ b: Int) -> Bool {
    let (first, second) = (units[a].line, units[b].line)
    if first == second { return true }
    if senders[first] >= 0 { return senders[first] == senders[second] }
    return senders[second] < 0
      && window.lines[first].message.sender == window.lines[second].message.sender
  }

  /// How long messages are, how many people speak and how much is asked.
  private func kindsOfTalk() -> [UInt64] {
    if units.isEmpty { return [] }
    let question = TokenScanner.add(0x3F, to: TokenScanner.seed)
    var questions = 0
    for token in text.tokens where token.hash == question { questions += 1 }
    let speakers = Set(senders).count
    return [
      UInt64(min(6, text.tokens.count / units.count / 5)),
      100 + UInt64(min(6, speakers / 2)),
      200 + UInt64(min(8, questions * 8 / units.count)),
    ]
  }
}

extension Talk {
  /// Whether a unit says in so many words that it is urgent.
  func isUrgent(_ unit: Int) -> Bool { tokens(unit).contains { Self.urgent.contains($0.hash) } }

  private static let urgent = Set(
    ["urgent", "urgently", "asap", "dringend", "eilig", "schnellstmöglich", "umgehend"].map {
      TokenScanner.hash($0.utf8)
    })
}
