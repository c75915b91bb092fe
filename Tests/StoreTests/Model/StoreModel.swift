import ActionItems
import CivilTime
import Extraction
import ItemRecords
import Store

/// The expected contents of a store, kept in plain collections.
struct StoreModel: Equatable {
  /// A version of an item, with the number of the change that made it.
  struct Version: Equatable {
    var sequence: Int
    var run: Int?
    var known: ItemRecord
  }

  struct MarkRecord: Equatable {
    var conversation: String
    var readLevel: ReadLevel
    var run: Int
    var digests: [UInt64]
  }

  /// Every version of every item, oldest first.
  var versions: [String: [Version]] = [:]
  /// The item ids of each conversation, in the order in which they were found.
  var order: [String: [String]] = [:]
  var marks: [MarkRecord] = []
  var failures: [String: [UInt64: Int]] = [:]
  var undone: Set<Int> = []
  var lastRun = 0
  /// The conversation to purge during the next compaction.
  var purged: String?
  /// The last number that compaction has included.
  var compacted = 0

  /// An operation on a store.
  enum Operation {
    case commit([WindowOutcome])
    case fail(conversation: String, digest: UInt64, run: Int)
    case edit(id: String, task: String?, assignee: String?)
    case complete(id: String, Bool)
    case remove(id: String)
    case save(ActionItem)
    case undo(sequence: Int)
    case undoRun(Int)
    case compact
    case purge(conversation: String?, person: String?)
  }

  /// The expected effect of an operation.
  struct Effect {
    /// The changes of each commit; those of a maintenance commit come in any order.
    var changes: [ItemChange] = []
    var run: Int?
    var undoes: Int?
    var isOrdered = true
  }

  /// The reason why an operation should be refused.
  enum Refusal: Error {
    case refused
  }

  func last(_ id: String) -> ItemRecord? { versions[id]?.last?.known }

  func known(of conversation: String) -> [ItemRecord] {
    (order[conversation] ?? []).compactMap(last)
  }

  /// Every item, including removed ones, after its last change.
  var items: [String: ItemRecord] { versions.compactMapValues { $0.last?.known } }

  var current: [ActionItem] {
    items.values.filter { $0.removal == nil }.map(\.item).inListOrder()
  }

  func readLevel(of digest: UInt64, in conversation: String) -> ReadLevel? {
    marks.filter {
      $0.conversation == conversation && $0.digests.contains(digest) && !undone.contains($0.run)
    }.map(\.readLevel).max()
  }

  /// Applies a change that the store has numbered.
  mutating func apply(_ change: ItemChange, sequence: Int, run: Int?) {
    let known = change.known
    if versions[known.item.id] == nil {
      order[known.item.conversationId, default: []].append(known.item.id)
    }
    versions[known.item.id, default: []].append(
      Version(sequence: sequence, run: run, known: known))
  }

  /// Performs an operation at a time; applies marks and everything else without a number at once.
  mutating func perform(_ operation: Operation, at: Timestamp) throws -> [Effect] {
    purged = nil
    switch operation {
    case .commit(let outcomes): return commit(outcomes, at)
    case .fail(let conversation, let digest, let run):
      failures[conversation, default: [:]][digest, default: 0] += 1
      lastRun = max(lastRun, run)
      return []
    case .edit(let id, let task, let assignee):
      var known = try present(id)
      var fields: Set<ItemRecord.Field> = []
      if let task {
        known.item.task = task
        if !known.wordings.contains(task) { known.wordings.append(task) }
        fields.insert(.task)
      }
      if let assignee {
        known.item.assignee = assignee
        fields.insert(.assignee)
      }
      if let before = last(id), known == before, fields.allSatisfy(before.isJudged) { return [] }
      return [byPerson(.updated, known, at, fields)]
    case .complete(let id, let isComplete):
      var known = try isComplete ? present(id) : presentOrRemoved(id)
      if known.item.isComplete == isComplete, known.removal == nil { return [] }
      let before = known
      known.item.isComplete = isComplete
      known.item.completedAt = isComplete ? at : nil
      (known.removal, known.removalReason) = (nil, nil)
      return [
        byPerson(
          Self.kind(before, known), known, at,
          isComplete ? [.isComplete] : [.isComplete, .presence])
      ]
    case .remove(let id):
      var known = try present(id)
      known.removal = .person
      known.removalReason = "no"
      return [byPerson(.deleted, known, at, [.presence])]
    case .save(let item): return save(item, at)
    case .undo(let sequence): return [try undo(sequence, at)]
    case .undoRun(let run): return [try undoRun(run, at)]
    case .compact: return []
    case .purge(let conversation, let person):
      purged = conversation
      return purge(conversation, person, at)
    }
  }

