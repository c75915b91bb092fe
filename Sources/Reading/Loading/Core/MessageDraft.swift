import ActionItems
import CivilTime

/// A message as its record tells it, before names, zones and ids are settled.
struct MessageDraft {
  /// The export's own id; nil to make one.
  var id: String?
  /// All that a text file says of the message, where its id is made of that; nil to make it of sender, time and text.
  var made: UInt64?
  /// Whether ids of anybody's making may begin anew in another file, so that it takes the time to tell messages apart.
  var hasIdOfFile = false
  /// Who wrote it; nil for what the program says, as that somebody joined: its kind is `.system`, whoever caused it.
  var sender: Sender?
  /// When it was written.
  var time: GenericTimestamp.Reading?
  /// The author's own zone, where the export tells; the team's applies else.
  var zone: Zone?
  /// Whether the offset of its time is that of its author's clock, also where it is zero.
  var isLocalTime = false
  /// The time as the export writes it, for ids that are made.
  var written = ""
  /// The same where it stands in the text that is being read: to copy it takes longer than much else.
  var writtenBytes: Bytes?
  /// What it says, readable.
  var text: String
  /// What the export has for the text; nil where that is the text itself.
  var source: String?
  var kind = Message.Kind.message
  var threadId: String?
  var replyTo: String?
  var link: String?
  /// When it was edited, as the export writes it; empty where that does not mean other words, nil where it
  /// was not edited.
  var edited: String?

  /// Who wrote a message.
  struct Sender {
    /// The id in the export; the name where it has none.
    var id: String
    /// What the person is called.
    var name: String
    /// What tells people of one name apart.
    var handle: String?
    /// Whether nobody else in the conversation is called so.
    var isUnique = false
  }
}

extension MessageDraft {
  /// Whether the export writes any time.
  var hasWrittenTime: Bool { !written.isEmpty || writtenBytes?.isEmpty == false }

  /// What its id is made of, where the export has none.
  var key: UInt64 {
    if let made { return made }
    var digest = MessageDigest()
    digest.add(sender?.id ?? "")
    if let writtenBytes { digest.add(writtenBytes) } else { digest.add(written) }
    digest.add(source ?? text)
    return digest.finish()
  }

  /// Recognises the message, under its id, as its export wrote it.
  func digest(id: String) -> UInt64 {
    var digest = MessageDigest()
    digest.add(id)
    // An id that is made of all that the file says of the message says it all.
    if made != nil { return digest.finish() }
    digest.add(sender?.id ?? "")
    digest.add(source ?? text)
    if hasIdOfFile {
      if let writtenBytes { digest.add(writtenBytes) } else { digest.add(written) }
    }
    // An edit may bring back what the message said before.
    if let edited, !edited.isEmpty {
      // Some exporters write times in the zone of whoever exports.
      if case .instant(let time)? = GenericTimestamp.read(edited) {
        digest.add(String(time.microseconds))
      } else {
        digest.add(edited)
      }
    }
    return digest.finish()
  }
}

/// What a record becomes.
enum RecordOutcome {
  case message(MessageDraft)
  case skipped(SkipReason)
  /// What the format has handed to the writer itself.
  case written
}

/// The topics of a conversation: each is a thread, and its first message stands for it.
struct Topics {
  private var first: [String: String] = [:]

  /// Files a message under its topic, and returns the topic's first message.
  @discardableResult
  mutating func file(_ draft: inout MessageDraft, under topic: String?) -> String? {
    guard let topic, let id = draft.id else { return nil }
    draft.threadId = first[topic] ?? id
    first[topic] = draft.threadId
    return draft.threadId
  }
}
