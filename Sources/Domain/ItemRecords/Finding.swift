public import CivilTime

/// The statement of one message about one item, after grounding: a `Mention`, and what helps to identify the item.
@dynamicMemberLookup
public struct Finding: Hashable, Sendable {
  /// The message's mention of the item.
  public var said: Mention
  /// The id of the message's sender.
  public var senderId: String?
  /// The messages around it, for a later reader of the item.
  public var context: [ContextLine]
  /// The id of the open item that a language model names.
  public var known: String?
  /// The item, stated by another message, that the offline model links this to.
  package var subject: Subject?

  /// An item that another message states.
  package enum Subject: Hashable, Sendable {
    /// A stored item, by its id.
    case item(id: String)
    /// The item that a message states with the quoted words, or failing that in the words of the finding.
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
    _ said: Mention, senderId: String? = nil, context: [ContextLine] = [], known: String? = nil
  ) {
    self.said = said
    self.senderId = senderId
    self.context = context
    self.known = known
  }

  /// A field of the mention.
  public subscript<Value>(dynamicMember field: WritableKeyPath<Mention, Value>) -> Value {
    get { said[keyPath: field] }
    set { said[keyPath: field] = newValue }
  }
}
