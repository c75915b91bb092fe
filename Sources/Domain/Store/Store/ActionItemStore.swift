public import ActionItems
public import CivilTime
public import ItemRecords

/// The action items of a store folder, and what has been read to find them.
///
/// What is committed is on disk when the call returns. Several processes may use one store at the same
/// time: readers take no lock and see whole commits only. The store works on a thread of its own.
public actor ActionItemStore {
  private let executor = QueueExecutor("actionitems.store")
  var journal: StoreJournal
  var cache = ItemCache()
  var observers = ObserverList()
  private var marks = MarksCache()
  /// The titles that all items of some conversations are still to bear.
  private var titlesToCome: [String: String] = [:]
  private var recognition: [String: RecognitionIndex] = [:]
  /// What waits for the answers of batches, once that was looked up.
  private var waiting: WaitingMessages?
  /// The journal's size when compacting failed last: until it is twice as long, that is not tried again by itself.
  var failedToCompactAt = 0
  var hasLookedForDamage = false
  let now: @Sendable () -> Timestamp

  /// Runs the store's work on its own thread.
  public nonisolated var unownedExecutor: UnownedSerialExecutor {
    executor.asUnownedSerialExecutor()
  }

  /// The folder that the store lies in.
  public nonisolated let folder: any StorageFolder

  /// Whether a folder still has a store.
  public nonisolated static func isThere(_ folder: any StorageFolder) throws -> Bool {
    try folder.identity(of: StoreIdentity.name) != nil
  }
  /// The store's random id.
  public nonisolated let id: String

  /// Opens a store; where there is none, makes one or throws `StoreError.missing`.
  ///
  /// `now` tells the time.
  public init(
    folder: any StorageFolder, creating: Bool, now: @escaping @Sendable () -> Timestamp
  ) throws {
    var identity = try StoreIdentity.read(in: folder)
    if identity == nil {
      // To make another store here would be to lose the one whose journal this is.
      let names = try folder.names()
      guard !names.contains(StoreJournal.name), !names.contains(SnapshotLayout.folder) else {
        throw StoreError.damaged(
          path: "\(folder.path)/\(StoreIdentity.name)",
          problem: "it is missing, and the store's other files are there")
      }
      guard creating else { throw StoreError.missing(path: folder.path) }
      // Two processes may come here together; one of them makes the store.
      let lock = try folder.lock(StoreJournal.lockName, wait: true)
      identity = try StoreIdentity.read(in: folder) ?? StoreIdentity.create(in: folder)
      withExtendedLifetime(lock) {}
    }
    guard let identity else { throw StoreError.missing(path: folder.path) }
    var journal = StoreJournal(folder: folder, identity: identity)
    try journal.lookAhead()
    self.journal = journal
    self.folder = folder
    self.now = now
    id = identity.id
  }

  // MARK: - Reading

  /// The items of a conversation, or of all, in repository order.
  public func fetch(for conversation: String? = nil) throws -> [ActionItem] {
    try upToDate().current(ofConversation: conversation)
  }

  /// Hands out the items that are there, in repository order, until `body` returns false.
  ///
  /// They pass one by one: a store of any size takes little memory.
  public func forEachItem(_ body: @Sendable (KnownItem) throws -> Bool) throws {
    try upToDate().forEachStanding { try body($0.change.known) }
  }

  /// As `forEachItem`, with the last change of each item.
  public func forEachLastChange(_ body: @Sendable (StoreChange) throws -> Bool) throws {
    try upToDate().forEachStanding(body)
  }

  /// The last change of an item, removed or not; nil where the id names none.
  public func lastChange(ofItem id: String) throws -> StoreChange? {
    try upToDate().change(ofItem: id)
  }

  /// The one item whose id begins so, with what is known around it.
  public func item(beginning: String) throws -> KnownItem {
    try upToDate().item(beginning: beginning)
  }

  /// The items of some ids, as they are now, in repository order; ids that name none are passed over.
  public func items(withIds ids: Set<String>) throws -> [ActionItem] {
    let contents = try upToDate()
    return try ids.compactMap { try contents.known($0) }.filter { $0.removal == nil }
      .map(\.item).inRepositoryOrder()
  }

  /// The number of the last change or mark.
  public func lastSequence() throws -> Int {
    try catchUp()
    return journal.lastSequence
  }

  /// Whether an endpoint has read any message.
  public func hasEndpointMarks() throws -> Bool {
    try upToDate().hasEndpointMarks
  }

  /// The number for the next run.
  ///
  /// What the run builds on outlasts a power cut from then on, even if whoever wrote it died before it said
  /// so: what is found to be read already must not have to be read again.
  public func nextRun() throws -> Int {
    try journal.locked { try $0.settle() }
    // What is damaged is told now, and its messages are read again.
    try journal.lookThrough()
    try journal.lookThroughSnapshot()
    try catchUp()
    // A run that found nothing stands in the history alone.
    return max(journal.contents.lastRun, try RunHistory(folder: folder).lastRun()) + 1
  }

  /// Whether lines that were looked at are not as they were written, or missing.
  public var isDamaged: Bool {
    !journal.found.isEmpty || journal.hasLostEnd || journal.isSnapshotDamaged
  }

  /// Sentences about what was found amiss in the store's files, each told once.
  public func takeWarnings() -> [String] { journal.damages.take() }

  func catchUp() throws {
    let progress = try journal.catchUp()
    take(progress, in: journal.contents)
  }

  func upToDate() throws -> StoreContents {
    try catchUp()
    return journal.contents
  }

  // MARK: - Writing

  /// Appends the changes that `make` finds due in what the store holds now, with one sync: as one commit,
  /// or, where they are very many, as several, `other` lines in the last one.
  @discardableResult
  func writeChanges(
    run: Int? = nil, and other: [StoreLine] = [],
    _ make: (StoreContents, Timestamp) throws -> [StoreChange]
  ) throws -> [StoreChange] {
    let at = now()
    try compactIfRepetitive()
    let own = try journal.write { contents, others in
      take(others, in: contents)
      return StoreCommit.commits(
        of: try make(contents, at), other, end: CommitLine(at: at, run: run))
    }
    take(own, in: journal.contents)
    try compactIfDue()
    return own.changes
  }

  /// Takes over what was committed, by whomever.
  func take(_ progress: StoreJournal.Progress, in contents: StoreContents) {
    if progress.isReplaced {
      // What changed before the new journal begins, or was purged, is not told one by one.
      cache.removeAll()
    } else if progress.changes.isEmpty {
      return
    }
    cache.apply(progress.changes)
    observers.notify(progress.isReplaced ? nil : progress.changes) {
      try contents.current(ofConversation: $0)
    }
  }
}

