public import ActionItems
import CivilTime

/// The mentions of an item record (`statements`), and what follows from them: who closed the item, and its times.
extension ItemRecord {
  /// The item's mentions, in the order in which the messages were written.
  ///
  /// If they are not stored, each message is assumed to say what the item says.
  public var statements: [Mention] {
    get { keptStatements ?? implied }
    set {
      let sorted = newValue.sorted()
      keptStatements = sorted == implied ? nil : sorted
    }
  }

  /// The message that says that the item is done, with its words; nil while it is open, or if a person set that.
  public var closedBy: ActionItem.Evidence? {
    guard item.isComplete, !isHeld(.isComplete) else { return nil }
    return statements.last(where: \.isDone).map {
      ActionItem.Evidence(messageId: $0.messageId, quote: $0.quote)
    }
  }

  /// The message that may say that the item is done, with its words. Nil if the item is done, if a later message
  /// changed it, or if a person said that it is open.
  public var perhapsClosedBy: ActionItem.Evidence? {
    guard !item.isComplete, !isHeld(.isComplete), let last = keptStatements?.last,
      last.isPerhapsDone
    else { return nil }
    return ActionItem.Evidence(messageId: last.messageId, quote: last.quote)
  }

  /// Takes over the mentions of another version of the item.
  public mutating func takeStatements(of other: ItemRecord) {
    keptStatements = other.keptStatements
  }

  /// The mentions that must be stored next to the item, one for each piece of evidence and in that order. Nil for most
  /// items, which rest on one message.
  public var statementsToKeep: [Mention]? {
    guard let keptStatements else { return nil }
    // Nearly always the order matches the evidence, and there may be thousands.
    if stand(asEvidence: keptStatements) { return keptStatements }
    var rest = keptStatements
    var byPlace: [Mention] = []
    for evidence in item.evidence {
      func isIts(_ said: Mention) -> Bool {
        said.messageId == evidence.messageId && said.quote == evidence.quote
      }
      // Ids may be reused by another export. The best mention is the one with the item's source.
      let isBest = byPlace.isEmpty
      let place = isBest ? rest.firstIndex { isIts($0) && $0.source == item.source } : nil
      // If a person gave the item other evidence, that evidence counts.
      guard let place = place ?? rest.firstIndex(where: isIts) else { return nil }
      byPlace.append(rest.remove(at: place))
    }
    return rest.isEmpty ? byPlace : nil
  }

  /// Returns whether mentions match the evidence, in its order.
  private func stand(asEvidence statements: [Mention]) -> Bool {
    guard statements.count == item.evidence.count, statements.first?.source == item.source else {
      return false
    }
    return statements.indices.allSatisfy { place in
      let evidence = item.evidence[place]
      return statements[place].messageId == evidence.messageId
        && statements[place].quote == evidence.quote
    }
  }

  /// The number of earlier messages with the same time as the item's only one; nil unless it is the only extra value to
  /// store.
  public var orderToKeep: Int? {
    guard let only = keptStatements?.first, keptStatements?.count == 1 else { return nil }
    var said = only
    said.order = 0
    return only.order != 0 && [said] == implied ? only.order : nil
  }

  /// Sets the number of earlier messages with the same time as the item's only one.
  public mutating func take(order: Int) {
    guard keptStatements == nil, item.evidence.count == 1 else { return }
    var said = implied
    said[0].order = order
    statements = said
  }

  /// Returns whether the item may rest on a message: false only if all mentions with this id have other times in
  /// seconds. Another export may reuse an id.
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

  /// The known times of its messages, in seconds since 1970.
  var times: [Int] {
    guard let keptStatements else { return item.source.timestamp.map { [$0.seconds] } ?? [] }
    return keptStatements.compactMap { $0.source.timestamp?.seconds }
  }

  /// Returns whether a finding is newer than all its messages with known times.
  func isOlder(than finding: Finding) -> Bool {
    guard let last = times.max(), let found = finding.source.timestamp else { return false }
    return found.seconds > last
  }

  /// Returns whether a finding brings an archived item back: it is newer than all messages and than the archiving. The
  /// person who archived the item knew the earlier messages.
  func isBroughtBack(by finding: Finding) -> Bool {
    guard let away = item.archivedAt, let found = finding.source.timestamp else { return false }
    return isOlder(than: finding) && found.microseconds > away.microseconds
  }

  /// Whether the time of any of its messages is known.
  var isTimed: Bool {
    guard let keptStatements else { return item.source.timestamp != nil }
    return keptStatements.contains { $0.source.timestamp != nil }
  }

  /// Returns whether any of its messages was written within so many seconds of a time.
  func isSpokenOf(within reach: Int, of seconds: Int) -> Bool {
    func isNear(_ source: ActionItem.Source) -> Bool {
      source.timestamp.map { abs(seconds - $0.seconds) <= reach } ?? false
    }
    guard let keptStatements else { return isNear(item.source) }
    // The last mention is usually the closest.
    return keptStatements.indices.reversed().contains { isNear(keptStatements[$0].source) }
  }

  /// Whether the times of all its messages are known.
  var isDated: Bool {
    guard let keptStatements else {
      return item.evidence.count < 2 && item.source.timestamp != nil
    }
    return keptStatements.allSatisfy { $0.source.timestamp != nil }
  }

  /// The mentions that follow from the item itself: all are the same, except that the last one reports a done item.
  private var implied: [Mention] {
    let isDone = item.isComplete && !isHeld(.isComplete)
    let last = item.evidence.count - 1
    return item.evidence.enumerated().map { place, evidence in
      let isBest = place == 0
      // The senders and times of the other messages are unknown.
      let since = isDone && place == last ? item.completedAt : item.source.timestamp
      return Mention(
        messageId: evidence.messageId, quote: evidence.quote,
        source: isBest ? item.source : .init(platform: item.source.platform), order: place,
        since: isBest ? nil : since, task: item.task, assignee: item.assignee,
        assigneeId: item.assigneeId, deadline: item.deadline, timeZone: item.timeZone,
        priority: item.priority, isDone: isDone && place == last)
    }
  }
}
