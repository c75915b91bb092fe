import ActionItems
import CivilTime
import ItemRecords

/// A version of a peer that knows no fields, read as what the peer has set: what differs from the version that
/// both last had in common, at the time of the version.
struct WholeVersion {
  /// The item as the peer has it, as far as it tells.
  let item: KnownItem
  let told: Set<KnownItem.Field>
  /// What counts as set by the peer.
  private(set) var known: KnownItem
  private(set) var changed: Set<KnownItem.Field> = []
  private let version: PeerVersion
  /// When, in milliseconds since 1970.
  private let time: Int64

  /// Reads a version of an item that is `here` or not; `at` counts for one that says no time.
  init(_ version: PeerVersion, over here: KnownItem?, at: Timestamp) {
    var version = version
    // One that says no time is older than what is here, unless it plainly is something new.
    let isNew = here == nil || version.exchanged != nil || version.isDeletion
    if version.isUndated { version.updatedAt = isNew ? at : .epoch }
    self.version = version
    time = max(0, version.updatedAt.milliseconds)
    (item, told) = Self.read(version, over: here)
    known = item
    known.unknownMembers?.milliseconds = time
    if known.item.extractedAt.microseconds > version.updatedAt.microseconds {
      known.item.extractedAt = version.updatedAt
    }
    guard let here else {
      changed = Set(KnownItem.Field.allCases)
      setAll()
      return
    }
    known.item.updatedAt = version.updatedAt
    known.settings = ItemSettings()
    known.settings.base = .nothing
    for field in KnownItem.Field.allCases where told.contains(field) { compare(field, here) }
  }

  /// An item that is not here yet: all of it is new.
  private mutating func setAll() {
    var held: Set<KnownItem.Field> = []
    if case .note = version.content { held = Set(KnownItem.Field.ofTask) }
    if case .item(let known) = version.content { held = known.held }
    known.item.updatedAt = version.updatedAt
    known.implySettings(held: held, device: version.device)
    if version.isDeletion { known.settings.base = .nothing }
  }

  private mutating func compare(_ field: KnownItem.Field, _ here: KnownItem) {
    if ExchangedVersion.areSame(item, here, field) { return }
    if version.exchanged?.says(item, field) == true { return }
    if field == .presence, !isPresenceSet(here) { return }
    var stamp = SettingStamp(author(of: field, here), time, device: version.device)
    // Of versions of one time the one that comes last is the last one: many write whole seconds.
    let own = here.register(of: field).settings.first { $0.stamp.device == version.device }
    let exactness: Int64 = time % 1000 == 0 ? 1000 : 1
    if let last = own?.stamp.claimed, last >= time, last - time < exactness {
      (stamp.milliseconds, stamp.claimed) = (last + 1, last + 1)
    }
    known.settings[field] = FieldRegister(
      FieldSetting(stamp, item.value(of: field), seen: seen(by: field, here)))
    changed.insert(field)
  }

  /// What the peer had in view when it set a field: what it was told of that is still here.
  private func seen(by field: KnownItem.Field, _ here: KnownItem) -> [String: Int64] {
    func isKnown(_ field: KnownItem.Field) -> Bool { version.exchanged?.says(here, field) == true }
    guard isKnown(field) else { return [:] }
    let others = field == .presence ? KnownItem.Field.ofTask.filter(isKnown) : []
    var register = here.register(of: field)
    register.set(
      item.value(of: field), SettingStamp(.person, time, device: version.device),
      inViewOf: others.compactMap { here.settings[$0] })
    return register.settings.first { $0.stamp.device == version.device }?.seen ?? [:]
  }

  /// That a version tells of an item says nothing of whether it may be there, unless both knew it as taken away
  /// or a model took it away.
  private func isPresenceSet(_ here: KnownItem) -> Bool {
    if item.removal != nil { return true }
    return here.removal == .withdrawn || version.exchanged?.says(here, .presence) == true
  }

  private func author(
    of field: KnownItem.Field, _ here: KnownItem
  ) -> SettingStamp.Author {
    if field == .source { return .model }
    // Only what a person took away a person brings back.
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
    _ version: PeerVersion, over here: KnownItem?
  ) -> (KnownItem, Set<KnownItem.Field>) {
    var known: KnownItem
    var told = Set(KnownItem.Field.allCases)
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
      told = [.presence]
    case .note(let note): (known, told) = noted(note, version, over: here)
    }
    return (known, told)
  }

  private static func noted(
    _ note: PeerVersion.Note, _ version: PeerVersion, over here: KnownItem?
  ) -> (KnownItem, Set<KnownItem.Field>) {
    var known = here ?? made(note, version)
    known.setRemoval(nil)
    var told: Set<KnownItem.Field> = [.task, .presence]
    known.item.task = note.title
    known.wordings = [note.title]
    known.unknownMembers = note.unknown
    if let isComplete = note.isComplete {
      told.insert(.isComplete)
      if isComplete != known.item.isComplete {
        known.item.isComplete = isComplete
        known.item.completedAt = isComplete ? version.updatedAt : nil
      }
    }
    if let assignee = note.assignee {
      told.insert(.assignee)
      if assignee != known.item.assignee {
        (known.item.assignee, known.item.assigneeId) = (assignee, nil)
      }
    }
    if let deadline = note.deadline {
      told.insert(.deadline)
      known.item.deadline = deadline
    }
    if let priority = note.priority {
      told.insert(.priority)
      known.item.priority = priority
    }
    return (known, told)
  }

  /// An item that was made elsewhere, by an engine that knows nothing of action items.
  private static func made(_ note: PeerVersion.Note, _ version: PeerVersion) -> KnownItem {
    let item = ActionItem(
      id: version.id, conversationId: note.conversationId, task: note.title,
      messageId: version.id, quote: note.text, source: .init(platform: "sync"),
      extractedAt: note.createdAt ?? version.updatedAt, model: "sync")
    return KnownItem(item: item, number: 0, firstMessageId: version.id, wordings: [note.title])
  }
}

extension PeerVersion {
  /// Whether it says that the item was taken away for good.
  fileprivate var isDeletion: Bool {
    if case .deletion = content { true } else { false }
  }
}
