public import ActionItems
import CivilTime

extension KnownItem {
  /// What its messages say of it, in the order in which they were written.
  ///
  /// Where that was not kept, each of them says what the item says.
  public var statements: [Statement] {
    get { keptStatements ?? implied }
    set {
      let sorted = newValue.sorted()
      keptStatements = sorted == implied ? nil : sorted
    }
  }

  /// The message that says that it is done, with the words in it; nil while it is open, and where a person said so.
  public var closedBy: ActionItem.Evidence? {
    guard item.isComplete, !isHeld(.isComplete) else { return nil }
    return statements.last(where: \.isDone).map {
      ActionItem.Evidence(messageId: $0.messageId, quote: $0.quote)
    }
  }

  /// The message that may say that the item is done, with its words; nil if the item is done, if a later message changed
  /// it, or if a person said that it is open.
  public var perhapsClosedBy: ActionItem.Evidence? {
    guard !item.isComplete, !isHeld(.isComplete), let last = keptStatements?.last,
      last.isPerhapsDone
    else { return nil }
    return ActionItem.Evidence(messageId: last.messageId, quote: last.quote)
  }

  /// Takes over what another version of the item has its messages say.
  public mutating func takeStatements(of other: KnownItem) {
    keptStatements = other.keptStatements
  }

  /// What its messages say where the item alone does not tell, one for each piece of evidence and in
  /// their order: what has to be kept beside the item. Nil for most items, which rest on one message.
  public var statementsToKeep: [Statement]? {
    guard let keptStatements else { return nil }
    // Nearly always they stand as the evidence does, and there may be thousands.
    if stand(asEvidence: keptStatements) { return keptStatements }
    var rest = keptStatements
    var byPlace: [Statement] = []
    for evidence in item.evidence {
      func isIts(_ said: Statement) -> Bool {
        said.messageId == evidence.messageId && said.quote == evidence.quote
      }
      // Ids may begin anew: the best one is the one of its time.
      let isBest = byPlace.isEmpty
      let place = isBest ? rest.firstIndex { isIts($0) && $0.source == item.source } : nil
      // Where a person gave the item other evidence, that counts.
      guard let place = place ?? rest.firstIndex(where: isIts) else { return nil }
      byPlace.append(rest.remove(at: place))
    }
    return rest.isEmpty ? byPlace : nil
  }

  /// Whether statements are those of the evidence, in its order.
  private func stand(asEvidence statements: [Statement]) -> Bool {
    guard statements.count == item.evidence.count, statements.first?.source == item.source else {
      return false
    }
    return statements.indices.allSatisfy { place in
      let evidence = item.evidence[place]
      return statements[place].messageId == evidence.messageId
        && statements[place].quote == evidence.quote
    }
  }

  /// How many messages of the same time stand before the item's only one, where the item tells everything
  /// else that is to be kept; nil otherwise.
  public var orderToKeep: Int? {
    guard let only = keptStatements?.first, keptStatements?.count == 1 else { return nil }
    var said = only
    said.order = 0
    return only.order != 0 && [said] == implied ? only.order : nil
  }

  /// Takes over how many messages of the same time stand before the item's only one.
  public mutating func take(order: Int) {
    guard keptStatements == nil, item.evidence.count == 1 else { return }
    var said = implied
    said[0].order = order
    statements = said
  }

  /// Whether a message that the item rests on has an id and, where both are known, a time in seconds: ids
  /// may begin anew in another export.
  func rests(onMessage id: String, writtenAt time: Int?) -> Bool {
    guard let time else { return true }
    guard let keptStatements else {
      guard id == item.messageId, let first = item.source.timestamp else { return true }
      return first.seconds == time
    }
    var isNamed = false
    for said in keptStatements where said.messageId == id {
      guard let written = said.source.timestamp, written.seconds != time else { return true }
      isNamed = true
    }
    return !isNamed
  }

  /// When its messages were written, in seconds, as far as that is known.
  var times: [Int] {
    guard let keptStatements else { return item.source.timestamp.map { [$0.seconds] } ?? [] }
    return keptStatements.compactMap { $0.source.timestamp?.seconds }
  }

  /// Whether a finding is newer than all messages that it rests on, as far as that is known.
  func isOlder(than finding: Finding) -> Bool {
    guard let last = times.max(), let found = finding.source.timestamp else { return false }
    return found.seconds > last
  }

  /// Whether a finding is newer than all that, and than the archiving: who put it away knew what was written by then.
  func isBroughtBack(by finding: Finding) -> Bool {
    guard let away = item.archivedAt, let found = finding.source.timestamp else { return false }
    return isOlder(than: finding) && found.microseconds > away.microseconds
  }

  /// Whether it is known of any of its messages when it was written.
  var isTimed: Bool {
    guard let keptStatements else { return item.source.timestamp != nil }
    return keptStatements.contains { $0.source.timestamp != nil }
  }

  /// Whether any of its messages was written at most so many seconds before or after a time.
  func isSpokenOf(within reach: Int, of seconds: Int) -> Bool {
    func isNear(_ source: ActionItem.Source) -> Bool {
      source.timestamp.map { abs(seconds - $0.seconds) <= reach } ?? false
    }
    guard let keptStatements else { return isNear(item.source) }
    // Most are spoken of again soon after they were spoken of last.
    return keptStatements.indices.reversed().contains { isNear(keptStatements[$0].source) }
  }

  /// Whether it is known of all its messages when they were written.
  var isDated: Bool {
    guard let keptStatements else {
      return item.evidence.count < 2 && item.source.timestamp != nil
    }
    return keptStatements.allSatisfy { $0.source.timestamp != nil }
  }

  /// What its messages say as far as the item itself tells: all of them the same, except that the last one
  /// says that it is done.
  private var implied: [Statement] {
    let isDone = item.isComplete && !isHeld(.isComplete)
    let last = item.evidence.count - 1
    return item.evidence.enumerated().map { place, evidence in
      let isBest = place == 0
      // Of the others it is not known who wrote them and when.
      let since = isDone && place == last ? item.completedAt : item.source.timestamp
      return Statement(
        messageId: evidence.messageId, quote: evidence.quote,
        source: isBest ? item.source : .init(platform: item.source.platform), order: place,
        since: isBest ? nil : since, task: item.task, assignee: item.assignee,
        assigneeId: item.assigneeId, deadline: item.deadline, timeZone: item.timeZone,
        priority: item.priority, isDone: isDone && place == last)
    }
  }
}
