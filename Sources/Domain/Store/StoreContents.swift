import ActionItems
import ItemRecords

/// The contents of a store: a snapshot, and the journal's lines after it.
///
/// Items and read markers stay on disk until they are needed.
struct StoreContents {
  /// The snapshot of the last compaction, if any.
  let snapshot: Snapshot?
  /// The index of what was committed since the snapshot.
  var tail = TailIndex()
  let journal: PlacedLines?
  /// The log of damage that was skipped.
  let damages: DamageLog

  /// The highest run number so far.
  var lastRun: Int { max(snapshot?.summary.lastRun ?? 0, tail.lastRun) }
  /// Whether an endpoint read any message.
  var hasEndpointMarks: Bool {
    snapshot?.summary.hasEndpointMarks ?? false || tail.hasEndpointMarks
  }
  /// The runs whose read markers do not count.
  var undoneRuns: Set<Int> { tail.undoneRuns.union(snapshot?.summary.undoneRuns ?? []) }

  // MARK: - Items

  /// The last change of an item, removed or not; nil for an unknown id.
  func change(ofItem id: String) throws -> StoreChange? {
    let key = ItemKey(id)
    let found = try tail.item(key).map { try change(of: $0) } ?? snapshot?.item(key)
    return found?.change.known.item.id == id ? found : nil
  }

  /// The last version of an item, removed or not; nil for an unknown id.
  func known(_ id: String) throws -> ItemRecord? { try change(ofItem: id)?.change.known }

  func change(of item: TailIndex.Item) throws -> StoreChange {
    try journalLines().change(at: item.place.offset, meant: item.place)
  }

  func journalLines() throws -> PlacedLines {
    guard let journal else { throw StoreError.noJournal }
    return journal
  }

  /// The fallback for an item whose last change is damaged: its last intact version, as removed if the damaged change
  /// removed it.
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

  /// The last change of an item, or its fallback if that is damaged.
  func standingChange(ofItem id: String) throws -> StoreChange? {
    if let whole = try damages.passing({ try change(ofItem: id) }) { return whole }
    guard let item = tail.item(ItemKey(id)), let standing = try standing(of: item),
      standing.change.known.item.id == id
    else { return nil }
    return standing
  }

  /// The only current item whose id begins with `beginning`.
  ///
  /// With `isRemoved`, the only removed one; purged items, and items of which only the removal is known, are not found.
  func item(beginning: String, isRemoved: Bool = false) throws -> ItemRecord {
    func isWanted(_ known: ItemRecord) -> Bool {
      (known.removal != nil) == isRemoved && known.removal != .purged
        && !(isRemoved && known.item.task.isEmpty)
    }
    if let exact = try known(beginning), isWanted(exact) { return exact }
    let wanted = beginning.lowercased()
    guard let range = ItemKey.range(beginning: wanted) else {
      throw StoreError.noItem(beginning: beginning, matches: 0)
    }
    // Removed items have ids, too. It only matters whether more than one match is left.
    var found: [ItemRecord] = []
    func take(_ known: ItemRecord?) {
      // An id that is not a UUID has a hash as its key.
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

  /// The only item whose id begins with `beginning`. Removed items are considered only if no current one matches.
  func itemOrRemoved(
    beginning: String, where isMeant: (ItemRecord) -> Bool = { _ in true }
  ) throws -> ItemRecord {
    do {
      return try item(beginning: beginning)
    } catch StoreError.noItem(_, matches: 0) {
      let removed = try item(beginning: beginning, isRemoved: true)
      if isMeant(removed) { return removed }
      throw StoreError.noItem(beginning: beginning, matches: 0)
    }
  }

  /// The only item whose id begins with `beginning`. Archived items are considered only if no current one matches.
  func itemOrArchived(beginning: String) throws -> ItemRecord {
    try itemOrRemoved(beginning: beginning) { $0.removal == .archived }
  }

  /// The items of a conversation, including removed ones, in the order in which they were found.
  ///
  /// An item whose last change is damaged is replaced by its previous version. Otherwise it would be found a second
  /// time. With `withStale` false, it is left out, as lists require.
  func items(ofConversation id: String, withStale: Bool = true) throws -> [ItemRecord] {
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

  /// Whether a conversation has, or ever had, any item. Conversations may share a key, so a yes may be wrong.
  func hasItems(ofConversation id: String) throws -> Bool {
    let key = ConversationKey(id)
    if tail.hasItems(of: key) { return true }
    return try snapshot?.stretches(of: key)?.items.isEmpty == false
  }

  /// The current items of a conversation, or of all conversations, in list order.
  func current(ofConversation id: String?) throws -> [ActionItem] {
    if let id {
      return try items(ofConversation: id, withStale: false).filter { $0.removal == nil }
        .map(\.item).inListOrder()
    }
    return try allItems()
  }

  /// Passes the current items to `body`, in list order, until it returns false.
  func forEachStanding(_ body: (StoreChange) throws -> Bool) throws {
    try forEachPlace { place in try change(at: place).map(body) ?? true }
  }

  /// The item whose line is at a place; nil if the line is damaged or `isWanted` rejects it.
  func change(
    at listed: ListedPlace, where isWanted: (UnsafeBufferPointer<UInt8>) -> Bool = { _ in true }
  ) throws -> StoreChange? {
    guard let lines = listed.place == nil ? snapshot?.items : journal else { return nil }
    return try damages.passing {
      try lines.line(at: listed.offset, meant: listed.place) { line -> StoreChange? in
        guard isWanted(line.bytes) else { return nil }
        guard case .change(let change) = try StoreLine(line) else {
          throw lines.damaged(listed.offset)
        }
        return change
      }
    } ?? nil
  }

  // MARK: - Read markers

  /// The messages of a conversation that were read, and those that failed.
  func marks(ofConversation id: String) throws -> ReadMarkers {
    let key = ConversationKey(id)
    let undone = undoneRuns
    var digests: [ReadLevel: [UInt64]] = [:]
    var failures: [UInt64: Int] = [:]
    var refusals: [String: [UInt64]] = [:]
    var read: [MarkLine] = []
    var fatal: [MarkLine] = []
    func take(_ line: MarkLine) {
      guard line.conversation == id else { return }
      let isUndone = undone.contains(line.run)
      if let readLevel = line.readLevel {
        if isUndone { return }
        digests[readLevel, default: []] += line.digests
        read.append(line)
      } else if let asked = line.refusedBy {
        if !isUndone { refusals[asked, default: []] += line.digests }
      } else if line.fatalAt != nil {
        fatal.append(line)
      } else {
        for digest in line.digests { failures[digest, default: 0] += 1 }
      }
    }
    // Damaged markers do not count: their messages are read again.
    try snapshot?.markLines(of: key, damages, take)
    try forEachMarkLine(at: tail.marks[key] ?? [], take)
    return ReadMarkers(
      digests, failures: failures, refusals: refusals,
      fatal: Set(fatal.flatMap { $0.digests(notReadBy: read) }))
  }
}
