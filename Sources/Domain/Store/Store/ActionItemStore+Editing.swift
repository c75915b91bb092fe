public import ActionItems
import CivilTime
import ItemRecords

extension ActionItemStore {
  /// Keeps items as a person made them: all their fields count as set by a person, of that name where one is given.
  ///
  /// Throws `StoreError.noItem` where one was purged.
  public func save(_ items: [ActionItem], by name: String? = nil) throws {
    try writeChanges { contents, at in
      let fields = Set(KnownItem.Field.ofTask)
      return try items.compactMap { given -> StoreChange? in
        var item = given
        // A deadline is written in whole seconds; the indexes must not tell of another one.
        item.deadline = given.deadline.flatMap { Deadline($0.description) }
        guard var known = try contents.known(item.id) else {
          let known = KnownItem(
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

  /// Marks items as done, or as open again; returns the changes of those that were not so before.
  ///
  /// One that was removed is there again when it is opened again, and an archived one in either case. Throws, with
  /// nothing changed, where an id names no item or several.
  @discardableResult
  public func setComplete(
    _ isComplete: Bool, idsBeginning ids: [String]
  ) throws -> [StoreChange] {
    try change(ids, withRemoved: !isComplete) { known, at in
      // A person who says that it is open takes the mark of perhaps done away.
      let settles = !isComplete && known.perhapsClosedBy != nil
      guard known.item.isComplete != isComplete || known.removal != nil || settles else {
        return nil
      }
      // One that was done before it was put away has its day.
      if known.item.isComplete != isComplete { known.item.completedAt = isComplete ? at : nil }
      known.item.isComplete = isComplete
      if isComplete, known.removal == nil { return [.isComplete] }
      // It is to be there, whoever takes it away elsewhere at the same time.
      known.setRemoval(nil)
      return [.isComplete, .presence]
    }
  }

  /// What a person sets of an item; what is nil stays.
  public struct Edit: Hashable, Sendable {
    /// Its words; nil where they stay. They are added to those that are taken for the same item.
    public var task: String?
    /// Who is to do it; nil in it for nobody.
    public var assignee: String??
    /// When it is due; nil in it for no deadline.
    public var deadline: Deadline??
    /// The zone of a deadline without an offset.
    public var timeZone: String?
    /// How urgent it is; nil where that stays.
    public var priority: Priority?

    /// Leaves everything as it is.
    public init() {}
  }

  /// Sets fields of items by a person's hand, and whether they are done: extraction keeps off them from then on.
  ///
  /// With `sequence`, which is for one id: throws `StoreError.changedSince`, with nothing changed, where the item's last
  /// change is another one.
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

  /// Returns the fields that are set by it.
  private static func apply(_ edit: Edit, to known: inout KnownItem) -> Set<KnownItem.Field> {
    var fields: Set<KnownItem.Field> = []
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

  /// Takes items away by a person's hand: they do not come back, whatever a model words them like.
  ///
  /// With `sequence`, which is for one id: throws `StoreError.changedSince`, with nothing changed, where the item's last
  /// change is another one.
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

  /// Puts all items away by a person's hand that are wanted so as they are when it is written; returns those.
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
      return changes.sorted { RepositoryOrder($0.item) < RepositoryOrder($1.item) }
    }.map(\.change.known.item)
  }

  /// Puts items away by a person's hand: they are neither open nor done until they are opened again, or a newer
  /// message speaks of them. Returns the changes of those that were not away before.
  @discardableResult
  public func archive(idsBeginning ids: [String]) throws -> [StoreChange] {
    try change(ids) { known, at in
      if known.removal != nil { return nil }
      known.setRemoval(.archived, at: at)
      return [.presence]
    }
  }

  /// Says by a person's word that items are items as they stand: extraction does not take them away from then on.
  @discardableResult
  public func confirm(idsBeginning ids: [String]) throws -> [StoreChange] {
    try change(ids) { known, _ in known.removal == nil ? [.presence] : nil }
  }

  /// Changes the items of some ids; `change` says which fields it set of each, nil for nothing.
  private func change(
    _ ids: [String], withRemoved: Bool = false, ifLast sequence: Int? = nil,
    by name: String? = nil, _ change: (inout KnownItem, Timestamp) -> Set<KnownItem.Field>?
  ) throws -> [StoreChange] {
    try writeChanges { contents, at in
      var seen: Set<String> = []
      return try ids.compactMap { beginning -> StoreChange? in
        let before =
          try withRemoved
          ? contents.itemOrRemoved(beginning: beginning)
          : contents.itemOrArchived(beginning: beginning)
        guard seen.insert(before.item.id).inserted else { return nil }
        if let sequence, try contents.change(ofItem: before.item.id)?.sequence != sequence {
          throw StoreError.changedSince(id: before.item.id)
        }
        var known = before
        guard let fields = change(&known, at),
          known != before || !fields.allSatisfy(before.isJudged)
        else { return nil }
        return Self.byPerson(known, at, over: before, setting: fields, name: name)
      }
    }
  }

  // MARK: - Undoing

  /// Takes back one change: what it set of the item is as it was before, by a person's word.
  ///
  /// Throws where the change is none of an item, where compaction has let go of it, or where later changes
  /// build on it.
  @discardableResult
  public func undo(sequence: Int) throws -> ActionItem {
    let changes = try writeChanges { contents, at in
      let (change, before) = try UndoHistory(contents: contents).change(sequence)
      return [Self.takingBack(sequence, from: change.change.known, to: before, at)]
    }
    guard let item = changes.first?.change.known.item else {
      throw StoreError.notUndoable(sequence: sequence, reason: .noChange)
    }
    return item
  }

  /// Takes back a run: its marks, and what it did to items that nobody has touched: those that it found go,
  /// those that it withdrew come back, and those that it brought back from the archive are put away again.
  ///
  /// Its messages are read again by the next run. Returns how many items were withdrawn or put back.
  @discardableResult
  public func undoRun(_ run: Int) throws -> Int {
    var settled = 0
    let changes = try writeChanges(and: [.undone(run: run)]) { contents, at in
      guard run >= 1, run <= contents.lastRun else { throw StoreError.noRun(run) }
      guard
        try run > contents.lastRun - SnapshotBuilder.undoableRuns || contents.hasMarks(ofRun: run)
      else { throw StoreError.settledRun(run, undoable: SnapshotBuilder.undoableRuns) }
      if contents.undoneRuns.contains(run) { throw StoreError.undoneRun(run) }
      if let later = try contents.runThatRead(messagesOfRun: run) {
        throw StoreError.rereadRun(run, by: later)
      }
      let versions = try UndoHistory(contents: contents).versions(beforeRun: run)
      var changes: [StoreChange] = []
      try contents.forEachKnown { known in
        guard known.removal ?? .withdrawn == .withdrawn, known.item.run == run,
          !known.isTouched || known.isBackByRule
        else { return }
        guard var before = versions[known.item.id] ?? Self.undone(known, run) else {
          settled += 1
          return
        }
        if known.isBackByRule {
          guard before.removal == .archived else { return }
          let archived = before.value(of: .presence)
          before.settings = known.settings
          before.item.updatedAt = known.item.updatedAt
          before.touch(at: at)
          before.set(.presence, to: archived, isByRule: true)
        } else {
          before.settings = known.settings
        }
        guard before.removal == nil || known.removal == nil else { return }
        before.item.run = nil
        changes.append(Self.byPerson(before, at, over: known, setter: .model))
      }
      return changes
    }
    if settled > 0 {
      journal.damages.note(
        "\(settled == 1 ? "1 item stays" : "\(settled) items stay") as run \(run) left them: what they were before is older than what the"
          + " journal still has")
    }
    return changes.count
  }

  /// An item that a run found, taken away, or one that it withdrew, put back; nil where the run changed an
  /// item of another and what it was before is not known any more.
  private static func undone(_ known: KnownItem, _ run: Int) -> KnownItem? {
    var before = known
    if known.foundInRun == run {
      before.removal = .withdrawn
    } else if known.removal == .withdrawn {
      before.removal = nil
    } else {
      return nil
    }
    return before
  }

  // MARK: - Changes

  /// A person's change of an item; `current` is the version that it takes the place of, if there is one.
  ///
  /// What differs from that counts as set by the person, and `fields` with it; where only what a model did is
  /// taken back, by a model.
  static func byPerson(
    _ known: KnownItem, _ at: Timestamp, over current: KnownItem?,
    setting fields: Set<KnownItem.Field> = [], setter: SettingStamp.Author = .person,
    name: String? = nil, isTakenBack: (KnownItem.Field) -> Bool = { _ in false }
  ) -> StoreChange {
    var known = known
    known.item.updatedAt = at
    if let current {
      known.item.updatedAt = current.item.updatedAt
      known.touch(at: at)
    }
    known.noteSettings(
      by: setter, since: current ?? known, also: fields,
      name: name.flatMap(FieldSetting.properName), isTakenBack: isTakenBack)
    return StoreChange(Self.kind(from: current, to: known), known, by: .person, at: at)
  }

  /// What became of an item that was one way, or not there, and is another.
  static func kind(from before: KnownItem?, to after: KnownItem) -> ItemChange.Kind {
    // One that was away and stays away is no item to anybody.
    if after.removal != nil { return .deleted }
    guard let before, before.removal == nil else { return .created }
    switch (before.item.isComplete, after.item.isComplete) {
    case (false, true): return .completed
    case (true, false): return .reopened
    default: return .updated
    }
  }
}
