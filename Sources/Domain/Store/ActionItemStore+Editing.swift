public import ActionItems
import CivilTime
import Encoding
import ItemRecords

/// Changes to items by people: adding, editing, completing, removing, merging, archiving and confirming them.
/// `byPerson` and `byMessages` build the changes; undo and merge use them, too.
extension ActionItemStore {
  /// Saves added or edited items, and restores removed ones. All fields count as set by a person, called `name`.
  ///
  /// Throws `StoreError.noItem` if an item was purged.
  public func save(_ items: [ActionItem], by name: String? = nil) throws {
    try writeChanges { contents, at in
      let fields = Set(ItemRecord.Field.ofTask)
      return try items.compactMap { given -> StoreChange? in
        var item = given
        // Deadlines are stored in whole seconds. The indexes must hold the same value.
        item.deadline = given.deadline.flatMap { Deadline($0.description) }
        guard var known = try contents.known(item.id) else {
          let known = ItemRecord(
            item: item, number: 0, firstMessageId: item.messageId, wordings: [item.task])
          return Self.byPerson(known, at, over: nil, setting: fields, name: name)
        }
        if known.item == item, known.removal == nil { return nil }
        if known.removal == .purged { throw StoreError.noItem(beginning: item.id, matches: 0) }
        let before = known
        known.item = item
        known.setRemoval(nil)
        return Self.byPerson(known, at, over: before, setting: fields, name: name)
      }
    }
  }

  /// Marks items as done or as open. Returns the changes of the items whose state differed.
  ///
  /// Reopening a removed item restores it. Marking an archived item, as done or as open, restores it too. If an id
  /// matches no item or several, it throws and changes nothing.
  @discardableResult
  public func setComplete(
    _ isComplete: Bool, idsBeginning ids: [String]
  ) throws -> [StoreChange] {
    try change(ids, withRemoved: !isComplete) { known, at in
      // Reopening an item also clears its "perhaps done" mark.
      let settles = !isComplete && known.perhapsClosedBy != nil
      guard known.item.isComplete != isComplete || known.removal != nil || settles else {
        return nil
      }
      // An archived item that was already done keeps its completion time.
      if known.item.isComplete != isComplete { known.item.completedAt = isComplete ? at : nil }
      known.item.isComplete = isComplete
      if isComplete, known.removal == nil { return [.isComplete] }
      // Setting presence makes the item win against a concurrent removal on another device.
      known.setRemoval(nil)
      return [.isComplete, .presence]
    }
  }

  /// The fields of an item that a person sets. A nil field stays as it is.
  public struct Edit: Hashable, Sendable {
    /// The new task text. It joins the wordings that identify the item.
    public var task: String?
    /// The new assignee; an inner nil means nobody.
    public var assignee: String??
    /// The new deadline; an inner nil means no deadline.
    public var deadline: Deadline??
    /// The time zone of a deadline without an offset.
    public var timeZone: String?
    /// The new priority.
    public var priority: Priority?

    /// Creates an edit that changes nothing.
    public init() {}
  }

  /// Sets fields of items, and optionally whether they are done, on behalf of a person. Extraction no longer changes
  /// those fields.
  ///
  /// `sequence` is for a single id. If the item's last change has another number, this throws `StoreError.changedSince`
  /// and changes nothing.
  @discardableResult
  public func edit(
    _ edit: Edit, isComplete: Bool? = nil, idsBeginning ids: [String], ifLast sequence: Int? = nil,
    by name: String? = nil
  ) throws -> [StoreChange] {
    try change(ids, ifLast: sequence, by: name) { known, at in
      var fields = Self.apply(edit, to: &known)
      if let isComplete, known.item.isComplete != isComplete {
        known.item.isComplete = isComplete
        known.item.completedAt = isComplete ? at : nil
        fields.insert(.isComplete)
      }
      return fields
    }
  }

  /// Applies an edit and returns the fields that it sets.
  private static func apply(_ edit: Edit, to known: inout ItemRecord) -> Set<ItemRecord.Field> {
    var fields: Set<ItemRecord.Field> = []
    if let task = edit.task {
      known.item.task = task
      known.noteWording(task)
      fields.insert(.task)
    }
    if let assignee = edit.assignee {
      if assignee != known.item.assignee { known.item.assigneeId = nil }
      known.item.assignee = assignee
      fields.insert(.assignee)
    }
    if let deadline = edit.deadline {
      known.item.deadline = deadline
      known.item.timeZone = deadline == nil ? nil : edit.timeZone ?? known.item.timeZone
      fields.insert(.deadline)
    }
    if let priority = edit.priority {
      known.item.priority = priority
      fields.insert(.priority)
    }
    return fields
  }

  /// Removes items on behalf of a person. Extraction does not bring them back, however a model words them.
  ///
  /// `sequence` is for a single id. If the item's last change has another number, this throws `StoreError.changedSince`
  /// and changes nothing.
  @discardableResult
  public func remove(
    idsBeginning ids: [String], because reason: String? = nil, ifLast sequence: Int? = nil,
    by name: String? = nil
  ) throws -> [StoreChange] {
    try change(ids, ifLast: sequence, by: name) { known, _ in
      known.setRemoval(.person, because: reason)
      return [.presence]
    }
  }

