import ActionItems
import ItemRecords
import Windowing

/// Checks and corrects the assignee of an item by the conversation's people and the window's text, for `Grounding`.
struct AssigneeProof {
  let window: Window
  let people: People

  struct Assignee {
    var name: String?
    var id: String?
    /// Whether the model named a person who cannot be meant.
    var isCorrected = false
  }

  /// Returns the assignees that a name stands for; several if the name is a list of people.
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
    // In a list, names that cannot be meant are dropped if at least one other name was found.
    let named = assignees.filter { $0.name != nil }
    return named.isEmpty ? assignees : named
  }

  /// Maximum people in one list.
  private static let listLimit = 50

  /// Splits a list of names such as "Anna, Ben and Carl".
  /// Returns nil if the text is the name of one person, or if none of the names is in the conversation. Also returns
  /// nil if a part may not be a name: "Anna and the others".
  private func listed(_ name: String, line: Int, _ text: inout WindowText) -> [String]? {
    if people.match(name) != nil { return nil }
    let names = OutsiderName.listed(in: name)
    guard names.count > 1, names.count <= Self.listLimit else { return nil }
    let outsiders = names.filter { people.match($0) == nil }
    guard outsiders.count < names.count else { return nil }
    for outsider in outsiders {
      let handle = NormalisedText(String(outsider.drop { $0 == "@" }))
      let name = String(decoding: handle.bytes, as: UTF8.self)
      guard FieldText.meaningful(name) != nil, !Self.everybody.contains(name),
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
    guard let name = FieldText.meaningful(name) else { return Assignee() }
    if Self.speakers.contains(name.lowercased()) {
      return Assignee(name: message.sender, id: message.senderId)
    }
    if let person = people.match(name) {
      if isBy(person, message) || person.isNamed(in: text.text(ofLine: line)) {
        return Assignee(name: person.name, id: person.id)
      }
      if let speaker = speaker(message, quote) { return speaker }
      if isAlone, let asked = asked(insteadOf: person, line: line, &text) { return asked }
      return isNear(person, line: line, &text)
        ? Assignee(name: person.name, id: person.id) : Assignee(isCorrected: true)
    }
    if Self.pronouns.contains(name.lowercased()) {
      let spoken = text.addressees(ofLine: line, people).people
      guard Self.addressing.contains(name.lowercased()), spoken.count == 1,
        let person = people.match(spoken[0])
      else { return Assignee(isCorrected: true) }
      return Assignee(name: person.name, id: person.id)
    }
    // A person outside the conversation must be named in its text.
    let core = String(name.drop { $0 == "@" })
    let wanted = NormalisedText(core)
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
            OutsiderName.isUsedAsName(wanted, in: text.text(ofLine: $0))
          })
    return isNamed ? Assignee(name: core) : speaker(message, quote) ?? Assignee(isCorrected: true)
  }

  /// Returns the sender if the quote is a commitment of their own, and nil otherwise. "I'll do it" refers to the sender
  /// alone, whatever other messages say.
  private func speaker(_ message: Message, _ quote: String?) -> Assignee? {
    guard let quote, let sender = message.sender, Commitment.commitsAuthor(NormalisedText(quote)),
      !Self.isScribed(message.text)
    else { return nil }
    return Assignee(name: sender, id: message.senderId, isCorrected: true)
  }

  /// Returns whether a message begins with the name of the person whose words it records, as minutes do: "Chris: will
  /// focus on 1102".
  private static func isScribed(_ text: String) -> Bool {
    let bytes = text.utf8.prefix(40)
    guard let colon = bytes.firstIndex(of: UInt8(ascii: ":")),
      bytes[bytes.index(after: colon)...].first == UInt8(ascii: " ")
    else { return text.hasPrefix("...") || text.hasPrefix("…") }
    return bytes[..<colon].count { $0 == UInt8(ascii: " ") } < 3
  }

  /// Lines before and after a line in which a person may be addressed or may accept the task.
  private static let reach = (before: 6, after: 8)

  /// Returns whether a person speaks or is named near a line or in its thread.
  private func isNear(_ person: Participant, line: Int, _ text: inout WindowText) -> Bool {
    // A short window may not show the person at all.
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
      return isBy(person, said) || person.isNamed(in: text.text(ofLine: other))
    }
  }

  /// Returns whether the window has at most two senders and the person is one of them. In a chat of two, each message
  /// addresses the other person.
  private func isOfTwo(_ person: Participant) -> Bool {
    var senders = Set<String>()
    for line in window.lines.indices {
      if let sender = window.lines[line].message.sender { senders.insert(sender) }
      if senders.count > 2 { return false }
    }
    return senders.contains { $0 == person.name || people.match($0)?.id == person.id }
  }

  /// Returns whether a person wrote a message. Exports may spell one name in two ways.
  private func isBy(_ person: Participant, _ message: Message) -> Bool {
    guard let sender = message.sender else { return false }
    return sender == person.name || people.match(sender)?.id == person.id
  }

  /// Returns the one person whom a line clearly asks, for a line that does not name the person of the reply. Returns
  /// nil if it asks several people, or if the person of the reply speaks later or is handed the task.
  private func asked(
    insteadOf person: Participant, line: Int, _ text: inout WindowText
  ) -> Assignee? {
    let asked = text.addressees(ofLine: line, people).asked
    guard asked.count == 1, asked[0] != person.name, let other = people.match(asked[0]) else {
      return nil
    }
    let isTakenOn = window.lines.indices.dropFirst(line + 1).contains { later in
      let message = window.lines[later].message
      if isBy(person, message) { return true }
      return text.handsOver(line: later) && person.isNamed(in: text.text(ofLine: later))
    }
    return isTakenOn ? nil : Assignee(name: other.name, id: other.id, isCorrected: true)
  }

  private static let speakers = Set(words: "i me myself speaker sender ich")
  /// Words that stand for the person addressed.
  private static let addressing = Set(
    words: "you u yourself yourselves du dich dir sie ihnen ihr euch")
  private static let pronouns = addressing.union(NameForm.pronouns)
}
