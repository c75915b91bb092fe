import ActionItemModel

/// Works out what an item is after messages have spoken of it.
struct ItemUpdate {
  private(set) var known: KnownItem
  private let found: [Finding]
  private let reread: Set<String>

  /// Takes the item, its findings in the order of the messages, and the messages that were read.
  init(_ known: KnownItem, _ found: [Finding], reread: Set<String>) {
    self.known = known
    self.found = found
    self.reread = reread
  }

  mutating func apply() {
    for finding in found where !known.wordings.contains(finding.task) {
      known.wordings.append(finding.task)
    }
    let wasAllRead = known.item.evidence.allSatisfy { reread.contains($0.messageId) }
    takeEvidence()
    takeSource()
    takeFields(forgetsOld: wasAllRead)
    takeCompletion()
  }

  /// The messages that it rests on: those found now, and earlier ones that were not read again.
  private mutating func takeEvidence() {
    let now = Set(found.map(\.messageId))
    known.item.evidence.removeAll {
      reread.contains($0.messageId) && !now.contains($0.messageId)
    }
    for finding in found {
      let evidence = ActionItem.Evidence(messageId: finding.messageId, quote: finding.quote)
      if let place = known.item.evidence.firstIndex(where: { $0.messageId == finding.messageId }) {
        known.item.evidence[place] = evidence
      } else {
        known.item.evidence.append(evidence)
      }
    }
  }

  /// The message that states it best: the one it has, unless that is gone or says nothing of the task
  /// and another does.
  private mutating func takeSource() {
    let current = known.item.evidence.first { $0.messageId == known.item.messageId }
    var best = found.first { $0.messageId == known.item.messageId }
    if current == nil || said(current?.quote) == 0 {
      let other = found.max { said($0.quote) < said($1.quote) }
      if let other, current == nil || said(other.quote) >= 2 { best = other }
    }
    guard let best else { return }
    known.item.messageId = best.messageId
    known.item.quote = best.quote
    known.item.source = best.source
    known.context = best.context
    if !known.held.contains(.task) { known.item.task = best.task }
    // The best one stands first.
    if let place = known.item.evidence.firstIndex(where: { $0.messageId == best.messageId }) {
      known.item.evidence.insert(known.item.evidence.remove(at: place), at: 0)
    }
  }

  /// How many words of the task a quote has.
  private func said(_ quote: String?) -> Int {
    guard let quote else { return 0 }
    let words = Set(WordList.telling(FoldedText(known.item.task)))
    return words.intersection(WordList.telling(FoldedText(quote))).count
  }

  /// Who, by when and how urgent: the last message that says so counts. What no message says any more
  /// goes, if all that said so were read again.
  private mutating func takeFields(forgetsOld: Bool) {
    if !known.held.contains(.assignee) {
      if let last = found.last(where: { $0.assignee != nil }) {
        known.item.assignee = last.assignee
        known.item.assigneeId = last.assigneeId
      } else if forgetsOld {
        known.item.assignee = nil
        known.item.assigneeId = nil
      }
    }
    if !known.held.contains(.deadline) {
      if let last = found.last(where: { $0.deadline != nil }) {
        known.item.deadline = last.deadline
        known.item.timeZone = last.timeZone
      } else if forgetsOld {
        known.item.deadline = nil
        known.item.timeZone = nil
      }
    }
    if !known.held.contains(.priority) {
      // Medium is what is said of tasks of whose urgency nothing is said.
      if let last = found.last(where: { $0.priority != .medium }) {
        known.item.priority = last.priority
      } else if forgetsOld {
        known.item.priority = .medium
      }
    }
  }

  private mutating func takeCompletion() {
    guard !known.held.contains(.isComplete), !known.item.isComplete,
      let done = found.last, done.isDone
    else { return }
    known.item.isComplete = true
    known.item.completedAt = done.source.timestamp
  }
}