  /// Merges two items that are the same task. The item stated first stays and gets all messages; the other is removed.
  /// Later messages about either go to it, until the merge is undone or the other is reopened. Other devices get both
  /// changes as ordinary edits. Throws if people set a field differently on both.
  ///
  /// Returns the change of the item that stays, then that of the other.
  @discardableResult
  public func merge(_ one: String, _ other: String) throws -> [StoreChange] {
    try writeChanges { contents, at in
      let pair = try [one, other].map { try contents.item(beginning: $0) }
      let (first, second) =
        pair[1].isStated(before: pair[0]) ? (pair[1], pair[0]) : (pair[0], pair[1])
      var merged = MergedItems(contents, at)
      try merged.merge(first, second)
      return merged.changes
    }
  }

  /// Archives all matching items on behalf of a person and returns them. Items are matched as they are at the time of
  /// the write.
  @discardableResult
  public func archive(where isWanted: @Sendable (ActionItem) -> Bool) throws -> [ActionItem] {
    try writeChanges { contents, at in
      var changes: [StoreChange] = []
      try contents.forEachKnown { before in
        guard before.removal == nil, isWanted(before.item) else { return }
        var known = before
        known.setRemoval(.archived, at: at)
        changes.append(Self.byPerson(known, at, over: before, setting: [.presence]))
      }
      return changes.sorted { ItemSortKey($0.item) < ItemSortKey($1.item) }
    }.map(\.change.known.item)
  }

  /// Archives items on behalf of a person. Returns the changes of the items that were not archived or removed before.
  ///
  /// An archived item is neither open nor done until it is reopened or a newer message mentions it.
  @discardableResult
  public func archive(idsBeginning ids: [String]) throws -> [StoreChange] {
    try change(ids) { known, at in
      if known.removal != nil { return nil }
      known.setRemoval(.archived, at: at)
      return [.presence]
    }
  }

  /// Confirms items on behalf of a person. Extraction no longer withdraws them.
  @discardableResult
  public func confirm(idsBeginning ids: [String]) throws -> [StoreChange] {
    try change(ids) { known, _ in known.removal == nil ? [.presence] : nil }
  }

  /// Changes the items whose ids begin with `ids`. `change` returns the fields that it set, or nil if it changed
  /// nothing.
  private func change(
    _ ids: [String], withRemoved: Bool = false, ifLast sequence: Int? = nil,
    by name: String? = nil, _ change: (inout ItemRecord, Timestamp) -> Set<ItemRecord.Field>?
  ) throws -> [StoreChange] {
    var seen: Set<String> = []
    return try writeChanges { contents, at in
      seen = []
      var merged = MergedItems(contents, at)
      var separate: [ItemRecord] = []
      for beginning in ids {
        let before =
          try withRemoved
          ? contents.itemOrRemoved(beginning: beginning)
          : contents.itemOrArchived(beginning: beginning)
        guard seen.insert(before.item.id).inserted else { continue }
        if let sequence, try contents.change(ofItem: before.item.id)?.sequence != sequence {
          throw StoreError.changedSince(id: before.item.id)
        }
        var known = before
        guard let fields = change(&known, at),
          known != before || !fields.allSatisfy(before.isJudged)
        else { continue }
        merged.append(Self.byPerson(known, at, over: before, setting: fields, name: name))
        if before.merge != nil, known.merge == nil { separate.append(before) }
      }
      for known in separate { try merged.separate(known) }
      return merged.changes
    }.filter { seen.contains($0.item.id) }
  }

  // MARK: - Changes

  /// Makes a person's change of an item; `current` is the version that it replaces, if any. Changed fields and `fields`
  /// count as set by the person, those in `following` as set by the model. A field for which `isTakenBack` returns true
  /// was only undone, which is no decision.
  static func byPerson(
    _ known: ItemRecord, _ at: Timestamp, over current: ItemRecord?,
    setting fields: Set<ItemRecord.Field> = [], following: Set<ItemRecord.Field> = [],
    name: String? = nil, isTakenBack: (ItemRecord.Field) -> Bool = { _ in false }
  ) -> StoreChange {
    var known = known
    known.item.updatedAt = at
    if let current {
      known.item.updatedAt = current.item.updatedAt
      known.touch(at: at)
    }
    known.noteSettings(
      by: .person, since: current ?? known, also: fields, following: following,
      name: name.flatMap(FieldSetting.properName), isTakenBack: isTakenBack)
    return StoreChange(Self.kind(from: current, to: known), known, by: .person, at: at)
  }

  /// Makes the change of an item that gained or lost mentions by a merge or its undo. Fields in `decided` count as set
  /// by the person. Fields that no person set keep following the messages.
  static func byMessages(
    _ known: ItemRecord, _ at: Timestamp, over before: ItemRecord,
    setting decided: Set<ItemRecord.Field> = []
  ) -> StoreChange {
    let free = Set(ItemRecord.Field.ofTask.filter { !before.isHeld($0) })
    return byPerson(
      known, at, over: before, setting: decided, following: free.subtracting(decided)
    ) { field in
      !before.isDecided(field) && !decided.contains(field)
    }
  }

  /// Returns the kind of change between two versions of an item; `before` is nil for a new item.
  static func kind(from before: ItemRecord?, to after: ItemRecord) -> ItemChange.Kind {
    // An item that was removed and stays removed is not visible to anybody.
    if after.removal != nil { return .deleted }
    guard let before, before.removal == nil else { return .created }
    switch (before.item.isComplete, after.item.isComplete) {
    case (false, true): return .completed
    case (true, false): return .reopened
    default: return .updated
    }
  }
}
