import ActionItems
import CivilTime

/// Derives an item from its mentions after messages have added some or removed some, or after a merge.
///
/// The fields that no person set follow from the mentions in the order in which they were written. An older message
/// that is read now does not undo a later decision.
struct ItemUpdate {
  private(set) var known: ItemRecord
  private let found: [Finding]
  private let before: [Mention]
  /// The current mentions in order; without any, there is no item.
  private(set) var statements: [Mention]

  /// Takes the item and its findings in message order. `isReread` returns whether a message was read again as a whole.
  init(_ known: ItemRecord, _ found: [Finding], isReread: (Mention) -> Bool) {
    self.known = known
    self.found = found
    // The mentions that once supported a withdrawn item no longer count.
    before = known.removal == .withdrawn ? [] : known.statements
    let told = found.map(\.mention)
    // A reread without a finding does not reopen a done item. A model that sees a task and its completion together
    // reports only the completion.
    let isToldDone = told.contains(where: \.isDone)
    // Indexed, because thousands of messages may say the same.
    let findings = Dictionary(grouping: told.indices) { told[$0].messageId }
    func firstFinding(of said: Mention) -> Int? {
      findings[said.messageId]?.first { told[$0].isOfMessage(of: said) }
    }
    var statements = before.filter { said in
      said.isDone || isToldDone || !isReread(said) || firstFinding(of: said) != nil
    }
    var places = Dictionary(grouping: statements.indices) { statements[$0].messageId }
    for (index, said) in told.enumerated() {
      let place = places[said.messageId]?.first { statements[$0].isOfMessage(of: said) }
      let isFirst = firstFinding(of: said) == index
      if let place, isFirst, isReread(said) {
        statements[place] = said
      } else if let place {
        // This is one part of a long message; the other parts count, too.
        statements[place].add(said)
      } else {
        places[said.messageId, default: []].append(statements.count)
        statements.append(said)
      }
    }
    self.statements = statements.sorted()
  }

  /// Takes an item with other mentions.
  init(_ known: ItemRecord, with statements: [Mention]) {
    (self.known, found, before) = (known, [], known.statements)
    self.statements = statements.sorted()
  }

  /// Whether the mentions changed in a way that may matter, even if the item itself did not.
  var isNews: Bool { statements.map(news) != before.map(news) }

  /// A mention without the parts that are not news: the wording, and fields that a person set.
  private func news(_ statement: Mention) -> Mention {
    var said = statement
    said.task = ""
    if known.isHeld(.assignee) { (said.assignee, said.assigneeId) = (nil, nil) }
    if known.isHeld(.deadline) { (said.deadline, said.timeZone) = (nil, nil) }
    if known.isHeld(.priority) { said.priority = .medium }
    if known.isHeld(.isComplete) { (said.isDone, said.isPerhapsDone) = (false, false) }
    // The order of a single mention has no meaning.
    if statements.count == 1 { said.order = 0 }
    return said
  }

  /// Updates the item from its mentions. At least one must be left.
  mutating func apply() {
    for finding in found { known.noteWording(finding.task) }
    takeFields()
    if statements.count > Self.mostStatements || isAmongMany { thinOut() }
    takeSource()
    takeCompletion()
    known.statements = statements
  }

  /// The most mentions kept of an item. More would prove nothing, and each change of an item writes all of them.
  private static let mostStatements = 100

  /// Whether mentions were added, but none after the last one, to an item that may have dropped some.
  private var isAmongMany: Bool {
    before.count < statements.count && statements.count > Self.mostStatements / 2
      && statements.last == before.last
  }

