import ActionItemModel
import CivilTime
import ReplyDecoding
import TextSearch

/// A way to be wrong that is made on purpose, to see whether it is caught.
package enum SpoilKind: String, CaseIterable, Sendable {
  /// Another participant is to do it.
  case assigneeSwapped = "assignee-swapped"
  /// Somebody of whom the chat never speaks is to do it.
  case assigneeOutsider = "assignee-outsider"
  /// The day is off by one to ten days.
  case deadlineShifted = "deadline-shifted"
  /// A day is given where none is stated.
  case deadlineInvented = "deadline-invented"
  /// The day is that of another item of the chat.
  case deadlineElsewhere = "deadline-elsewhere"
  /// The message is another one than the quoted words are from.
  case messageElsewhere = "message-elsewhere"
  /// The quoted words stand in another message.
  case quoteElsewhere = "quote-elsewhere"
  /// The quoted words stand nowhere.
  case quoteInvented = "quote-invented"
  /// The chat never speaks of the task.
  case taskForeign = "task-foreign"
  /// The task is that of another item of the chat.
  case taskElsewhere = "task-elsewhere"
  /// The item is of a message that was read before.
  case context
  /// An open task is called done.
  case openAsDone = "open-as-done"
  /// Work that a message reports as finished is called open.
  case doneAsOpen = "done-as-open"
}

