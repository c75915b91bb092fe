public import CivilTime

/// An item that was found in a window and stands up to its text: what a message says of it, and what else helps to
/// tell which item it is.
@dynamicMemberLookup
public struct Finding: Hashable, Sendable {
  /// What the message says.
  public var said: Statement
  /// The id of whoever wrote the message.
  public var senderId: String?
  /// The messages around it, for whoever reads the item later.
  public var context: [ContextLine]
  /// The id of the open item that the message speaks of, where the reply names one.
  public var known: String?
  /// The item that the finding is about, if the reader says that another message states it.
  package var subject: Subject?

  /// An item that another message states.
  package enum Subject: Hashable, Sendable {
    /// One that is kept, by its id.
    case item(id: String)
    /// One that a message states in the words of the finding.
    case statedIn(message: String)
  }

  /// A message near the one that states an item.
  public struct ContextLine: Hashable, Sendable {
    /// Who wrote it, as displayed.
    public var sender: String?
    /// When it was written, where that is known.
    public var timestamp: Timestamp?
    /// What it says.
    public var text: String

    package init(sender: String?, timestamp: Timestamp?, text: String) {
      self.sender = sender
      self.timestamp = timestamp
      self.text = text
    }
  }

  package init(
    _ said: Statement, senderId: String? = nil, context: [ContextLine] = [], known: String? = nil
  ) {
    self.said = said
    self.senderId = senderId
    self.context = context
    self.known = known
  }

  /// A field of what the message says.
  public subscript<Value>(dynamicMember field: WritableKeyPath<Statement, Value>) -> Value {
    get { said[keyPath: field] }
    set { said[keyPath: field] = newValue }
  }
}
