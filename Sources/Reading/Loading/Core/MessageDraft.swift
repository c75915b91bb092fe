import ActionItems
import CivilTime

/// A message as read from a record, before names and ids are resolved. Below: `RecordOutcome`, and topic threads.
struct MessageDraft {
  /// The export's own id; nil to make one.
  var id: String?
  /// A hash of all that a text file has for the message, for its synthetic id; nil to use sender, time and text.
  var syntheticKey: UInt64?
  /// Whether `id` is unique only within its file. The digest then includes the time.
  var hasIdOfFile = false
  /// The author; nil for a notice of the program, such as that a person joined. A notice has the kind `.system`, also
  /// if a person caused it.
  var sender: Sender?
  var time: GenericTimestamp.Reading?
  /// The author's own zone, if the export has it; the team's applies otherwise.
  var zone: Zone?
  /// Whether the offset of the time is that of the author's clock, even if it is zero.
  var isLocalTime = false
  /// The time as the export writes it, for synthetic ids.
  var written = ""
  /// `written` as bytes of the text that is being read, because a copy would be slow.
  var writtenBytes: Bytes?
  /// The readable text.
  var text: String
  /// The text in the export's own markup; nil if it equals `text`.
  var source: String?
  var kind = Message.Kind.message
  var threadId: String?
  var replyTo: String?
  var link: String?
  /// When the message was edited, as the export writes it. Empty if the edit may not have changed the words; nil if
  /// it was not edited.
  var edited: String?
  /// Whether the message says that a task was finished or reopened, without identifying the task.
  var namesUnknownTask = false

  /// The author of a message.
  struct Sender {
    /// The id in the export, otherwise the name.
    var id: String
    /// The person's name.
    var name: String
    /// A name such as a login that distinguishes people with the same `name`.
    var handle: String?
    /// Whether the name is unique in the conversation.
    var isUnique = false

    /// The person who exports, if the export does not name that person.
    static let me = Self(id: "Me", name: "Me")
  }
}

extension MessageDraft {
  /// Whether the export has a time, readable or not.
  var hasWrittenTime: Bool { !written.isEmpty || writtenBytes?.isEmpty == false }

  /// The hash for a synthetic id.
  var key: UInt64 {
    if let syntheticKey { return syntheticKey }
    var digest = StableHash()
    digest.add(sender?.id ?? "")
    if let writtenBytes { digest.add(writtenBytes) } else { digest.add(written) }
    digest.add(source ?? text)
    return digest.finish()
  }

  /// The digest that identifies this version of the message, given its id.
  func digest(id: String) -> UInt64 {
    var digest = StableHash()
    digest.add(id)
    // An id made of all that the file has for the message already covers everything.
    if syntheticKey != nil { return digest.finish() }
    digest.add(sender?.id ?? "")
    digest.add(source ?? text)
    if hasIdOfFile { if let writtenBytes { digest.add(writtenBytes) } else { digest.add(written) } }
    // An edit may restore earlier words.
    if let edited, !edited.isEmpty {
      // Some exporters write times in the zone of the person who exports.
      if case .instant(let time)? = GenericTimestamp.read(edited) {
        digest.add(String(time.microseconds))
      } else {
        digest.add(edited)
      }
    }
    return digest.finish()
  }
}

/// The outcome of a record.
enum RecordOutcome {
  case message(MessageDraft)
  case skipped(SkipReason)
  /// The format has passed the message to the writer itself.
  case written
}

/// The topics of a conversation. Each is a thread, identified by its first message.
struct Topics {
  private var first: [String: String] = [:]

  /// Adds a message to its topic's thread; returns the id of the topic's first message.
  @discardableResult
  mutating func assign(_ draft: inout MessageDraft, under topic: String?) -> String? {
    guard let topic, let id = draft.id else { return nil }
    draft.threadId = first[topic] ?? id
    first[topic] = draft.threadId
    return draft.threadId
  }
}
