public import ActionItems
public import CivilTime
public import ItemRecords

/// A version of an item that another device made, as it came in.
public struct PeerVersion: Sendable {
  /// The item's id.
  public var id: String
  /// When the version was made, by the clock of its device.
  public var updatedAt: Timestamp
  /// The id of the device, or of the store, that made it.
  public var device: String
  /// What it tells of the item, as far as the peer knows it.
  public var content: Content
  /// Where it came in from.
  public var origin: String
  /// Whether nobody says when it was made: it is older than what is here, and of now where it stands all the same.
  public var isUndated = false

  /// Whether what it says otherwise counts as set by a person, whatever it says of who holds what.
  public var isByHand = false
  /// Whether what it tells is to be remembered as exchanged though it says who set what: the peer passes that on
  /// without knowing it.
  public var keepsExchanged = false
  /// The person in whose name a session's device has sent it, which is what they set on that device; nil where nobody
  /// knows who it is.
  public var person: (name: String, device: String)?
  /// What the peer and this store last had in common of the item, where the peer knows no fields; nil where
  /// that is not known.
  public var exchanged: ExchangedVersion?

  /// What a version says.
  public indirect enum Content: Sendable {
    /// All that is known of the item, with who set what.
    case fields(KnownItem)
    /// Whether the item is there, with who said so, and nothing else; what comes with it is remembered where it
    /// was never there.
    case presence(KnownItem)
    /// A whole item, of which nobody says who set what when but that a person holds some fields; `removal`
    /// and `run` do not count.
    case item(KnownItem)
    /// What every engine knows of an item, and nothing of what is ours.
    case note(Note)
    /// The item was taken away for good; what comes with it is remembered where it was never there.
    case deletion(KnownItem)
    /// The item was not found again by the device that had found it; it may come back.
    case withdrawal(KnownItem)

    /// Whether it says who set what.
    package var knowsFields: Bool {
      switch self {
      case .fields, .presence: true
      case .item, .note, .deletion, .withdrawal: false
      }
    }
  }

  /// An item as an engine tells of it that knows nothing of action items.
  public struct Note: Hashable, Sendable {
    /// What the engine shows of it: the task.
    public var title: String
    /// More about it; nil for nothing.
    public var text: String?
    /// What else it says that nobody here knows.
    public var unknown: UnknownMembers?
    /// When it was made; nil where that is not told.
    public var createdAt: Timestamp?
    /// The conversation for an item that is new here.
    public var conversationId: String
    /// Whether it is done; nil where that is not told.
    public var isComplete: Bool?
    /// Who is to do it; nil where that is not told, nil in it for nobody.
    public var assignee: String??
    /// When it is due; nil where that is not told, nil in it for no deadline.
    public var deadline: Deadline??
    /// How urgent it is; nil where that is not told.
    public var priority: Priority?

    /// Of its state, assignee, deadline and priority nothing is told until they are set.
    public init(title: String, text: String?, createdAt: Timestamp?, conversationId: String) {
      self.title = title
      self.text = text
      self.createdAt = createdAt
      self.conversationId = conversationId
    }
  }

  /// A version with a time, of whose item nothing is known to have been exchanged before.
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

/// What came of versions that came in.
public struct PeerOutcome: Hashable, Sendable {
  /// Versions that took the place of what was here.
  public var applied = 0
  /// Versions that were here already.
  public var repeated = 0
  /// Versions that had to give way to what was here.
  public var outdated = 0
  /// Items of which persons set something differently without knowing of each other, where that was new.
  public var conflicting: Set<String> = []
  /// Devices whose clocks are more than a day ahead, and by how many milliseconds.
  public var ahead: [String: Int64] = [:]
  /// What peers that know no fields have told, by where it came in from, then by item.
  public var exchanged: [String: [String: ExchangedVersion]] = [:]

  package init() {}
}
