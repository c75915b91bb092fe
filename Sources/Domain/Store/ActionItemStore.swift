public import ActionItems
public import CivilTime
public import ItemRecords

/// A store of action items in a folder: its items, and the messages that runs read to find them (`ExtractionMemory`).
///
/// Committed changes are on disk when the call returns. Several processes may use one store at the same time. Readers
/// take no lock and see only whole commits. The store works on its own thread.
public actor ActionItemStore {
  private let executor = QueueExecutor("actionitems.store")
  var journal: StoreJournal
  var cache = ItemCache()
  var observers = ObserverList()
  private var marks = ReadMarkersCache()
  /// The titles that the items of some conversations have yet to receive.
  private var titlesToCome: [String: String] = [:]
  /// The recognition index of each platform that was asked for.
  private var recognition: [String: RecognitionIndex] = [:]
  /// The messages that wait for batch replies; nil until they are first looked up.
  private var waiting: WaitingMessages?
  /// The journal's size at the last failed compaction. Automatic compaction is not retried until the journal is twice
  /// as long.
  var failedToCompactAt = 0
  var hasLookedForDamage = false
  /// Counts the items that only the journal has, for `size`.
  var added = AddedItems()
  let now: @Sendable () -> Timestamp

  /// The executor that runs the store's work on its own thread.
  public nonisolated var unownedExecutor: UnownedSerialExecutor {
    executor.asUnownedSerialExecutor()
  }

  /// The folder of the store.
  public nonisolated let folder: any StorageFolder

  /// Returns whether a folder contains a store.
  public nonisolated static func isThere(_ folder: any StorageFolder) throws -> Bool {
    try folder.identity(of: StoreIdentity.name) != nil
  }

  /// The store's random id.
  public nonisolated let id: String

  /// Opens a store. If the folder has no store, creates one if `creating` is true, or throws `StoreError.missing`.
  ///
  /// `now` returns the current time.
  public init(
    folder: any StorageFolder, creating: Bool, now: @escaping @Sendable () -> Timestamp
  ) throws {
    var identity = try StoreIdentity.read(in: folder)
    if identity == nil {
      // Creating another store here would lose the one that this journal belongs to.
      let names = try folder.names()
      guard !names.contains(StoreJournal.name), !names.contains(SnapshotLayout.folder) else {
        throw StoreError.damaged(
          path: "\(folder.path)/\(StoreIdentity.name)",
          problem: "it is missing, but the store's other files exist")
      }
      guard creating else { throw StoreError.missing(path: folder.path) }
      // Two processes may get here at the same time; only one creates the store.
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

  /// Opens the store in a folder on disk, with the system's clock.
  ///
  /// If the folder has no store, creates one if `creating` is true, or throws `StoreError.missing`.
  public init(path: String, creating: Bool = false) throws {
    let folder = creating ? try DiskFolder(creating: path) : try Self.existing(path)
    try self.init(folder: folder, creating: creating) { .now() }
  }

  private static func existing(_ path: String) throws -> DiskFolder {
    do {
      return try DiskFolder(existing: path)
    } catch  where error.isMissing {
      throw StoreError.missing(path: path)
    }
  }

  // MARK: - Reading

  /// The items of a conversation, or of all conversations, in list order.
  public func fetch(for conversation: String? = nil) throws -> [ActionItem] {
    try upToDate().current(ofConversation: conversation)
  }

  /// Passes the current items to `body`, in list order, until it returns false.
  ///
  /// They are read one by one, so a store of any size takes little memory.
  public func forEachItem(_ body: @Sendable (ItemRecord) throws -> Bool) throws {
    try upToDate().forEachStanding { try body($0.change.known) }
  }

  /// Passes the last change of each current item to `body`, in list order, until it returns false.
  public func forEachLastChange(_ body: @Sendable (StoreChange) throws -> Bool) throws {
    try upToDate().forEachStanding(body)
  }

  /// The last change of an item, removed or not; nil for an unknown id.
  public func lastChange(ofItem id: String) throws -> StoreChange? {
    try upToDate().change(ofItem: id)
  }

  /// The only item whose id begins with `beginning`, with its record.
  public func item(beginning: String) throws -> ItemRecord {
    try upToDate().item(beginning: beginning)
  }

  /// The current items with some ids, in list order. Unknown ids and removed items are left out.
  public func items(withIds ids: Set<String>) throws -> [ActionItem] {
    try records(withIds: ids).map(\.item).inListOrder()
  }

  /// The records of the current items with some ids, in no order.
  package func records(withIds ids: Set<String>) throws -> [ItemRecord] {
    let contents = try upToDate()
    return try ids.compactMap { try contents.known($0) }.filter { $0.removal == nil }
  }

  /// The number of the last line of the journal.
  public func lastSequence() throws -> Int {
    try catchUp()
    return journal.lastSequence
  }

  /// Returns whether an endpoint has read any message.
  public func hasEndpointMarks() throws -> Bool {
    try upToDate().hasEndpointMarks
  }

  /// The number of the next run.
  ///
  /// Everything that the run builds on is synced first, even if the process that wrote it died before its sync.
  /// Otherwise a power cut could lose read markers that the run relied on.
  public func nextRun() throws -> Int {
    try journal.locked { try $0.settle() }
    // Damage is reported now, and the affected messages are read again.
    try journal.lookThrough()
    try journal.lookThroughSnapshot()
    try catchUp()
    // A run that found nothing appears only in the history.
    return max(journal.contents.lastRun, try RunHistory(folder: folder).lastRun()) + 1
  }

  /// Whether any checked lines are damaged or missing.
  public var isDamaged: Bool {
    !journal.found.isEmpty || journal.hasLostEnd || journal.isSnapshotDamaged
  }

  /// Warnings about damage in the store's files, each returned once.
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

  /// Appends the changes that `make` derives from the store's current contents, with one sync.
  ///
  /// They form one commit, or several if there are very many; the rest goes into the last one.
  @discardableResult
  func writeChanges(
    run: Int? = nil, _ marks: [MarkLine] = [], undoneRun: Int? = nil,
    _ make: (StoreContents, Timestamp) throws -> [StoreChange]
  ) throws -> [StoreChange] {
    let at = now()
    try compactIfRepetitive()
    let own = try journal.write { contents, others in
      take(others, in: contents)
      return StoreCommit.commits(
        of: try make(contents, at), marks, undoneRun: undoneRun, end: CommitLine(at: at, run: run))
    }
    take(own, in: journal.contents)
    try compactIfDue()
    return own.changes
  }

  /// Applies what any process committed.
  func take(_ progress: StoreJournal.Progress, in contents: StoreContents) {
    if progress.isReplaced {
      // Changes from before the new journal, or purged ones, are not reported one by one.
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
  /// The read markers of a conversation.
  package func marks(forConversation id: String) throws -> ReadMarkers {
    try catchUp()
    return try currentMarks(forConversation: id)
  }

  private func currentMarks(forConversation id: String) throws -> ReadMarkers {
    let contents = journal.contents
    return try marks.marks(ofConversation: id, at: journal.lastSequence) {
      try contents.marks(ofConversation: id)
    }.waiting(for: try waitingMessages().digests(ofConversation: id))
  }

  /// The read markers of several conversations, and whether each has items.
  ///
  /// Covers the first conversations, up to the one that takes the total above `recalledDigests`.
  package func recall(_ ids: [String]) throws -> [ConversationState] {
    try catchUp()
    var found: [ConversationState] = []
    var held = 0
    for id in ids where held <= Self.recalledDigests {
      found.append(
        ConversationState(
          marks: try currentMarks(forConversation: id),
          hasItems: try journal.contents.hasItems(ofConversation: id)))
      held += found[found.count - 1].marks.heldCount
    }
    return found
  }

  /// The limit of digests held for conversations that have yet to start; one more conversation may exceed it.
  private static let recalledDigests = 4096

  /// Looks the messages up once: only holders of the run lock change batches, and readers of markers hold it, too.
  private func waitingMessages() throws -> WaitingMessages {
    if let waiting { return waiting }
    let found = try WaitingMessages(BatchLedger(store: folder), now: now())
    for damage in found.damages { journal.damages.note(damage) }
    waiting = found
    return found
  }

  /// The conversation of a platform that contains messages with some of these digests. It was read before this process
  /// started.
  package func conversation(holding digests: [UInt64], platform: String) throws -> String? {
    try catchUp()
    let index =
      try recognition[platform]
      ?? RecognitionIndex(
        journal.contents, try waitingMessages(), idPrefix: platform + ":")
    recognition[platform] = index
    return index.conversation(holding: digests)
  }

  /// The open items of a conversation.
  package func openItems(forConversation id: String) throws -> [ActionItem] {
    try fetch(for: id).filter { !$0.isComplete }
  }

  /// Saves the results of windows: one commit for each window, and one fdatasync for all.
  package func commit(_ outcomes: [WindowOutcome]) throws -> [[ItemChange]] {
    let at = now()
    // None of this is stored yet, and later windows of a conversation build on earlier ones.
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
        lines += commits[commits.count - 1].lineCount
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
    var commit = StoreCommit(end: CommitLine(at: at, run: run, usage: outcome.usage))
    commit.changes = changes.map { StoreChange(sequence: 0, at: at, run: run, change: $0) }
    for (readLevel, digests) in [(outcome.readLevel, outcome.digests), (.edited, outcome.edits)]
    where !digests.isEmpty {
      commit.marks.append(
        MarkLine(
          conversation: outcome.reading.conversation.id, readLevel: readLevel, run: run,
          digests: digests))
    }
    return commit
  }

  /// Applies the postponed titles to the items of their conversations.
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

  /// Records which windows failed, so that windows that keep failing can be set aside.
  package func note(_ failures: [FailedWindow], run: Int) throws {
    if failures.isEmpty { return }
    let lines = failures.map { failure in
      MarkLine(
        conversation: failure.conversationId, run: run, digests: failure.digests,
        what: failure.what, why: failure.why, refusedBy: failure.refusedBy,
        fatalAt: failure.fatalAt)
    }
    try writeChanges(run: run, lines) { _, _ in [] }
  }
}
