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
    let mentioned = mentionedPeople().sorted { $0.value < $1.value }.map {
      ($0.key, names.addMentioned($0.value))
    }
    if !mentioned.isEmpty { text.mark(Dictionary(uniqueKeysWithValues: mentioned)) }
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
  package func tokens(_ unit: Int) -> ArraySlice<ChatToken> { text.tokens[units[unit].tokens] }

  /// Returns the unit of a line that contains a byte of its message.
  package func unit(at byte: Int, inLine line: Int) -> Int? {
    let units = unitsOfLine[line]
    return units.last { Int(tokens($0).first?.start ?? 0) <= byte } ?? units.first
  }

  /// Returns the people named in a unit, in order, each once.
  package func named(in unit: Int) -> [Int] {
    tokens(unit).lazy.filter { $0.kind == .name }.map { Int($0.person) }.reduce(into: []) {
      if !$0.contains($1) { $0.append($1) }
    }
  }

  /// Returns the person to whom the sender of a unit talks: the other one of two people, or who wrote last before the
  /// sender, unless the unit names another one or somebody else is the next to write.
  package func partner(of unit: Int) -> Int? {
    let line = units[unit].line
    if names.participants == 2, senders[line] >= 0 {
      let other = 1 - senders[line]
      return names.people[other].isBot ? nil : other
    }
    let isOther = { (other: Int) in
      window.lines[other].message.kind == .message && senders[other] != senders[line]
    }
    let before = senders.indices[..<line].suffix(Self.partnerReach).last(where: isOther)
    let after = senders.indices[(line + 1)...].prefix(Self.partnerReach).first(where: isOther)
    guard let before, senders[before] >= 0, named(in: unit).allSatisfy({ $0 == senders[before] })
    else { return nil }
    return senders[after ?? before] == senders[before] ? senders[before] : nil
  }

  /// The number of lines before and after a unit in which its partner writes.
  private static let partnerReach = 12

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
    let questions = text.tokens.count { $0.hash == question }
    let speakers = Set(senders).count
    return [
      UInt64(min(6, text.tokens.count / units.count / 5)),
      100 + UInt64(min(6, speakers / 2)),
      200 + UInt64(min(8, questions * 8 / units.count)),
    ]
  }

  /// Returns whether a unit states explicitly that it is urgent.
  func isUrgent(_ unit: Int) -> Bool { tokens(unit).contains { Self.urgent.contains($0.hash) } }

  private static let urgent = CommonWords.hashes(
    "urgent urgently asap dringend eilig schnellstmöglich umgehend")
}

/// The parts of a line that concern one person each.
extension Talk {
  /// Minimum words between two people, apart from "and".
  private static let fewestWords = 2
  private static let ends = CommonWords.hashes(". , ; ! ? - / and und")
  private static let joins = CommonWords.hashes("and und")
  /// Words that belong to what follows them: "so I can finish the report".
  private static let purposes = CommonWords.hashes("so then damit dann")
  private static let (opening, closing) = (CommonWords.hashes("("), CommonWords.hashes(")"))
  private static let speaker = CommonWords.hashes("i id ill im ive ich")
  private static let others = CommonWords.hashes(
    "all everybody everyone please pls you your alle bitte dir du euch eure ihr kannst könnt")
  /// The number of a person who is addressed without a name.
  private static let unnamed = -2

  /// Splits each unit where it turns to another person: "Ann please order the paint, Ben please call the bank", or to
  /// the speaker: "please all send me your hours, so I can do the wages".
  private mutating func splitByPerson() {
    var parts: [ChatText.Unit] = []
    for line in unitsOfLine.indices {
      let first = parts.count
      for unit in units[unitsOfLine[line]] {
        let most = ChatText.mostUnits - (parts.count - first)
        let start = addParts(of: unit, atMost: most, to: &parts)
        parts.append(ChatText.Unit(line: unit.line, tokens: start..<unit.tokens.upperBound))
      }
      unitsOfLine[line] = first..<parts.count
    }
    units = parts
  }

  /// Returns the person that a word means; nil for a word that means nobody.
  private func person(_ token: ChatToken, sender: Int) -> Int? {
    if token.kind == .name { return Int(token.person) }
    if Self.speaker.contains(token.hash) { return sender }
    return Self.others.contains(token.hash) ? Self.unnamed : nil
  }

  /// Adds all parts of a unit but the last. Returns where that starts.
  private func addParts(
    of unit: ChatText.Unit, atMost most: Int, to parts: inout [ChatText.Unit]
  ) -> Int {
    let tokens = text.tokens
    let most = parts.count + most
    let sender = senders[unit.line]
    var start = unit.tokens.lowerBound
    var previous: (place: Int, person: Int)?
    // The words since the last person, and the open brackets.
    var (words, depth) = (0, 0)
    for place in unit.tokens {
      let token = tokens[place]
      if Self.opening.contains(token.hash) { depth += 1 }
      if Self.closing.contains(token.hash) { depth = max(0, depth - 1) }
      guard let person = person(token, sender: sender) else {
        if token.kind == .word, !Self.joins.contains(token.hash) { words += 1 }
        continue
      }
      // "Ann, can you" is about one person.
      if person == Self.unnamed, let previous, previous.person != sender {
        words += 1
        continue
      }
      defer { (previous, words) = ((place, person), 0) }
      guard let previous, person != Self.unnamed, person != previous.person,
        // "Can you order the paint, Ben?"
        person == sender || previous.person != Self.unnamed,
        words >= Self.fewestWords, place + Self.fewestWords < unit.tokens.upperBound,
        depth == 0, parts.count < most
      else { continue }
      var begin = tokens[place - 1].hash == Self.at ? place - 1 : place
      let isPurpose = person == sender && Self.purposes.contains(tokens[begin - 1].hash)
      if isPurpose { begin -= 1 }
      guard begin - 1 > previous.place, isPurpose || Self.ends.contains(tokens[begin - 1].hash)
      else { continue }
      let end = Self.joins.contains(tokens[begin - 1].hash) ? begin - 1 : begin
      parts.append(ChatText.Unit(line: unit.line, tokens: start..<end))
      start = begin
    }
    return start
  }
}