extension ActionItemStore: ExtractionMemory {
  /// The messages of a conversation that have been read.
  package func marks(forConversation id: String) throws -> Marks {
    try catchUp()
    return try currentMarks(forConversation: id)
  }

  private func currentMarks(forConversation id: String) throws -> Marks {
    let contents = journal.contents
    return try marks.marks(ofConversation: id, at: journal.lastSequence) {
      try contents.marks(ofConversation: id)
    }.waiting(for: try waitingMessages().digests(ofConversation: id))
  }

  /// The same of several conversations, and whether they have items, looked up together: of the first,
  /// and of those behind it up to the one with which their digests exceed `recalledDigests`.
  package func recall(_ ids: [String]) throws -> [Recollection] {
    try catchUp()
    var found: [Recollection] = []
    var held = 0
    for id in ids where held <= Self.recalledDigests {
      found.append(
        Recollection(
          marks: try currentMarks(forConversation: id),
          hasItems: try journal.contents.hasItems(ofConversation: id)))
      held += found[found.count - 1].marks.heldCount
    }
    return found
  }

  /// So many may be held for conversations that are still to begin, beside one more conversation's.
  private static let recalledDigests = 4096

  /// Looked up once: who changes it holds the run lock, as does who reads marks.
  private func waitingMessages() throws -> WaitingMessages {
    if let waiting { return waiting }
    let found = try WaitingMessages(BatchLedger(store: folder), now: now())
    for damage in found.damages { journal.damages.note(damage) }
    waiting = found
    return found
  }

