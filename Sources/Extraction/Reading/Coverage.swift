import ActionItemModel
import Windowing

/// Tells of which lines of a window findings speak.
struct Coverage {
  private let window: Window
  private var text: WindowText

  init(_ window: Window) {
    self.window = window
    text = WindowText(window)
  }

  /// Whether a finding rests on a line, or names in its task what the line says: a task that several
  /// messages speak of is found in one of them.
  mutating func covers(_ line: Int, _ findings: [Finding]) -> Bool {
    let id = window.lines[line].message.id
    if findings.contains(where: { $0.messageId == id }) { return true }
    if findings.isEmpty { return false }
    let said = text.words(ofLine: line)
    return findings.contains { finding in
      let words = Set(WordList.telling(FoldedText(finding.task)))
      let common = words.intersection(said).count
      return common >= 2 && common * 2 >= min(said.count, 6)
    }
  }
}