  private func present(_ id: String) throws -> ItemRecord {
    guard let known = last(id), known.removal == nil else { throw Refusal.refused }
    return known
  }

  private func presentOrRemoved(_ id: String) throws -> ItemRecord {
    guard let known = last(id), known.removal != .purged else { throw Refusal.refused }
    return known
  }

  private func byPerson(
    _ kind: ItemChange.Kind, _ known: ItemRecord, _ at: Timestamp,
    _ fields: Set<ItemRecord.Field> = [],
    isTakenBack: (ItemRecord.Field) -> Bool = { _ in false }
  ) -> Effect {
    Effect(changes: [touched(kind, known, at, fields, isTakenBack: isTakenBack)])
  }

  /// A version is at least one millisecond later than the one it replaces, so that other machines see the order.
  private func touched(
    _ kind: ItemChange.Kind, _ known: ItemRecord, _ at: Timestamp,
    _ fields: Set<ItemRecord.Field> = [],
    _ setter: VersionStamp.Author = .person,
    isTakenBack: (ItemRecord.Field) -> Bool = { _ in false }
  ) -> ItemChange {
    var known = known
    known.item.updatedAt = at
    if let before = last(known.item.id)?.item.updatedAt {
      let millisecond = (Double(before.microseconds) / 1000).rounded(.down)
      let next = Timestamp(microseconds: (Int64(millisecond) + 1) * 1000)
      if let next, next.microseconds > at.microseconds { known.item.updatedAt = next }
    }
    // A purge leaves nothing of the item's earlier state.
    let before = setter == .purge ? known : last(known.item.id) ?? known
    known.noteSettings(by: setter, since: before, also: fields, isTakenBack: isTakenBack)
    return ItemChange(kind, known, by: .person)
  }

  private mutating func commit(_ outcomes: [WindowOutcome], _ at: Timestamp) -> [Effect] {
    var effects: [Effect] = []
    var later: [String: ConversationItems] = [:]
    for outcome in outcomes {
      let id = outcome.reading.conversation.id
      // Built from scratch each time: this model does not trust state that is kept between windows.
      var items = ConversationItems(later[id]?.all ?? known(of: id))
      let changes = Merger.changes(of: outcome.reading, to: &items, at: at)
      later[id] = items
      effects.append(Effect(changes: changes, run: outcome.reading.run))
      marks.append(
        MarkRecord(
          conversation: id, readLevel: outcome.readLevel, run: outcome.reading.run,
          digests: outcome.digests))
      lastRun = max(lastRun, outcome.reading.run)
    }
    return effects
  }

  private func save(_ item: ActionItem, _ at: Timestamp) -> [Effect] {
    let fields = Set(ItemRecord.Field.ofTask)
    guard var known = last(item.id) else {
      let known = ItemRecord(
        item: item, number: 0, firstMessageId: item.messageId, wordings: [item.task])
      return [byPerson(.created, known, at, fields)]
    }
    if known.item == item, known.removal == nil { return [] }
    let before = known
    known.item = item
    (known.removal, known.removalReason) = (nil, nil)
    return [byPerson(Self.kind(before, known), known, at, fields)]
  }

