public import ActionItems
public import CivilTime

/// An item with what merging has to know about it.
public struct KnownItem: Hashable, Sendable {
  /// The item as it stands.
  public var item: ActionItem {
    _read { yield shared.value }
    _modify { yield &shared.value }
  }
  /// Changes are handed from one to the next many times over, with the item in them.
  private var shared: Shared<ActionItem>
  /// Its number among the findings of its first message, from 1.
  public var number: Int
  /// The message of its first finding; with the number it makes the id.
  public var firstMessageId: String
  /// Every wording of the task that was seen.
  public var wordings: [String] {
    didSet { if !wordings.starts(with: oldValue) { compared.value = nil } }
  }
  /// Who set what.
  public var settings = ItemSettings()
  /// Whether it was taken away, by a person or because its message was; it is kept so that it does not come back.
  public var removal: Removal?
  /// Why a person took it away, in their words.
  public var removalReason: String?
  /// The number of the run that found it first; nil where no run did.
  public var foundInRun: Int?
  /// The messages around its best one.
  public var context: [Finding.ContextLine]
  /// What peers told of it that nobody here knows; nil for nothing, as nearly always.
  public var unknownMembers: UnknownMembers?
  /// What its messages say of it, in their order; nil where that is what the item says.
  var keptStatements: [Statement]?
  /// The wordings as they are compared, once that was needed.
  var compared = Unstored<[TaskWording]>()

  mutating func prepareComparison() {
    let made = compared.value ?? []
    compared.value = made + wordings.dropFirst(made.count).map(TaskWording.init)
  }

  /// So many wordings are kept.
  public static let mostWordings = 50

  /// Adds a wording; of very many the first ones and the last ones are kept.
  package mutating func noteWording(_ wording: String) {
    if wordings.contains(wording) { return }
    wordings.append(wording)
    guard wordings.count > Self.mostWordings else { return }
    var compared = compared.value ?? []
    wordings.remove(at: Self.mostWordings / 2)
    // The others need not be looked at anew.
    if compared.count > Self.mostWordings / 2 { compared.remove(at: Self.mostWordings / 2) }
    self.compared.value = compared
  }

  /// What can be set of an item, each by itself.
  public enum Field: String, CaseIterable, Comparable, Sendable {
    case task, assignee, deadline, priority, isComplete
    /// Whether the item is there, or taken away.
    case presence
    /// The messages that prove it, and all else that is not the task.
    case source

    /// As they are listed here.
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

    /// Hashes the case: an enumeration with names would have its name hashed.
    public func hash(into hasher: inout Hasher) { hasher.combine(place) }
  }

  /// Who took an item away.
  public enum Removal: String, Sendable {
    /// A person: it stays away.
    case person
    /// A person, who put it away as nothing to look at now: it comes back when somebody speaks of it again.
    case archived
    /// Extraction, when the item was not found again: it comes back when it is.
    case withdrawn
    /// A person, for good: nothing of it is kept but its id.
    case purged
  }

  /// A person set the fields that are `held` when the item last changed.
  package init(
    item: ActionItem, number: Int, firstMessageId: String, wordings: [String],
    held: Set<Field> = [], removal: Removal? = nil, foundInRun: Int? = nil,
    context: [Finding.ContextLine] = []
  ) {
    shared = Shared(item)
    self.number = number
    self.firstMessageId = firstMessageId
    self.wordings = wordings
    self.removal = removal
    self.foundInRun = foundInRun
    self.context = context
    hold(held)
  }

  /// An item of which only itself is known, as a line tells it.
  public init(told item: ActionItem) {
    self.init(
      item: item, number: Merger.number(of: item), firstMessageId: item.messageId,
      wordings: [item.task])
  }

  /// Takes the item away, or puts it back; archived, it was put away at `time`.
  public mutating func setRemoval(
    _ removal: Removal?, because reason: String? = nil, at time: Timestamp? = nil
  ) {
    (self.removal, removalReason) = (removal, reason)
    item.archivedAt = removal == .archived ? time ?? item.updatedAt : nil
  }

  /// A person sets fields to what they are, at the time of the item's last change.
  public mutating func hold(_ fields: Set<Field>) {
    if !fields.isEmpty { noteSettings(by: .person, since: self, also: fields) }
  }

  /// Notes that the item changed at a time: a clock that is behind must not make the change look older
  /// than the version that it builds on, so that it is one millisecond later at least, as far as time goes.
  public mutating func touch(at now: Timestamp) {
    let before = item.updatedAt.microseconds
    let next =
      Timestamp(microseconds: before - (before % 1000 + 1000) % 1000 + 1000) ?? item.updatedAt
    item.updatedAt = next.microseconds > now.microseconds ? next : now
  }
}