  /// Keeps about half of the mentions: those that determine the item, and a sample over time.
  ///
  /// The sample distinguishes a repeated finding of any time from another task. Items that span years keep more.
  private mutating func thinOut() {
    guard let best, let last = statements.last else { return }
    let fullest = fullest(best)
    let told = [
      best, fullest, last, statements.last(where: \.tellsWho),
      statements.last { $0.deadline != nil }, statements.last { $0.priority != .medium },
    ]
    func seconds(_ said: Mention) -> Int? { said.source.timestamp?.seconds }
    let times = statements.compactMap(seconds)
    let span = (times.max() ?? 0) - (times.min() ?? 0)
    let distance = min(max(2 * span / Self.mostStatements, 1), ItemMatcher.reach)
    var next = Int.min
    statements = statements.enumerated().filter { place, said in
      let isDue = seconds(said).map { $0 >= next } ?? false
      if isDue, let time = seconds(said) { next = time + distance }
      return isDue || place == 0 || told.contains(said)
    }.map(\.element)
  }

  /// Sets the best message, and the evidence with that message first.
  private mutating func takeSource() {
    guard let best else { return }
    if let first = found.first(where: { $0.mention.isOfMessage(of: best) }) {
      known.context = first.context
    } else if best.messageId != known.item.messageId {
      known.context = []
    }
    known.item.messageId = best.messageId
    known.item.quote = best.quote
    known.item.source = best.source
    if !known.isHeld(.task) { known.item.task = fullest(best).task }
    let all = [best] + statements.filter { !$0.isOfMessage(of: best) }
    known.item.evidence = all.map { .init(messageId: $0.messageId, quote: $0.quote) }
  }

  /// The mention that words the task most fully, among those of its author or assignee. Other people do not decide
  /// their wording.
  private func fullest(_ best: Mention) -> Mention {
    if statements.count == 1 { return best }
    var fullest = (said: best, wording: TaskWording(best.task))
    for said in statements where !said.isDone && said.task != fullest.said.task {
      let isTheirs =
        said.source.sender == best.source.sender || said.source.sender == known.item.assignee
      guard isTheirs, said.task.utf8.count <= Self.longestTitle else { continue }
      let wording = TaskWording(said.task)
      if wording.saysMore(than: fullest.wording) { fullest = (said, wording) }
    }
    return fullest.said
  }

  /// The most bytes of a task that is preferred because it says more.
  private static let longestTitle = 160

  /// The first mention; if its quote has none of its task's words, the first one whose quote has two or more of them.
  private var best: Mention? {
    guard let first = statements.first, statements.count > 1 else { return statements.first }
    let words = Set(WordList.contentWords(of: NormalisedText(first.task)))
    func said(_ quote: String?) -> Int {
      quote.map { words.intersection(WordList.contentWords(of: NormalisedText($0))).count } ?? 0
    }
    if said(first.quote) > 0 { return first }
    return statements.first { said($0.quote) >= 2 } ?? first
  }

  /// Sets assignee, deadline and priority. The last message that states each one counts.
  private mutating func takeFields() {
    if !known.isHeld(.assignee) {
      let last = statements.last(where: \.tellsWho)
      known.item.assignee = last?.assignee
      known.item.assigneeId = last?.assigneeId
    }
    if !known.isHeld(.deadline) {
      let last = statements.last { $0.deadline != nil }
      known.item.deadline = last?.deadline
      known.item.timeZone = last?.timeZone
    }
    if !known.isHeld(.priority) {
      // Medium is the default for messages without any urgency.
      known.item.priority = statements.last { $0.priority != .medium }?.priority ?? .medium
    }
  }

  /// The item is done if the last certain mention says so.
  private mutating func takeCompletion() {
    guard !known.isHeld(.isComplete),
      let last = statements.last(where: { $0.isDone || !$0.isPerhapsDone })
    else { return }
    if last.isDone {
      let isSame = known.item.isComplete && before.last.map(last.isOfMessage) ?? false
      if !isSame { known.item.completedAt = last.source.timestamp ?? known.item.completedAt }
      known.item.isComplete = true
    } else {
      known.item.isComplete = false
      known.item.completedAt = nil
    }
  }
}
