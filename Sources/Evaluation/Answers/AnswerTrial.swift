package import ActionItemModel
import CivilTime
import JSONText
import ReplyDecoding
import TextSearch

/// A field of recorded answers that is followed.
package enum AnswerField: String, CaseIterable, Sendable {
  /// The item as a whole: whether it is one.
  case item
  case assignee, deadline, priority
  /// Whether it points at a message that states it.
  case message
  /// Whether the quoted words stand in the message.
  case quote
  /// Whether the task is open, as all that is labelled is.
  case done
}

/// What became of a field of recorded answers.
package struct FieldCounts: Hashable, Sendable {
  /// Those that were right.
  package var right = 0
  /// Those of them that are wrong now, or gone: the harm.
  package var worse = 0
  /// Those that were wrong.
  package var wrong = 0
  /// Those of them that are not believed any more: the help.
  package var caught = 0
  /// Those of them that are right now.
  package var mended = 0

  /// The share of what was right that got worse; nil of none.
  package var harm: Double? { Counts.Share(right: worse, all: right).value }
  /// The share of what was wrong that was caught; nil of none.
  package var help: Double? { Counts.Share(right: caught, all: wrong).value }

  static func += (a: inout FieldCounts, b: FieldCounts) {
    a.right += b.right
    a.worse += b.worse
    a.wrong += b.wrong
    a.caught += b.caught
    a.mended += b.mended
  }
}

/// What became of the recorded answers to one conversation.
package struct AnswerTrial: Sendable {
  package let conversationId: String
  let source: String
  /// The figures of the answers as they were recorded, and of what was kept of them.
  package let verdicts: (raw: Verdict, kept: Verdict)
  package private(set) var fields: [AnswerField: FieldCounts] = [:]
  /// What got worse, and what was wrong and not caught; in the order of the answers.
  package private(set) var changes: [Change] = []

  /// A field that got worse, or that was wrong and still is.
  package struct Change: Hashable, Sendable {
    package let field: AnswerField
    /// Whether it was right, and is not any more.
    package let isHarm: Bool
    package let messageId: String
    package let task: String
    package let answered: String?
    /// What it became; nil where nothing is left.
    package let kept: String?
  }

  /// Follows answers through to the items that were kept.
  package init(_ gold: GoldConversation, _ answers: [RecordedAnswer], kept items: [ActionItem]) {
    conversationId = gold.id
    source = gold.source
    let raw = answers.enumerated().map { $1.item.asFound(number: $0) }
    verdicts = (
      Verdict(gold, found: raw.filter { !$0.isComplete }), Verdict(gold, found: items)
    )
    let texts = Dictionary(gold.messages.map { ($0.id, $0.text) }) { first, _ in first }
    let fates = Self.fates(of: raw, items)
    for (place, (answer, item)) in zip(answers, raw).enumerated() {
      let truth = answer.gold.map { gold.items[$0] }
      for field in AnswerField.allCases {
        note(field, item, truth, fates[place], texts)
      }
    }
  }

  /// The items that answers became, one each: the one of its wording, at its message and of its assignee before
  /// others; else one that no other answer's wording names and that has its message for evidence.
  private static func fates(of answers: [ActionItem], _ kept: [ActionItem]) -> [ActionItem?] {
    var fates = [Int?](repeating: nil, count: answers.count)
    var taken = Set<Int>()
    let tasks = kept.map { plain($0.task) }
    func take(_ isMeant: (ActionItem, Int) -> Bool) {
      for place in answers.indices where fates[place] == nil {
        let found = kept.indices.first { !taken.contains($0) && isMeant(answers[place], $0) }
        guard let found else { continue }
        fates[place] = found
        taken.insert(found)
      }
    }
    func isAlike(_ answer: ActionItem, _ item: Int) -> Bool { tasks[item] == plain(answer.task) }
    take {
      isAlike($0, $1) && kept[$1].messageId == $0.messageId
        && Verdict.folded(kept[$1].assignee) == Verdict.folded($0.assignee)
    }
    take { isAlike($0, $1) && kept[$1].messageId == $0.messageId }
    take(isAlike)
    take { answer, item in kept[item].evidence.contains { $0.messageId == answer.messageId } }
    // Two answers of one wording may have become one item.
    for place in answers.indices where fates[place] == nil {
      fates[place] = kept.indices.first { isAlike(answers[place], $0) }
    }
    return fates.map { $0.map { kept[$0] } }
  }

  private mutating func note(
    _ field: AnswerField, _ answer: ActionItem, _ truth: GoldItem?, _ fate: ActionItem?,
    _ texts: [String: String]
  ) {
    // What is answered as done is to be no item.
    if field == .item ? answer.isComplete : truth == nil { return }
    let said = Self.value(of: field, answer)
    let kept = fate.flatMap { Self.value(of: field, $0) }
    let isRight: (ActionItem) -> Bool
    switch field {
    case .item: isRight = { _ in truth != nil }
    case .quote: isRight = { Self.isQuoted($0, texts) }
    case .message: isRight = { truth?.messageIds.contains($0.messageId) ?? false }
    case .done: isRight = { !$0.isComplete }
    case .assignee, .deadline, .priority:
      guard let truth, let name = GoldItem.Field(rawValue: field.rawValue),
        !truth.unscored.contains(name)
      else { return }
      // Where nothing is said and nothing was added, there was nothing to spoil.
      if said == nil, kept == nil, truth.value(of: name) == nil { return }
      let expected = Verdict.folded(truth.value(of: name))
      isRight = { Verdict.folded(Self.value(of: field, $0)) == expected }
    }
    let isRightNow = fate.map(isRight) ?? false
    var counts = FieldCounts()
    let isGone = fate == nil
    // What is gone as a whole counts as an item, not once more for each of its fields.
    if isRight(answer) {
      if isGone, field != .item { return }
      counts.right = 1
      counts.worse = isRightNow ? 0 : 1
    } else {
      counts.wrong = 1
      let isBelieved = Verdict.folded(said) == Verdict.folded(kept)
      // An open task that is gone because it was called done is as wrong as before.
      let isCaught = field == .done ? isRightNow : isGone || field != .item && !isBelieved
      counts.caught = isCaught ? 1 : 0
      counts.mended = isCaught && isRightNow ? 1 : 0
    }
    fields[field, default: FieldCounts()] += counts
    if counts.worse > 0 || counts.wrong > counts.caught {
      changes.append(
        Change(
          field: field, isHarm: counts.worse > 0, messageId: answer.messageId, task: answer.task,
          answered: said, kept: kept))
    }
  }

  private static func value(of field: AnswerField, _ item: ActionItem) -> String? {
    switch field {
    case .item: item.task
    case .assignee: item.assignee
    case .deadline: item.deadline?.date.description
    case .priority: item.priority.rawValue
    case .message: item.messageId
    case .quote: item.quote
    case .done: item.isComplete ? "done" : "open"
    }
  }

  private static func isQuoted(_ item: ActionItem, _ texts: [String: String]) -> Bool {
    guard let quote = item.quote.map(plain), !quote.isEmpty else { return false }
    return plain(texts[item.messageId] ?? "").shows(quote)
  }

  /// Words without case and spaces.
  private static func plain(_ text: String) -> String {
    text.lowercased().filter { !$0.isWhitespace }
  }
}