  private func undo(_ sequence: Int, _ at: Timestamp) throws -> Effect {
    let found = versions.values.compactMap { versions in
      versions.firstIndex { $0.sequence == sequence }.map { (versions, $0) }
    }.first
    guard sequence > compacted, let (versions, index) = found, index == versions.count - 1,
      versions[index].known.removal != .purged
    else { throw Refusal.refused }
    var known = versions[max(index - 1, 0)].known
    known.settings = versions[index].known.settings
    known.wordings = versions[index].known.wordings
    if index == 0 || known.removal == .withdrawn { known.removal = .person }
    let before = index == 0 ? nil : versions[index - 1].known
    var effect = byPerson(Self.kind(versions[index].known, known), known, at) {
      !(before?.isJudged($0) ?? false)
    }
    effect.undoes = sequence
    return effect
  }

  /// Whether a later run, not undone, has read messages of a run again.
  private func isReadAgain(_ run: Int) -> Bool {
    let own = marks.filter { $0.run == run }
    return marks.contains { later in
      later.run > run && !undone.contains(later.run)
        && own.contains {
          $0.conversation == later.conversation
            && !Set($0.digests).isDisjoint(with: later.digests)
        }
    }
  }

  private mutating func undoRun(_ run: Int, _ at: Timestamp) throws -> Effect {
    guard run >= 1, run <= lastRun, !undone.contains(run), !isReadAgain(run) else {
      throw Refusal.refused
    }
    undone.insert(run)
    var effect = Effect(isOrdered: false)
    for versions in versions.values {
      guard let known = versions.last?.known, !known.isTouched, known.item.run == run,
        known.removal == nil || known.removal == .withdrawn
      else { continue }
      // The versions before the run that the journal and the snapshot still hold.
      let kept = versions.filter { $0.sequence > compacted }
      let old = versions.last { $0.sequence <= compacted }
      var before: ItemRecord?
      if let first = kept.firstIndex(where: { $0.run == run }) {
        before = first > 0 ? kept[first - 1].known : old?.known
        if first == 0, old?.run == run { before = nil }
      }
      if before == nil, known.foundInRun == run || known.removal != nil {
        before = known
        before?.removal = known.foundInRun == run ? .withdrawn : nil
      }
      guard var before, before.removal == nil || known.removal == nil else { continue }
      before.item.run = nil
      before.settings = known.settings
      effect.changes.append(touched(Self.kind(known, before), before, at, [], .model))
    }
    return effect
  }

  /// Compaction's removal of failures: those of messages read later, and those of a purged conversation.
  mutating func forgetFailures() {
    if let purged { failures[purged] = nil }
    for (conversation, digests) in failures {
      for digest in digests.keys where readLevel(of: digest, in: conversation) != nil {
        failures[conversation]?[digest] = nil
      }
    }
  }

  private func purge(_ conversation: String?, _ person: String?, _ at: Timestamp) -> [Effect] {
    var effect = Effect(isOrdered: false)
    for known in items.values where known.removal != .purged {
      let item = known.item
      guard item.conversationId == conversation || person != nil && item.assignee == person else {
        continue
      }
      var blank = ActionItem(
        id: item.id, conversationId: item.conversationId, task: "", messageId: item.messageId,
        source: .init(platform: item.source.platform), extractedAt: item.extractedAt,
        model: item.model)
      blank.isComplete = item.isComplete
      var purged = ItemRecord(
        item: blank, number: known.number, firstMessageId: known.firstMessageId, wordings: [""],
        removal: .purged)
      purged.settings.base = .nothing
      effect.changes.append(touched(.deleted, purged, at, [.presence], .purge))
    }
    return effect.changes.isEmpty ? [] : [effect]
  }

  private static func kind(_ before: ItemRecord, _ after: ItemRecord) -> ItemChange.Kind {
    switch (before.removal == nil, after.removal == nil) {
    case (true, false): return .deleted
    case (false, true): return .created
    default: break
    }
    switch (before.item.isComplete, after.item.isComplete) {
    case (false, true): return .completed
    case (true, false): return .reopened
    default: return .updated
    }
  }
}
