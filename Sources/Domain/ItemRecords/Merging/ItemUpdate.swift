import ActionItems
import CivilTime

/// Works out what an item is after messages have spoken of it, or have ceased to.
///
/// The item follows from all that its messages say, in the order in which they were written: what an
/// older message says, read now for whatever reason, does not undo a later change of mind.
struct ItemUpdate {
  private(set) var known: KnownItem
  private let found: [Finding]
  private let before: [Statement]
  /// What the messages say now, in their order; without any there is no item.
  private(set) var statements: [Statement]

  /// Takes the item and its findings in the order of the messages; `isReread` tells which messages were
  /// read again, as a whole.
  init(_ known: KnownItem, _ found: [Finding], isReread: (Statement) -> Bool) {
    self.known = known
    self.found = found
    // What once made an item that was withdrawn says so no more.
    before = known.removal == .withdrawn ? [] : known.statements
    let told = found.map(\.said)
    // Silence about what is done does not open it again, and of what is done who reads it all at once does not say
    // that it was to be done.
    let isToldDone = told.contains(where: \.isDone)
    // Thousands of messages may say the same.
    let findings = Dictionary(grouping: told.indices) { told[$0].messageId }
    func firstFinding(of said: Statement) -> Int? {
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
        // Of a long message this is one part: the others have their say, too.
        statements[place].add(said)
      } else {
        places[said.messageId, default: []].append(statements.count)
        statements.append(said)
      }
    }
    self.statements = statements.sorted()
  }

  /// Whether messages say something else than before that may matter, be it that the item is the same.
  var isNews: Bool { statements.map(telling) != before.map(telling) }

  /// A statement without what is no news: another wording, and what a person has settled.
  private func telling(_ statement: Statement) -> Statement {
    var said = statement
    said.task = ""
    if known.isHeld(.assignee) { (said.assignee, said.assigneeId) = (nil, nil) }
    if known.isHeld(.deadline) { (said.deadline, said.timeZone) = (nil, nil) }
    if known.isHeld(.priority) { said.priority = .medium }
    if known.isHeld(.isComplete) { (said.isDone, said.isPerhapsDone) = (false, false) }
    // One alone stands before and behind none.
    if statements.count == 1 { said.order = 0 }
    return said
  }

  /// Brings the item in line with what is said; something has to be.
  mutating func apply() {
    for finding in found { known.noteWording(finding.task) }
    takeFields()
    if statements.count > Self.mostStatements || isAmongMany { thinOut() }
    takeSource()
    takeCompletion()
    known.statements = statements
  }

  /// An item rests on no more messages: what is said again and again is proven, and each change of an item writes all
  /// that it rests on.
  private static let mostStatements = 100

  /// Whether all that is added is older than what is known of an item that may have let go of it.
  private var isAmongMany: Bool {
    before.count < statements.count && statements.count > Self.mostStatements / 2
      && statements.last == before.last
  }

  /// Keeps half as many statements: those that the item follows from, and of the others some of each time, so that
  /// what is found again of any time is told from another task. Of years more are kept.
  private mutating func thinOut() {
    guard let best, let last = statements.last else { return }
    let fullest = fullest(best)
    let told = [
      best, fullest, last, statements.last(where: \.tellsWho),
      statements.last { $0.deadline != nil }, statements.last { $0.priority != .medium },
    ]
    func seconds(_ said: Statement) -> Int? { said.source.timestamp?.seconds }
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

  /// The message that states it best, and behind it all that it rests on.
  private mutating func takeSource() {
    guard let best else { return }
    if let first = found.first(where: { $0.said.isOfMessage(of: best) }) {
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

  /// The statement that words the task most fully, of those of whoever stated it or is to do it: nobody else
  /// words it for them.
  private func fullest(_ best: Statement) -> Statement {
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

  /// Bytes of a task that goes before another because it says more.
  private static let longestTitle = 160

  /// The first one, unless it says nothing of the task and another does.
  private var best: Statement? {
    guard let first = statements.first, statements.count > 1 else { return statements.first }
    let words = Set(WordList.telling(FoldedText(first.task)))
    func said(_ quote: String?) -> Int {
      quote.map { words.intersection(WordList.telling(FoldedText($0))).count } ?? 0
    }
    if said(first.quote) > 0 { return first }
    return statements.first { said($0.quote) >= 2 } ?? first
  }

  /// Who, by when and how urgent: the last message that says so counts.
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
      // Medium is what is said of tasks of whose urgency nothing is said.
      known.item.priority = statements.last { $0.priority != .medium }?.priority ?? .medium
    }
  }

  /// Done is what the last message says is done.
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
