import ActionItems
import ItemRecords

/// What a store holds: a snapshot, and the journal's lines that lie over it.
///
/// Items and marks stay on disk until they are asked for.
struct StoreContents {
  /// What compaction left, if it ever ran.
  let snapshot: Snapshot?
  /// What was committed since.
  var tail = TailIndex()
  let journal: PlacedLines?
  /// What is passed over because it is damaged.
  let damages: DamageLog

  /// The highest number that a run had.
  var lastRun: Int { max(snapshot?.summary.lastRun ?? 0, tail.lastRun) }
  /// Whether any message was read by an endpoint.
  var hasEndpointMarks: Bool {
    snapshot?.summary.hasEndpointMarks ?? false || tail.hasEndpointMarks
  }
  /// Runs whose marks do not count.
  var undoneRuns: Set<Int> { tail.undoneRuns.union(snapshot?.summary.undoneRuns ?? []) }

  // MARK: - Items

  /// The item of an id as its last change left it, removed or not; nil where there is none.
  func change(ofItem id: String) throws -> StoreChange? {
    let key = ItemKey(id)
    let found = try tail.item(key).map { try change(of: $0) } ?? snapshot?.item(key)
    return found?.change.known.item.id == id ? found : nil
  }

  /// The item of an id; nil where there is none.
  func known(_ id: String) throws -> KnownItem? { try change(ofItem: id)?.change.known }

  func change(of item: TailIndex.Item) throws -> StoreChange {
    try journalLines().change(at: item.place.offset, meant: item.place)
  }

  func journalLines() throws -> PlacedLines {
    guard let journal else { throw StoreError.noJournal }
    return journal
  }

  /// What stands for an item whose last change is damaged: the last whole one, taken away where that is what
  /// the damaged one did.
  func standing(of item: TailIndex.Item) throws -> StoreChange? {
    var found: StoreChange?
    if let place = tail.lost[item.key] ?? nil {
      var older = item
      older.place = place
      found = try damages.passing { try change(of: older) }
    }
    if found == nil { found = try damages.passing { try snapshot?.item(item.key) } ?? nil }
    guard var change = found else { return nil }
    if item.isRemoved, change.change.known.removal == nil {
      change.change.known.removal = .person
      change.change.known.noteSettings(by: .person, since: change.change.known, also: [.presence])
    }
    return change
  }

  /// The item of an id as its last change left it, or what stands for that.
  func standingChange(ofItem id: String) throws -> StoreChange? {
    if let whole = try damages.passing({ try change(ofItem: id) }) { return whole }
    guard let item = tail.item(ItemKey(id)), let standing = try standing(of: item),
      standing.change.known.item.id == id
    else { return nil }
    return standing
  }

  /// The one item that is there and whose id begins so; or the one that was removed, unless it was purged or
  /// nothing is known of it but that.
  func item(beginning: String, isRemoved: Bool = false) throws -> KnownItem {
    func isWanted(_ known: KnownItem) -> Bool {
      (known.removal != nil) == isRemoved && known.removal != .purged
        && !(isRemoved && known.item.task.isEmpty)
    }
    if let exact = try known(beginning), isWanted(exact) { return exact }
    let wanted = beginning.lowercased()
    guard let range = ItemKey.range(beginning: wanted) else {
      throw StoreError.noItem(beginning: beginning, matches: 0)
    }
    // Removed items have ids, too; whether more than one is left is all that matters.
    var found: [KnownItem] = []
    func take(_ known: KnownItem?) {
      // The key of an id that is no UUID is a hash of it.
      if let known, isWanted(known), known.item.id.lowercased().hasPrefix(wanted) {
        found.append(known)
      }
    }
    for item in tail.items
    where range.contains(item.key) && item.isRemoved == isRemoved && found.count < 2 {
      take(try damages.passing { try change(of: item).change.known })
    }
    if let snapshot, found.count < 2 {
      try snapshot.forEachPlace(range) { key, offset in
        if tail.item(key) == nil {
          take(try damages.passing { try snapshot.items.change(at: offset).change.known })
        }
        return found.count < 2
      }
    }
    guard found.count == 1 else {
      throw StoreError.noItem(beginning: beginning, matches: found.count)
    }
    return found[0]
  }

