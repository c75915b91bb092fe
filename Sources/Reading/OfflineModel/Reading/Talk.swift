package import ActionItems
package import Windowing

/// A window split into units, the lines of its messages or parts of them, with their senders and the people they name.
package struct Talk: Sendable {
  package let window: Window
  package private(set) var names: NameTable
  package private(set) var text = ChatText()
  package private(set) var units: [ChatText.Unit] = []
  /// The index of the sender of each line of the window; -1 if unknown.
  package private(set) var senders: [Int] = []
  /// The units of each line of the window.
  package private(set) var unitsOfLine: [Range<Int>] = []
  /// The items that were open before and are stated in none of the window's lines.
  package private(set) var openItems: [(place: Int, task: OpenTask)] = []
  /// The open items that a line of the window states, with that line.
  private(set) var statedItems: [(place: Int, line: Int)] = []
  /// Hashes that describe the kind of conversation.
  private(set) var kinds: [UInt64] = []

  package init(_ window: Window) {
    self.window = window
    names = NameTable(window.participants)
    senders.reserveCapacity(window.lines.count)
    for (index, line) in window.lines.enumerated() {
      senders.append(names.person(withId: line.message.senderId, named: line.message.sender) ?? -1)
      let first = units.count
      // Messages of bots and of the system are not statements of people.
      if line.message.kind == .message {
        line.message.withText { text.add($0, line: index, names: names, to: &units) }
      }
      unitsOfLine.append(first..<units.count)
    }
    let mentioned = mentionedPeople()
    if !mentioned.isEmpty {
      text.mark(
        Dictionary(
          uniqueKeysWithValues: mentioned.sorted { $0.value < $1.value }.map {
            ($0.key, names.addMentioned($0.value))
          }))
    }
    splitByPerson()
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

  /// Returns the unit of a line that contains a byte of its message.
  package func unit(at byte: Int, inLine line: Int) -> Int? {
    let units = unitsOfLine[line]
    return units.last { Int(tokens($0).first?.start ?? 0) <= byte } ?? units.first
  }

  /// Returns the people named in a unit, in order, each once.
  package func named(in unit: Int) -> [Int] {
    var found: [Int] = []
    for token in tokens(unit) where token.kind == .name {
      let person = Int(token.person)
      if !found.contains(person) { found.append(person) }
    }
    return found
  }

  /// Returns whether two units have the same sender.
  package func isSameSender(_ a: Int, _ b: Int) -> Bool {
    let (first, second) = (units[a].line, units[b].line)
    if first == second { return true }
    if senders[first] >= 0 { return senders[first] == senders[second] }
    return senders[second] < 0
      && window.lines[first].message.sender == window.lines[second].message.sender
  }

  /// Returns hashes of the message length, the number of speakers and the share of questions.
  private func kindsOfTalk() -> [UInt64] {
    if units.isEmpty { return [] }
    let question = TokenScanner.hash("?".utf8)
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
  /// Returns whether a unit states explicitly that it is urgent.
  func isUrgent(_ unit: Int) -> Bool { tokens(unit).contains { Self.urgent.contains($0.hash) } }

  private static let urgent = Set(
    ["urgent", "urgently", "asap", "dringend", "eilig", "schnellstmöglich", "umgehend"].map {
      TokenScanner.hash($0.utf8)
    })
}

/// The parts of a line that concern one person each.
extension Talk {
  /// Minimum words between two names, apart from "and".
  private static let fewestWords = 2
  private static let ends = CommonWords.hashes(". , ; ! ? - / and und")
  private static let joins = CommonWords.hashes("and und")
  private static let (opening, closing) = (CommonWords.hashes("("), CommonWords.hashes(")"))

  /// Splits each unit where it turns to another person: "Ann please order the paint, Ben please call the bank".
  private mutating func splitByPerson() {
    var parts: [ChatText.Unit] = []
    for line in unitsOfLine.indices {
      let first = parts.count
      for unit in unitsOfLine[line] {
        let unit = units[unit]
        let most = ChatText.mostUnits - (parts.count - first)
        let start = addParts(of: unit, atMost: most, to: &parts)
        parts.append(ChatText.Unit(line: unit.line, tokens: start..<unit.tokens.upperBound))
      }
      unitsOfLine[line] = first..<parts.count
    }
    units = parts
  }

  /// Adds all parts of a unit but the last. Returns where that starts.
  private func addParts(
    of unit: ChatText.Unit, atMost most: Int, to parts: inout [ChatText.Unit]
  ) -> Int {
    let tokens = text.tokens
    let most = parts.count + most
    var start = unit.tokens.lowerBound
    var previous: Int?
    // The words since the last name, and the open brackets.
    var (words, depth) = (0, 0)
    for place in unit.tokens {
      let token = tokens[place]
      if token.kind == .word, !Self.joins.contains(token.hash) { words += 1 }
      if Self.opening.contains(token.hash) { depth += 1 }
      if Self.closing.contains(token.hash) { depth = max(0, depth - 1) }
      guard token.kind == .name else { continue }
      defer { (previous, words) = (place, 0) }
      guard let previous, words >= Self.fewestWords, depth == 0, parts.count < most,
        tokens[previous].person != token.person
      else { continue }
      let begin = tokens[place - 1].hash == Self.at ? place - 1 : place
      guard begin - 1 > previous, Self.ends.contains(tokens[begin - 1].hash) else { continue }
      let end = Self.joins.contains(tokens[begin - 1].hash) ? begin - 1 : begin
      parts.append(ChatText.Unit(line: unit.line, tokens: start..<end))
      start = begin
    }
    return start
  }
}
