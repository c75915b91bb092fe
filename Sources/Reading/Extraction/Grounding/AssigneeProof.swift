import ActionItems
import ItemRecords
import Windowing

/// Holds assignees of a reply against the people of the conversation and the words of the window.
struct AssigneeProof {
  let window: Window
  let people: People

  struct Assignee {
    var name: String?
    var id: String?
    /// Whether the model named somebody else who cannot be meant.
    var isCorrected = false
  }

  /// Whom a name means for an item of a line; several people where it lists nobody but people.
  func assignees(
    _ name: String?, task: String, line: Int, quote: String?, _ text: inout WindowText
  ) -> [Assignee] {
    let names: [String?] = name.flatMap { listed($0, line: line, &text) } ?? [name]
    var assignees: [Assignee] = []
    for name in names {
      let assignee = assignee(
        name, task: task, line: line, quote: quote, isAlone: names.count == 1, &text)
      if !assignees.contains(where: { $0.name == assignee.name }) { assignees.append(assignee) }
    }
    // Of a list, who cannot be meant is nobody beside those who can.
    let named = assignees.filter { $0.name != nil }
    return named.isEmpty ? assignees : named
  }

  /// People that one name may list.
  private static let listLimit = 50

  /// The names that stand in one, as in "Anna, Ben and Carl"; nil where it is the name of one, where none of
  /// them is in the conversation, or where any of them may be nobody's: "Anna and the others".
  private func listed(_ name: String, line: Int, _ text: inout WindowText) -> [String]? {
    if people.match(name) != nil { return nil }
    let names = OutsiderName.listed(in: name)
    guard names.count > 1, names.count <= Self.listLimit else { return nil }
    let outsiders = names.filter { people.match($0) == nil }
    guard outsiders.count < names.count else { return nil }
    for outsider in outsiders {
      let handle = FoldedText(String(outsider.drop { $0 == "@" }))
      let name = String(decoding: handle.bytes, as: UTF8.self)
      guard ReplyField.meaningful(name) != nil, !Self.everybody.contains(name),
        OutsiderName.isHandle(handle, in: text.text(ofLine: line))
      else { return nil }
    }
    return names
  }

  private static let everybody = Set(words: "here channel room alle")

  private func assignee(
    _ name: String?, task: String, line: Int, quote: String?, isAlone: Bool,
    _ text: inout WindowText
  ) -> Assignee {
    let message = window.lines[line].message
    guard let name = ReplyField.meaningful(name) else { return Assignee() }
    if Self.speakers.contains(name.lowercased()) {
      return Assignee(name: message.sender, id: message.senderId)
    }
    if let person = people.match(name) {
      if isBy(person, message) || person.stands(in: text.text(ofLine: line)) {
        return Assignee(name: person.name, id: person.id)
      }
      if let speaker = speaker(message, quote) { return speaker }
      if isAlone, let asked = asked(insteadOf: person, line: line, &text) { return asked }
      return isNear(person, line: line, &text)
        ? Assignee(name: person.name, id: person.id) : Assignee(isCorrected: true)
    }
    if Self.pronouns.contains(name.lowercased()) {
      let spoken = text.address(ofLine: line, people).people
      guard Self.addressing.contains(name.lowercased()), spoken.count == 1,
        let person = people.match(spoken[0])
      else { return Assignee(isCorrected: true) }
      return Assignee(name: person.name, id: person.id)
    }
    // Somebody who is not in the conversation has to be named in it.
    let core = String(name.drop { $0 == "@" })
    let wanted = FoldedText(core)
    if let known = people.knownName(name) {
      let isNamed = window.lines.indices.contains {
        text.text(ofLine: $0).find(wanted.bytes[...]) != nil
      }
      return isNamed ? Assignee(name: known) : Assignee(isCorrected: true)
    }
    let said = text.text(ofLine: line)
    let isNamed =
      OutsiderName.isHandle(wanted, in: said) || OutsiderName.isSubject(wanted, in: said)
      || OutsiderName.mayBe(wanted, of: task)
        && (said.find(wanted.bytes[...]) != nil || OutsiderName.isPartOf(core, in: said)
          || window.lines.indices.contains {
            OutsiderName.stands(wanted, in: text.text(ofLine: $0))
          })
    return isNamed ? Assignee(name: core) : speaker(message, quote) ?? Assignee(isCorrected: true)
  }

