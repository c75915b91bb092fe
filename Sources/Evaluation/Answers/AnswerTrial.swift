public import ActionItemModel
import CivilTime
import ReplyDecoding
import TextSearch

/// What became of the recorded answers to one conversation.
public struct AnswerTrial: Sendable {
  /// The conversation.
  public var conversationId: String
  /// Where it comes from.
  public var source: String
  /// The figures of the answers as they were recorded, and of what was kept of them.
  public var verdicts: (raw: Verdict, kept: Verdict)
  /// By field: what got worse, what was caught.
  public private(set) var fields: [AnswerField: FieldCounts] = [:]
  /// What got worse, and what was wrong and not caught; in the order of the answers.
  public private(set) var changes: [Change] = []

  /// A field that got worse, or that was wrong and still is.
  public struct Change: Hashable, Sendable {
    /// Which field.
    public var field: AnswerField
    /// Whether it was right, and is not any more.
    public var isHarm: Bool
    /// The message that the answer is of.
    public var messageId: String
    /// The answer's task.
    public var task: String
    /// What the answer says of the field.
    public var answered: String?
    /// What it became; nil where nothing is left.
    public var kept: String?
  }

  /// Follows answers through to the items that were kept.
  public init(_ gold: GoldConversation, _ answers: [RecordedAnswer], kept items: [ActionItem]) {
    conversationId = gold.id
    source = gold.source
    let raw = answers.enumerated().map { $1.item.asFound(number: $0) }
    verdicts = (
      Verdict(gold, found: raw.filter { !$0.isComplete }), Verdict(gold, found: items)
    )
    let texts = Dictionary(gold.messages.map { ($0.id, $0.text) }) { first, _ in first }
    let fates = Self.fates(of: raw, items)
    for (place, (answer, item)) in zip(answers, raw).enumerated() {
      let fate = fates[place]
      let truth = answer.gold.map { gold.items[$0] }
      for field in AnswerField.allCases {
        note(field, item, truth, fate, texts, answer)
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
    _ texts: [String: String], _ recorded: RecordedAnswer
  ) {
    let said = Self.value(of: field, answer)
    let kept = fate.flatMap { Self.value(of: field, $0) }
    let isRight: (before: Bool, now: Bool)
    switch field {
    case .item: isRight = (truth != nil, truth != nil && fate != nil)
    case .quote:
      isRight = (
        Self.isQuoted(answer, texts), fate.map { Self.isQuoted($0, texts) } ?? false
      )
    case .assignee, .deadline, .priority:
      guard let truth, let name = GoldItem.Field(rawValue: field.rawValue),
        !truth.unscored.contains(name)
      else { return }
      // Where nothing is said and nothing was added, there was nothing to spoil.
      if said == nil, kept == nil, truth.value(of: name) == nil { return }
      let expected = Verdict.folded(truth.value(of: name))
      isRight = (Verdict.folded(said) == expected, Verdict.folded(kept) == expected)
    case .message:
      let right = truth.map { [$0.messageId] + $0.alternativeIds } ?? []
      isRight = (
        right.contains(answer.messageId), fate.map { right.contains($0.messageId) } ?? false
      )
    case .done: isRight = (!recorded.item.isDone, fate?.isComplete == false)
    }
    if field != .item, truth == nil { return }
    // What is answered as done is to be no item.
    if field == .item, recorded.item.isDone { return }
    var counts = FieldCounts()
    let isGone = fate == nil
    // What is gone as a whole counts as an item, not once more for each of its fields.
    if isRight.before {
      if isGone, field != .item { return }
      counts.right = 1
      counts.worse = isRight.now ? 0 : 1
    } else {
      counts.wrong = 1
      let isBelieved = Verdict.folded(said) == Verdict.folded(kept)
      // An open task that is gone because it was called done is as wrong as before.
      counts.caught =
        field == .done
        ? (isRight.now ? 1 : 0) : isGone || (field != .item && !isBelieved) ? 1 : 0
      counts.mended = !isGone && isRight.now && counts.caught > 0 ? 1 : 0
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

  /// Whether the quote of an item stands in its message.
  private static func isQuoted(_ item: ActionItem, _ texts: [String: String]) -> Bool {
    guard let quote = item.quote.map(plain), !quote.isEmpty else { return false }
    return plain(texts[item.messageId] ?? "").shows(quote)
  }

  /// Words without case and spaces.
  private static func plain(_ text: String) -> String {
    text.lowercased().filter { !$0.isWhitespace }
  }
}