  /// The conversation of a platform that was read before this process began and holds messages with some of
  /// these digests.
  package func conversation(holding digests: [UInt64], platform: String) throws -> String? {
    try catchUp()
    let index =
      try recognition[platform]
      ?? RecognitionIndex(
        journal.contents, try waitingMessages(), idPrefix: platform + ":")
    recognition[platform] = index
    return index.conversation(holding: digests)
  }

  /// The items of a conversation that are open.
  package func openItems(forConversation id: String) throws -> [ActionItem] {
    try fetch(for: id).filter { !$0.isComplete }
  }

  /// Keeps what windows yielded, one commit a window, all of them with one fdatasync.
  package func commit(_ outcomes: [WindowOutcome]) throws -> [[ItemChange]] {
    let at = now()
    // Nothing of this is in the store yet; later windows of a conversation build on earlier ones.
    var items: [String: ConversationItems] = [:]
    var all: [[ItemChange]] = []
    var lines = 0
    func make(
      _ contents: StoreContents, _ others: StoreJournal.Progress
    ) throws -> [StoreCommit] {
      take(others, in: contents)
      var commits: [StoreCommit] = []
      for outcome in outcomes {
        let id = outcome.reading.conversation.id
        if items[id] == nil {
          items[id] =
            try cache.take(itemsOfConversation: id)
            ?? ConversationItems(
              contents.items(ofConversation: id), titleToCome: titlesToCome[id])
        }
        let changes = Merger.changes(
          of: outcome.reading, to: &items[id, default: ConversationItems()], at: at)
        commits.append(Self.commit(outcome, changes, at: at))
        lines += commits[commits.count - 1].entries.count + 1
        all.append(changes)
      }
      return commits
    }
    do {
      take(try journal.write(tellsPart: true, make), in: journal.contents)
    } catch let part as StoreJournal.WrittenInPart {
      take(journal.takeUntold(), in: journal.contents)
      throw KeptInPart(changes: Array(all.prefix(part.commits)), cause: part.cause)
    }
    marks.note(outcomes, lines: lines, upTo: journal.lastSequence)
    for (id, items) in items { titlesToCome[id] = items.titleToCome }
    cache.keep(items, where: marks.comesAgain)
    try compactIfDue()
    return all
  }

  private static func commit(
    _ outcome: WindowOutcome, _ changes: [ItemChange], at: Timestamp
  ) -> StoreCommit {
    let run = outcome.reading.run
    var entries = changes.map {
      StoreLine.change(StoreChange(sequence: 0, at: at, run: run, change: $0))
    }
    for (grade, digests) in [(outcome.grade, outcome.digests), (.edited, outcome.edits)]
    where !digests.isEmpty {
      let marks = MarkLine(
        conversation: outcome.reading.conversation.id, grade: grade, run: run, digests: digests)
      entries.append(.marks(marks))
    }
    return StoreCommit(
      entries: entries, end: CommitLine(at: at, run: run, usage: outcome.usage))
  }

  /// Gives the items of conversations the titles that were put off.
  package func settle(run: Int) throws -> [ItemChange] {
    let titles = titlesToCome.sorted { $0.key < $1.key }
    titlesToCome = [:]
    if titles.isEmpty { return [] }
    return try writeChanges(run: run) { contents, at in
      try titles.flatMap { id, title in
        var items = ConversationItems(try contents.items(ofConversation: id))
        return Merger.retitle(&items, to: title, at: at).map {
          StoreChange(sequence: 0, at: at, run: run, change: $0)
        }
      }
    }.map(\.change)
  }

  /// Keeps which windows failed, so that those that go on failing can be set aside.
  package func note(_ failures: [FailedWindow], run: Int) throws {
    if failures.isEmpty { return }
    let lines = failures.map { failure in
      StoreLine.marks(
        MarkLine(
          conversation: failure.conversationId, run: run, digests: failure.digests,
          what: failure.what, why: failure.why, refusedBy: failure.refusedBy,
          fatalAt: failure.fatalAt))
    }
    try writeChanges(run: run, and: lines) { _, _ in [] }
  }
}