/// Makes answers wrong in one way, always alike for the same seed.
///
/// What cannot be wrong in that way stays out: a deadline that is not there cannot be shifted.
package struct Spoiler {
  private let kind: SpoilKind
  private var random: SplitMix
  private let gold: [GoldConversation]

  package init(_ kind: SpoilKind, seed: UInt64, of gold: [GoldConversation]) {
    (self.kind, self.gold) = (kind, gold)
    random = SplitMix(state: seed)
  }

  /// The spoilt answers of each conversation, without those that cannot be spoilt.
  package mutating func spoil(
    _ answers: [String: [RecordedAnswer]]
  ) -> [String: [RecordedAnswer]] {
    var spoilt: [String: [RecordedAnswer]] = [:]
    for one in gold {
      let place = Place(one)
      let found =
        kind == .doneAsOpen
        ? finished(place) : (answers[one.id] ?? []).compactMap { spoil($0, place) }
      if !found.isEmpty { spoilt[one.id] = found }
    }
    return spoilt
  }

  private struct Place {
    let gold: GoldConversation
    let messages: [String: Message]
    let people: [String]

    init(_ gold: GoldConversation) {
      self.gold = gold
      messages = Dictionary(gold.messages.map { ($0.id, $0) }) { first, _ in first }
      people = Set(gold.participants + gold.messages.compactMap(\.sender)).sorted()
    }

    /// Whether words stand in any message, or in a name.
    func speaks(of words: some StringProtocol) -> Bool {
      let words = words.lowercased()
      return (people + gold.messages.map(\.text)).contains { $0.lowercased().shows(words) }
    }
  }

  private mutating func spoil(_ answer: RecordedAnswer, _ place: Place) -> RecordedAnswer? {
    var answer = answer
    let truth = answer.gold.map { place.gold.items[$0] }
    switch kind {
    case .assigneeSwapped, .assigneeOutsider:
      guard let truth, let right = truth.assignee, !truth.unscored.contains(.assignee),
        let other = kind == .assigneeSwapped
          ? pick(from: place.people.filter { Verdict.folded($0) != Verdict.folded(right) })
          : outsider(place)
      else { return nil }
      answer.item.assignee = other
    case .deadlineShifted, .deadlineInvented, .deadlineElsewhere:
      guard let truth, !truth.unscored.contains(.deadline),
        let day = wrongDay(truth, answer.item, place)
      else { return nil }
      answer.item.deadline = day.description
    case .messageElsewhere:
      let right = truth?.messageIds ?? []
      guard let other = pick(from: place.gold.messages.filter { !right.contains($0.id) }) else {
        return nil
      }
      answer.item.messageId = other.id
    case .quoteElsewhere:
      let others = place.gold.messages.filter {
        $0.id != answer.item.messageId && Self.words($0.text).count >= 4
      }
      guard let other = pick(from: others) else { return nil }
      let start = random.next(below: Self.words(other.text).count - 3)
      answer.item.quote = Self.words(other.text)[start...].prefix(12).joined(separator: " ")
    case .quoteInvented:
      guard let words = foreign(place, { $0.messages.map(\.text) }) else { return nil }
      answer.item.quote = Self.words(words).prefix(12).joined(separator: " ")
    case .taskForeign:
      guard let task = foreign(place, { $0.items.map(\.task) }) else { return nil }
      answer.item.task = task
      answer.gold = nil
    case .taskElsewhere:
      let others = place.gold.items.filter { $0.messageId != answer.item.messageId }
      guard let other = pick(from: others) else { return nil }
      answer.item.task = other.task
      answer.gold = nil
    case .context:
      answer.isOfContext = true
      answer.gold = nil
    case .openAsDone: answer.item.isDone = true
    case .doneAsOpen: return nil
    }
    return answer
  }

  private mutating func outsider(_ place: Place) -> String? {
    for _ in 0..<50 {
      let isOfAnotherChat = gold.count > 1 && random.next(below: 2) == 0
      let name =
        isOfAnotherChat
        ? pick(from: gold[random.next(below: gold.count)].participants)
        : "\(Self.firstNames[random.next(below: Self.firstNames.count)]) "
          + Self.lastNames[random.next(below: Self.lastNames.count)]
      guard let name, !Self.words(name).contains(where: place.speaks) else { continue }
      return name
    }
    return nil
  }

  private static let firstNames = [
    "Adaeze", "Bohumil", "Chidi", "Dagny", "Eleni", "Farrukh", "Giuditta", "Hamid", "Ikram", "Jiro",
    "Katarzyna", "Leocadia", "Mbali", "Nikolaj", "Ottilie", "Parisa", "Quentin", "Rosalind",
  ]
  private static let lastNames = [
    "Abernathy", "Bielik", "Castellanos", "Dziedzic", "Eriksen", "Fontaine", "Grigoryan",
    "Hakimi", "Iwasaki", "Jablonski", "Kowalczyk", "Lindqvist", "Mwangi", "Novotny",
  ]

  private mutating func wrongDay(
    _ truth: GoldItem, _ item: ActionItemJSON, _ place: Place
  ) -> CivilDate? {
    switch kind {
    case .deadlineShifted:
      guard let day = truth.deadline else { return nil }
      let step = 1 + random.next(below: 10)
      return day.adding(days: random.next(below: 2) == 0 ? step : -step)
    case .deadlineInvented:
      guard truth.deadline == nil, let written = place.messages[item.messageId]?.timestamp else {
        return nil
      }
      return written.civil.date.adding(days: random.next(below: 31))
    default:
      let others = place.gold.items.filter { $0.messageId != item.messageId }
      return pick(
        from: Set(others.compactMap(\.deadline)).subtracting([truth.deadline].compactMap(\.self))
          .sorted())
    }
  }

  private static func words(_ text: String) -> [Substring] {
    text.split(whereSeparator: \.isWhitespace)
  }

  /// A text of another conversation, which stands nowhere in a conversation.
  private mutating func foreign(
    _ place: Place, _ texts: (GoldConversation) -> [String]
  ) -> String? {
    for _ in 0..<50 {
      let other = gold[random.next(below: gold.count)]
      guard other.id != place.gold.id, let text = pick(from: texts(other)),
        Self.words(text).count >= 4, !place.speaks(of: text)
      else { continue }
      return text
    }
    return nil
  }

  private mutating func pick<Element>(from elements: [Element]) -> Element? {
    elements.isEmpty ? nil : elements[random.next(below: elements.count)]
  }

  /// What messages without a labelled item report as finished, as if it were open.
  private func finished(_ place: Place) -> [RecordedAnswer] {
    let labelled = Set(place.gold.items.flatMap(\.messageIds))
    var answers: [RecordedAnswer] = []
    for message in place.gold.messages where !labelled.contains(message.id) {
      for sentence in message.text.split(whereSeparator: { ".!?\n".contains($0) }) {
        guard let task = Self.reported(sentence) else { continue }
        answers.append(
          RecordedAnswer(
            item: ActionItemJSON(
              task: task, assignee: message.sender, priority: "medium", messageId: message.id,
              quote: Self.words(String(sentence)).joined(separator: " "))))
      }
    }
    return answers
  }

  /// The work that a sentence such as "I've just sent the report to Ben" tells of.
  private static func reported(_ sentence: Substring) -> String? {
    let words = words(String(sentence))
    let fillers: Set = ["have", "just", "already", "also", "now"]
    guard let first = words.first?.lowercased(), ["i", "i've", "i’ve", "just"].contains(first)
    else { return nil }
    let rest = words.dropFirst().drop { fillers.contains($0.lowercased()) }
    guard rest.count >= 3, rest.count <= 25,
      let verb = rest.first.flatMap({ finishedVerbs[$0.lowercased()] })
    else { return nil }
    return ([verb] + rest.dropFirst().map(String.init)).joined(separator: " ")
  }

  private static let finishedVerbs = [
    "sent": "Send", "pushed": "Push", "fixed": "Fix", "merged": "Merge", "finished": "Finish",
    "added": "Add", "removed": "Remove", "updated": "Update", "wrote": "Write", "posted": "Post",
    "filed": "File", "opened": "Open", "closed": "Close", "created": "Create",
    "uploaded": "Upload", "committed": "Commit", "deployed": "Deploy", "installed": "Install",
    "changed": "Change", "moved": "Move", "emailed": "Email", "tested": "Test",
    "reviewed": "Review", "submitted": "Submit", "published": "Publish", "made": "Make",
    "built": "Build", "put": "Put", "found": "Find", "ran": "Run",
  ]
}
