import ActionItems
import CivilTime
import ItemRecords

/// Reads a `RemoteVersion` from a remote that does not say who set which field, for `MergeSession`. Each difference
/// from the last common version counts as set by the remote, at the time of the version.
struct VersionWithoutSettings {
  /// The item as the remote has it, and the fields that it transmitted.
  let item: ItemRecord
  let received: Set<ItemRecord.Field>
  /// The item with what counts as set by the remote.
  private(set) var known: ItemRecord
  private(set) var changed: Set<ItemRecord.Field> = []
  private let version: RemoteVersion
  /// The time in milliseconds since 1970.
  private let time: Int64

  /// Reads a version of an item; `here` is the local version, if any. `at` is the time for a version without one.
  init(_ version: RemoteVersion, over here: ItemRecord?, at: Timestamp) {
    var version = version
    // A version without a time counts as older than the local one, unless it is clearly new.
    let isNew = here == nil || version.exchanged != nil || version.isDeletion
    if version.isUndated { version.updatedAt = isNew ? at : .epoch }
    self.version = version
    time = max(0, version.updatedAt.milliseconds)
    (item, received) = Self.read(version, over: here)
    known = item
    known.unknownMembers?.milliseconds = time
    if known.item.extractedAt.microseconds > version.updatedAt.microseconds {
      known.item.extractedAt = version.updatedAt
    }
    guard let here else {
      changed = Set(ItemRecord.Field.allCases)
      setAll()
      return
    }
    known.item.updatedAt = version.updatedAt
    known.settings = ItemSettings()
    known.settings.base = .nothing
    for field in ItemRecord.Field.allCases where received.contains(field) { compare(field, here) }
  }

  /// Counts all fields as set by the remote, for an item that is not here yet.
  private mutating func setAll() {
    var held: Set<ItemRecord.Field> = []
    if case .note = version.content { held = Set(ItemRecord.Field.ofTask) }
    if case .item(let known) = version.content { held = known.held }
    known.item.updatedAt = version.updatedAt
    known.implySettings(held: held, device: version.device)
    if version.isDeletion { known.settings.base = .nothing }
  }

  private mutating func compare(_ field: ItemRecord.Field, _ here: ItemRecord) {
    if ExchangedVersion.areSame(item, here, field) { return }
    if version.exchanged?.says(item, field) == true { return }
    if field == .presence, !isPresenceSet(here) { return }
    var stamp = VersionStamp(author(of: field, here), time, device: version.device)
    // Of several versions with the same time, the last one received is the latest: many remotes write whole seconds.
    let own = here.register(of: field).settings.first { $0.stamp.device == version.device }
    let exactness: Int64 = time % 1000 == 0 ? 1000 : 1
    if let last = own?.stamp.claimed, last >= time, last - time < exactness {
      (stamp.milliseconds, stamp.claimed) = (last + 1, last + 1)
    }
    known.settings[field] = MultiValueRegister(
      FieldSetting(stamp, item.value(of: field), seen: seen(by: field, here)))
    changed.insert(field)
  }

  /// The settings known to the remote when it set a field: those that were sent to it and are still current.
  private func seen(by field: ItemRecord.Field, _ here: ItemRecord) -> [String: Int64] {
    func isKnown(_ field: ItemRecord.Field) -> Bool { version.exchanged?.says(here, field) == true }
    guard isKnown(field) else { return [:] }
    let others = field == .presence ? ItemRecord.Field.ofTask.filter(isKnown) : []
    var register = here.register(of: field)
    register.set(
      item.value(of: field), VersionStamp(.person, time, device: version.device),
      inViewOf: others.compactMap { here.settings[$0] })
    return register.settings.first { $0.stamp.device == version.device }?.seen ?? [:]
  }

  /// A version of an item does not restore it, unless both sides knew it as removed or a model withdrew it.
  private func isPresenceSet(_ here: ItemRecord) -> Bool {
    if item.removal != nil { return true }
    return here.removal == .withdrawn || version.exchanged?.says(here, .presence) == true
  }

  private func author(
    of field: ItemRecord.Field, _ here: ItemRecord
  ) -> VersionStamp.Author {
    if field == .source { return .model }
    // Only a person restores what a person removed.
    if field == .presence, item.removal == nil {
      return here.removal == .person || here.removal == .archived ? .person : .model
    }
    switch version.content {
    case .note, .deletion: return .person
    case .item(let known):
      return version.isByHand || known.isHeld(field) ? .person : .model
    case .withdrawal, .fields, .presence: return .model
    }
  }

  // MARK: - Reading

  private static func read(
    _ version: RemoteVersion, over here: ItemRecord?
  ) -> (ItemRecord, Set<ItemRecord.Field>) {
    var known: ItemRecord
    var received = Set(ItemRecord.Field.allCases)
    switch version.content {
    case .item(let item), .fields(let item), .presence(let item):
      known = item
      known.setRemoval(nil)
    case .withdrawal(let item):
      known = item
      known.setRemoval(.withdrawn)
    case .deletion(let item):
      known = here ?? item
      known.setRemoval(.person, because: item.removalReason)
      received = [.presence]
    case .note(let note): (known, received) = noted(note, version, over: here)
    }
    return (known, received)
  }

  private static func noted(
    _ note: RemoteVersion.Note, _ version: RemoteVersion, over here: ItemRecord?
  ) -> (ItemRecord, Set<ItemRecord.Field>) {
    var known = here ?? made(note, version)
    known.setRemoval(nil)
    var received: Set<ItemRecord.Field> = [.task, .presence]
    known.item.task = note.title
    known.wordings = [note.title]
    known.unknownMembers = note.unknown
    if let isComplete = note.isComplete {
      received.insert(.isComplete)
      if isComplete != known.item.isComplete {
        known.item.isComplete = isComplete
        known.item.completedAt = isComplete ? version.updatedAt : nil
      }
    }
    if let assignee = note.assignee {
      received.insert(.assignee)
      if assignee != known.item.assignee {
        (known.item.assignee, known.item.assigneeId) = (assignee, nil)
      }
    }
    if let deadline = note.deadline {
      received.insert(.deadline)
      known.item.deadline = deadline
    }
    if let priority = note.priority {
      received.insert(.priority)
      known.item.priority = priority
    }
    return (known, received)
  }

  /// Creates an item that was made elsewhere, on a remote that does not know action items.
  private static func made(_ note: RemoteVersion.Note, _ version: RemoteVersion) -> ItemRecord {
    let item = ActionItem(
      id: version.id, conversationId: note.conversationId, task: note.title,
      messageId: version.id, quote: note.text, source: .init(platform: "sync"),
      extractedAt: note.createdAt ?? version.updatedAt, model: "sync")
    return ItemRecord(item: item, number: 0, firstMessageId: version.id, wordings: [note.title])
  }
}

extension RemoteVersion {
  /// Whether it says that the item was removed for good.
  fileprivate var isDeletion: Bool {
    if case .deletion = content { true } else { false }
  }
}
