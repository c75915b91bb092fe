import ActionItemModel
import TimeZones

/// A message as its record tells it, before names, zones and ids are settled.
struct MessageDraft {
  /// The export's own id; nil to make one.
  var id: String?
  /// Whether ids may begin anew in another file, so that it takes the time to tell messages apart.
  var hasIdOfFile = false
  /// Who wrote it; nil for the system.
  var sender: Sender?
  /// When it was written.
  var time: GenericTimestamp.Reading?
  /// The author's own zone, where the export tells; the team's applies else.
  var zone: Zone?
  /// The time as the export writes it, for ids that are made.
  var written = ""
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
  }
}

/// What a record becomes.
enum RecordOutcome {
  case message(MessageDraft)
  case skipped(SkipReason)
}