  /// The one item whose id begins so, there or removed; what is there goes first.
  func itemOrRemoved(
    beginning: String, where isMeant: (KnownItem) -> Bool = { _ in true }
  ) throws -> KnownItem {
    do {
      return try item(beginning: beginning)
    } catch StoreError.noItem(_, matches: 0) {
      let removed = try item(beginning: beginning, isRemoved: true)
      if isMeant(removed) { return removed }
      throw StoreError.noItem(beginning: beginning, matches: 0)
    }
  }

  /// The one item whose id begins so, there or archived; what is there goes first.
  func itemOrArchived(beginning: String) throws -> KnownItem {
    try itemOrRemoved(beginning: beginning) { $0.removal == .archived }
  }

  /// The items of a conversation, removed ones too, in the order of their finding.
  ///
  /// Of an item whose last change is damaged the one before stands for it, so that it is not found anew; to
  /// be shown, `withStale` is false, and it is left out.
  func items(ofConversation id: String, withStale: Bool = true) throws -> [KnownItem] {
    let key = ConversationKey(id)
    var items = try snapshot?.items(of: key, damages).map(\.change.known) ?? []
    var places: [String: Int] = [:]
    var stale: Set<ItemKey> = []
    for (place, known) in items.enumerated() { places[known.item.id] = place }
    for newer in tail.items(of: key) {
      var known = try damages.passing { try change(of: newer).change.known }
      if known == nil {
        stale.insert(newer.key)
        known = try standing(of: newer)?.change.known
      }
      guard let known else { continue }
      if let place = places[known.item.id] { items[place] = known } else { items.append(known) }
    }
    if !withStale, !stale.isEmpty { items.removeAll { stale.contains(ItemKey($0.item.id)) } }
    return items.filter { $0.item.conversationId == id }
  }

  /// Whether there is, or was, any item of a conversation.
  func hasItems(ofConversation id: String) throws -> Bool {
    let key = ConversationKey(id)
    if tail.hasItems(of: key) { return true }
    return try snapshot?.stretches(of: key)?.items.isEmpty == false
  }

  /// The items that are there, of one conversation or of all, in repository order.
  func current(ofConversation id: String?) throws -> [ActionItem] {
    if let id {
      return try items(ofConversation: id, withStale: false).filter { $0.removal == nil }
        .map(\.item).inRepositoryOrder()
    }
    return try allItems()
  }

  /// Hands out the items that are there, in repository order, until `body` returns false.
  func forEachStanding(_ body: (StoreChange) throws -> Bool) throws {
    try forEachPlace { place in try change(at: place).map(body) ?? true }
  }

  /// The item whose line is at a place; nil where that is damaged, or `isWanted` does not want it.
  func change(
    at listed: ListedPlace, where isWanted: (UnsafeBufferPointer<UInt8>) -> Bool = { _ in true }
  ) throws -> StoreChange? {
    guard let lines = listed.place == nil ? snapshot?.items : journal else { return nil }
    return try damages.passing {
      try lines.line(at: listed.offset, meant: listed.place) { line in
        isWanted(line.bytes) ? try line.change(else: lines.damaged(listed.offset)) : nil
      }
    } ?? nil
  }

  // MARK: - Marks

  /// The messages of a conversation that have been read, and those that could not be.
  func marks(ofConversation id: String) throws -> Marks {
    let key = ConversationKey(id)
    let undone = undoneRuns
    var digests: [Grade: [UInt64]] = [:]
    var failures: [UInt64: Int] = [:]
    var refusals: [String: [UInt64]] = [:]
    var read: [MarkLine] = []
    var fatal: [MarkLine] = []
    func take(_ line: MarkLine) {
      guard line.conversation == id else { return }
      let isUndone = undone.contains(line.run)
      if let grade = line.grade {
        if isUndone { return }
        digests[grade, default: []] += line.digests
        read.append(line)
      } else if let asked = line.refusedBy {
        if !isUndone { refusals[asked, default: []] += line.digests }
      } else if line.fatalAt != nil {
        fatal.append(line)
      } else {
        for digest in line.digests { failures[digest, default: 0] += 1 }
      }
    }
    // Marks that are damaged are no marks: their messages are read again.
    try snapshot?.markLines(of: key, damages, take)
    try forEachMarkLine(at: tail.marks[key] ?? [], take)
    return Marks(
      digests, failures: failures, refusals: refusals,
      fatal: Set(fatal.flatMap { $0.digests(notReadBy: read) }))
  }
}
