import ActionItems
import ItemRecords
import Windowing

/// Tells of which lines of a window findings speak.
struct Coverage {
  private let window: Window
  private var text: WindowText
  private var wordsOfTasks: [String: Set<String>] = [:]

  init(_ window: Window) {
    self.window = window
    text = WindowText(window)
  }

  /// Whether a finding rests on a line, or names in its task what the line says: a task that several messages speak of
  /// is found in one of them. Whoever takes a neighbour's task for his own does not speak for the neighbour.
  mutating func covers(_ line: Int, _ findings: [Finding]) -> Bool {
    let findings = findings.filter { !Self.isUnheard($0) }
    let id = window.lines[line].message.id
    if findings.contains(where: { $0.messageId == id }) { return true }
    if findings.isEmpty { return false }
    let said = text.words(ofLine: line)
    let person = person(ofLine: line)
    for finding in findings {
      // What is for nobody does not speak for somebody, either.
      if let person, finding.assignee != person.name, finding.assigneeId != person.id { continue }
      let words = words(of: finding.task)
      let common = said.count { words.contains($0) }
      if common >= 2, common * 2 >= min(said.count, 6) { return true }
    }
    return false
  }

  private mutating func words(of task: String) -> Set<String> {
    if let known = wordsOfTasks[task] { return known }
    let words = Set(WordList.telling(FoldedText(task)))
    wordsOfTasks[task] = words
    return words
  }

  /// Whether a finding leads to no item by itself: it says that something is done, and not what.
  static func isUnheard(_ finding: Finding) -> Bool { finding.isDone && finding.known == nil }

  /// Who is to do what a line says, where that is beyond doubt: its writer, who begins with "I'll", or
  /// the participant whom it begins by calling; nil elsewhere.
  private mutating func person(ofLine line: Int) -> Participant? {
    let message = window.lines[line].message
    let text = text.text(ofLine: line)
    if Commitment.isPromise(text) {
      return message.sender.map { Participant(id: message.senderId ?? $0, name: $0) }
    }
    let called = text.bytes.drop { $0 == UInt8(ascii: "@") }
    return callable.first { _, names in
      names.contains { name in
        guard called.starts(with: name) else { return false }
        let rest = called.dropFirst(name.count)
        guard let next = rest.first, !FoldedText.isWordByte(next) else { return false }
        return !rest.starts(with: " you ".utf8)
          || !Address.isQuestion(String(decoding: name, as: UTF8.self), "you")
      }
    }?.person
  }

  /// Those of the window, and what each is called, folded.
  private lazy var callable: [(person: Participant, names: [[UInt8]])] = window.participants.map {
    person in (person, person.names.map { FoldedText($0).bytes }.filter { !$0.isEmpty })
  }
}

extension Participant {
  /// What a person is called: the names as a whole, and their first parts.
  fileprivate var names: [String] {
    let whole = [name] + aliases
    return whole + whole.compactMap { $0.split(separator: " ").first.map(String.init) }
  }
}
