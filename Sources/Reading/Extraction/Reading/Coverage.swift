import ActionItems
import ItemRecords
import Windowing

/// Determines which lines of a window the findings of a reply cover, so that `WindowReader` asks again about others.
struct Coverage {
  private let window: Window
  private var text: WindowText
  private var wordsOfTasks: [String: Set<String>] = [:]

  init(_ window: Window) {
    self.window = window
    text = WindowText(window)
  }

  /// Returns whether a finding is based on a line, or its task mentions what the line says: a reply cites only one of
  /// several messages about a task. A finding with another assignee does not cover the line.
  mutating func covers(_ line: Int, _ findings: [Finding]) -> Bool {
    let findings = findings.filter { !Self.isUnlinkedCompletion($0) }
    let id = window.lines[line].message.id
    if findings.contains(where: { $0.messageId == id }) { return true }
    if findings.isEmpty { return false }
    let said = text.words(ofLine: line)
    let person = person(ofLine: line)
    for finding in findings {
      // If the line names an assignee, a finding without an assignee does not cover it either.
      if let person, finding.assignee != person.name, finding.assigneeId != person.id { continue }
      let words = words(of: finding.task)
      let common = said.count { words.contains($0) }
      if common >= 2, common * 2 >= min(said.count, 6) { return true }
    }
    return false
  }

  private mutating func words(of task: String) -> Set<String> {
    if let known = wordsOfTasks[task] { return known }
    let words = Set(WordList.contentWords(of: NormalisedText(task)))
    wordsOfTasks[task] = words
    return words
  }

  /// Returns whether a finding yields no item: it reports a completion but names no known item.
  static func isUnlinkedCompletion(_ finding: Finding) -> Bool {
    finding.isDone && finding.openItemId == nil
  }

  /// Returns the assignee of a line if it is certain: the author of a promise, or the participant whom the line
  /// addresses first. Returns nil otherwise.
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
        guard let next = rest.first, !NormalisedText.isWordByte(next) else { return false }
        return !rest.starts(with: " you ".utf8)
          || !Addressees.isQuestion(String(decoding: name, as: UTF8.self), "you")
      }
    }?.person
  }

  /// The participants of the window and the folded names by which each may be addressed.
  private lazy var callable: [(person: Participant, names: [[UInt8]])] = window.participants.map {
    person in (person, person.names.map { NormalisedText($0).bytes }.filter { !$0.isEmpty })
  }
}

extension Participant {
  /// The whole names and the first word of each.
  fileprivate var names: [String] {
    let whole = [name] + aliases
    return whole + whole.compactMap { $0.split(separator: " ").first.map(String.init) }
  }
}
