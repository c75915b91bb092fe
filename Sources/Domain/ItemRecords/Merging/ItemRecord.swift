public import ActionItems
public import CivilTime

/// An item with what merging needs: its mentions, who set which field, and whether it was removed.
public struct ItemRecord: Hashable, Sendable {
  /// The current version of the item.
  public var item: ActionItem {
    _read { yield shared.value }
    _modify { yield &shared.value }
  }
  /// Stored in a copy-on-write box, because changes are copied many times with the item in them.
  private var shared: CopyOnWrite<ActionItem>
  /// Its number among the findings of its first message, starting at 1.
  public var number: Int
  /// The message in which it was first found. Together with the number, it determines the id.
  public var firstMessageId: String
  /// All wordings of the task that were seen.
  public var wordings: [String] {
    didSet { if !wordings.starts(with: oldValue) { compared.value = nil } }
  }
  /// Who set which field.
  public var settings = ItemSettings()
  /// Why it is not present: a person removed it, or its message is gone. Nil for a present item. A removed item is kept
  /// so that it does not come back.
  public var removal: Removal?
  /// The reason for the removal in the person's words.
  public var removalReason: String?
  /// The merge that removed it. Only this store knows it.
  package var merge: Merge?
  /// The number of the run that first found it; nil if no run did.
  public var foundInRun: Int?
  /// The messages around its best one.
  public var context: [Finding.ContextLine]
  /// Members received from other devices that this version does not know; nil for none, as for nearly all items.
  public var unknownMembers: UnknownMembers?
  /// The mentions in order; nil if they follow from the item.
  var keptStatements: [Mention]?
  /// The wordings in the form used for comparison, once needed.
  var compared = UncomparedCache<[TaskWording]>()

  mutating func prepareComparison() {
    let made = compared.value ?? []
    compared.value = made + wordings.dropFirst(made.count).map(TaskWording.init)
  }

  /// The most wordings kept.
  public static let mostWordings = 50

  /// Adds a wording. If there are very many, the first and the last ones are kept.
  package mutating func noteWording(_ wording: String) {
    if wordings.contains(wording) { return }
    wordings.append(wording)
    guard wordings.count > Self.mostWordings else { return }
    var compared = compared.value ?? []
    wordings.remove(at: Self.mostWordings / 2)
    // The others need not be computed again.
    if compared.count > Self.mostWordings / 2 { compared.remove(at: Self.mostWordings / 2) }
    self.compared.value = compared
  }

  /// A part of an item that can be set on its own.
  public enum Field: String, CaseIterable, Comparable, Sendable {
    case task, assignee, deadline, priority, isComplete
    /// Whether the item is present or removed.
    case presence
    /// The messages that prove it, and everything else that is not the task.
    case source

    /// Orders fields as declared.
    public static func < (a: Field, b: Field) -> Bool { a.place < b.place }

    private var place: Int {
      switch self {
      case .task: 0
      case .assignee: 1
      case .deadline: 2
      case .priority: 3
      case .isComplete: 4
      case .presence: 5
      case .source: 6
      }
    }

    /// Hashes the position of the case; the default would hash its raw string.
    public func hash(into hasher: inout Hasher) { hasher.combine(place) }
  }

  /// The reason why an item is not present.
  public enum Removal: String, Sendable {
    /// A person removed it; it does not come back.
    case person
    /// A person archived it. It comes back when a newer message mentions it.
    case archived
    /// Extraction did not find it again. It comes back when it is found.
    case withdrawn
    /// A person deleted it for good. Only its id is kept.
    case purged
  }

  /// Creates a record; a person set the fields in `held` when the item last changed.
  package init(
    item: ActionItem, number: Int, firstMessageId: String, wordings: [String],
    held: Set<Field> = [], removal: Removal? = nil, foundInRun: Int? = nil,
    context: [Finding.ContextLine] = []
  ) {
    shared = CopyOnWrite(item)
    self.number = number
    self.firstMessageId = firstMessageId
    self.wordings = wordings
    self.removal = removal
    self.foundInRun = foundInRun
    self.context = context
    hold(held)
  }

  /// Creates a record of an item about which nothing else is known.
  public init(received item: ActionItem) {
    self.init(
      item: item, number: Merger.number(of: item), firstMessageId: item.messageId,
      wordings: [item.task])
  }

  /// Removes the item or restores it. An archived item is archived at `time`.
  public mutating func setRemoval(
    _ removal: Removal?, because reason: String? = nil, at time: Timestamp? = nil
  ) {
    (self.removal, removalReason) = (removal, reason)
    if removal != .person { merge = nil }
    item.archivedAt = removal == .archived ? time ?? item.updatedAt : nil
  }

  /// Marks fields as set by a person to their current values, at the time of the item's last change.
  public mutating func hold(_ fields: Set<Field>) {
    if !fields.isEmpty { noteSettings(by: .person, since: self, also: fields) }
  }

  /// Sets the time of the item's last change. It is at least a millisecond after the previous one. A slow clock must
  /// not make the change look older.
  public mutating func touch(at now: Timestamp) {
    let before = item.updatedAt.microseconds
    let next =
      Timestamp(microseconds: before - (before % 1000 + 1000) % 1000 + 1000) ?? item.updatedAt
    item.updatedAt = next.microseconds > now.microseconds ? next : now
  }
}
