public import ActionItems
public import CivilTime
public import ItemRecords

/// A version of an item from another device or store, for `MergeSession`. `MergeOutcome` is the result of merging.
public struct RemoteVersion: Sendable {
  /// The item's id.
  public var id: String
  /// The time of the version by its device's clock.
  public var updatedAt: Timestamp
  /// The id of the device, or of the store, that made it.
  public var device: String
  /// The contents of the version, as far as the remote knows them.
  public var content: Content
  /// The remote or store that it was received from.
  public var origin: String
  /// Whether it has no time. It then counts as older than the local version, or as made now if it is clearly new.
  public var isUndated = false

  /// Whether all its differences count as set by a person, not only those in fields marked as held.
  public var isByHand = false
  /// Whether its contents are remembered as exchanged although it has field settings: the remote passes those on
  /// without understanding them.
  public var keepsExchanged = false
  /// The person whose session sent it, who made the settings of the session's device; nil if unknown.
  public var person: (name: String, device: String)?
  /// The last version that the remote and this store had in common, for a remote without field settings; nil if
  /// unknown.
  public var exchanged: ExchangedVersion?

  /// The contents of a version.
  public indirect enum Content: Sendable {
    /// The complete item record, with its settings.
    case fields(ItemRecord)
    /// Only the item's presence, with its author. The rest is remembered if the item was never here.
    case presence(ItemRecord)
    /// A whole item without field settings, except for the fields held by a person. `removal` and `run` do not count.
    case item(ItemRecord)
    /// The generic parts of an item, which every remote knows.
    case note(Note)
    /// The item was removed for good. The rest is remembered if the item was never here.
    case deletion(ItemRecord)
    /// The device that found the item did not find it again. It may come back.
    case withdrawal(ItemRecord)

    /// Whether it has field settings.
    package var knowsFields: Bool {
      switch self {
      case .fields, .presence: true
      case .item, .note, .deletion, .withdrawal: false
      }
    }
  }

  /// An item from a remote that does not know action items.
  public struct Note: Hashable, Sendable {
    /// The text that the remote displays: the task.
    public var title: String
    /// Further text; nil for none.
    public var text: String?
    /// Members that this version does not know.
    public var unknown: UnknownMembers?
    /// When it was created; nil if not given.
    public var createdAt: Timestamp?
    /// The conversation of an item that is new here.
    public var conversationId: String
    /// Whether it is done; nil if not given.
    public var isComplete: Bool?
    /// The assignee; nil if not given, an inner nil for nobody.
    public var assignee: String??
    /// The deadline; nil if not given, an inner nil for no deadline.
    public var deadline: Deadline??
    /// The priority; nil if not given.
    public var priority: Priority?

    /// Creates a note without state, assignee, deadline and priority.
    public init(title: String, text: String?, createdAt: Timestamp?, conversationId: String) {
      self.title = title
      self.text = text
      self.createdAt = createdAt
      self.conversationId = conversationId
    }
  }

  /// Creates a version with a time, of an item that was not exchanged before.
  public init(
    id: String, updatedAt: Timestamp, device: String, content: Content, origin: String
  ) {
    self.id = id
    self.updatedAt = updatedAt
    self.device = device
    self.content = content
    self.origin = origin
  }
}

/// The result of merging received versions.
public struct MergeOutcome: Hashable, Sendable {
  /// The number of versions that changed the item here.
  public var applied = 0
  /// The number of versions that were already here.
  public var repeated = 0
  /// The number of versions that lost against the ones here.
  public var outdated = 0
  /// The items with new conflicts between people.
  public var conflicting: Set<String> = []
  /// The devices whose clocks are more than a day ahead, and by how many milliseconds.
  public var ahead: [String: Int64] = [:]
  /// The versions received from remotes without field settings, by origin and item.
  public var exchanged: [String: [String: ExchangedVersion]] = [:]

  package init() {}
}