  /// Whoever writes a message, where the quote takes something on: "I'll do it" is said of nobody else, whatever
  /// another message would have.
  private func speaker(_ message: Message, _ quote: String?) -> Assignee? {
    guard let quote, let sender = message.sender, Commitment.isOwn(FoldedText(quote)),
      !Self.isScribed(message.text)
    else { return nil }
    return Assignee(name: sender, id: message.senderId, isCorrected: true)
  }

  /// Whether a message begins with the name of the person whose words it records, as minutes do: "Chris: will
  /// focus on 1102".
  private static func isScribed(_ text: String) -> Bool {
    let bytes = text.utf8.prefix(40)
    guard let colon = bytes.firstIndex(of: UInt8(ascii: ":")),
      bytes[bytes.index(after: colon)...].first == UInt8(ascii: " ")
    else { return text.hasPrefix("...") || text.hasPrefix("…") }
    return bytes[..<colon].count { $0 == UInt8(ascii: " ") } < 3
  }

  /// Lines before and after a line in which somebody may be spoken to, or take on what it says.
  private static let reach = (before: 6, after: 8)

  /// Whether somebody speaks or is named near a line, or in its thread.
  private func isNear(_ person: Participant, line: Int, _ text: inout WindowText) -> Bool {
    // A message that is asked about alone shows nobody.
    if text.isShort { return true }
    let message = window.lines[line].message
    let thread = message.threadId ?? message.id
    if isOfTwo(person) { return true }
    let near = line - Self.reach.before...line + Self.reach.after
    return window.lines.indices.contains { other in
      let said = window.lines[other].message
      let isOfThread =
        said.threadId == thread || said.id == thread || said.id == message.replyTo
        || said.replyTo == message.id
      guard isOfThread || near.contains(other) else { return false }
      return isBy(person, said) || person.stands(in: text.text(ofLine: other))
    }
  }

  /// Whether a window is the talk of two people, and somebody one of them: it is always the other who is spoken to.
  private func isOfTwo(_ person: Participant) -> Bool {
    var senders = Set<String>()
    for line in window.lines.indices {
      if let sender = window.lines[line].message.sender { senders.insert(sender) }
      if senders.count > 2 { return false }
    }
    return senders.contains { $0 == person.name || people.match($0)?.id == person.id }
  }

  /// Whether somebody wrote a message; exports may spell one name in two ways.
  private func isBy(_ person: Participant, _ message: Message) -> Bool {
    guard let sender = message.sender else { return false }
    return sender == person.name || people.match(sender)?.id == person.id
  }

  /// The one whom a line plainly asks, where the person that the reply names is not spoken of there and
  /// takes nothing on later.
  private func asked(
    insteadOf person: Participant, line: Int, _ text: inout WindowText
  ) -> Assignee? {
    let asked = text.address(ofLine: line, people).asked
    guard asked.count == 1, asked[0] != person.name, let other = people.match(asked[0]) else {
      return nil
    }
    let isTakenOn = window.lines.indices.dropFirst(line + 1).contains { later in
      let message = window.lines[later].message
      if isBy(person, message) { return true }
      return text.handsOver(line: later) && person.stands(in: text.text(ofLine: later))
    }
    return isTakenOn ? nil : Assignee(name: other.name, id: other.id, isCorrected: true)
  }

  private static let speakers = Set(words: "i me myself speaker sender ich")
  /// Words for whomever a message speaks to.
  private static let addressing = Set(
    words: "you u yourself yourselves du dich dir sie ihnen ihr euch")
  private static let pronouns = addressing.union(NameForm.pronouns)
}
