import ActionItemModel
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

  /// What its messages say where the item alone does not tell, one for each piece of evidence and in
  /// their order: what has to be kept beside the item. Nil for most items, which rest on one message.
  public var statementsToKeep: [Statement]? {
    guard let keptStatements else { return nil }
    var byPlace: [Statement] = []
    for evidence in item.evidence {
      let said = keptStatements.first {
        $0.messageId == evidence.messageId && $0.quote == evidence.quote
      }
      // Where a person gave the item other evidence, that counts.
      guard let said else { return nil }
      byPlace.append(said)
    }
    return byPlace.count == keptStatements.count ? byPlace : nil
  }

  /// When a message that the item rests on was written; nil where that is not known.
  func time(ofMessage id: String) -> Timestamp? {
    if let keptStatements {
      return keptStatements.first { $0.messageId == id }?.source.timestamp
    }
    return id == item.messageId ? item.source.timestamp : nil
  }

  /// What its messages say as far as the item itself tells: all of them the same, except that the last one
  /// says that it is done.
  private var implied: [Statement] {
    let isDone = item.isComplete && !held.contains(.isComplete)
    let last = item.evidence.count - 1
    return item.evidence.enumerated().map { place, evidence in
      let isBest = place == 0
      // Of the others it is not known who wrote them and when.
      let since = isDone && place == last ? item.completedAt : item.source.timestamp
      return Statement(
        messageId: evidence.messageId, quote: evidence.quote,
        source: isBest ? item.source : .init(platform: item.source.platform),
        order: place, since: isBest ? nil : since, task: item.task, assignee: item.assignee,
        assigneeId: item.assigneeId,
        deadline: item.deadline, timeZone: item.timeZone, priority: item.priority,
        isDone: isDone && place == last)
    }
  }
}
