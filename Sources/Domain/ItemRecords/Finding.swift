public import CivilTime

/// A `Mention` of an item that grounding has checked, with nearby messages and hints about which item it means.
@dynamicMemberLookup
public struct Finding: Hashable, Sendable {
  /// The message's mention of the item.
  public var mention: Mention
  /// The id of the message's sender.
  public var senderId: String?
  /// Nearby messages, stored with the item.
  public var context: [ContextLine]
  /// The open item that the language model says this is about, by id.
  public var openItemId: String?
  /// The item that the message is about according to the offline model, if another message states it.
  package var subject: Subject?

  /// A reference to an item that another message states.
  package enum Subject: Hashable, Sendable {
    /// A stored item, by its id.
    case item(id: String)
    /// The item stated by another message: the one with this quote, otherwise the one with the wording of the finding.
    case statedIn(message: String, quote: String)
  }

  /// A message near the one that states an item.
  public struct ContextLine: Hashable, Sendable {
    /// The sender's display name.
    public var sender: String?
    /// When it was written, if that is known.
    public var timestamp: Timestamp?
    /// The text of the message.
    public var text: String

    package init(sender: String?, timestamp: Timestamp?, text: String) {
      self.sender = sender
      self.timestamp = timestamp
      self.text = text
    }
  }

  package init(
    _ mention: Mention, senderId: String? = nil, context: [ContextLine] = [],
    openItemId: String? = nil
  ) {
    self.mention = mention
    self.senderId = senderId
    self.context = context
    self.openItemId = openItemId
  }

  /// A field of the mention.
  public subscript<Value>(dynamicMember field: WritableKeyPath<Mention, Value>) -> Value {
    get { mention[keyPath: field] }
    set { mention[keyPath: field] = newValue }
  }
}
