package import ActionItems

/// Receives what `ConversationLoader` reads, in the order of the export. Below: reports, and the reasons for skipping.
///
/// All calls come from one thread. A conversation is one `begin`, any number of `add`, and one `end`. It may begin
/// several times if several files hold parts of it. An error that a sink throws ends the loading.
package protocol ConversationSink: AnyObject {
  /// A conversation begins.
  func begin(_ conversation: Conversation) throws
  /// Some messages of the conversation that began last, at least one.
  func add(_ messages: [Message]) throws
  /// The conversation that began last ends, or is interrupted by another one.
  func end(_ report: ConversationReport) throws
  /// A file or folder could not be read, or only in part.
  func fail(_ error: LoadingError) throws
  /// A file or folder was skipped while walking a folder.
  func skip(_ reason: SkippedFileReason, path: String) throws
  /// A pipe has sent nothing for a moment, and may never send anything. Called repeatedly until data arrives. If this
  /// throws, loading stops waiting.
  func wait(forPipe path: String) throws
}

extension ConversationSink {
  /// Does nothing, so loading waits without a limit.
  package func wait(forPipe path: String) throws {}
}

/// The reason why a file or folder was skipped while walking a folder.
package enum SkippedFileReason: Hashable, Sendable {
  case unknownFormat, empty, special, noMessages, repeated, repeatedFile, outside
  /// A list that belongs to the export, such as its people or channels. It was read, and has no messages.
  case list
  /// A packed file that is not in a known format.
  case foreignArchive
  /// A table without known column names, and a guess at what its columns hold.
  case unknownTable(TableColumns)
  /// A page of Facebook or Instagram.
  case metaPage
}

extension SkippedFileReason: CustomStringConvertible {
  /// The reason as shown to the user after the file's name.
  package var description: String {
    switch self {
    case .unknownFormat: "in no known format"
    case .foreignArchive: "in no known format, packed: unpack it first"
    case .metaPage:
      "HTML of Facebook or Instagram: download the information again, with format JSON"
    case .empty: "empty"
    case .special: "hidden or not a regular file"
    case .list: "an index of the export"
    case .noMessages: "without messages"
    case .repeated: "a folder that was read already"
    case .repeatedFile: "a file that was read already, under another name"
    case .outside: "a link that leads out of the folder; what it leads to has to be named"
    case .unknownTable(let columns):
      "a table whose columns have no known names (perhaps --columns \(columns))"
    }
  }
}

/// A loader's counts and warnings for one conversation of one file or folder.
package struct ConversationReport: Sendable {
  /// The file or folder.
  package var file: String
  /// The format's name.
  package var format: String
  /// The number of records, written as messages or skipped.
  package var records = 0
  /// The number of skipped records by reason.
  package var skipped: [String: Int] = [:]
  /// Whether the export states the time zone of its timestamps.
  package var timeZoneKnown = true
  /// Warnings about this conversation.
  package var countedWarnings: [LoadingWarning] = []
  /// The same as sentences for the user.
  package var warnings: [String] { countedWarnings.map(\.description) }

  /// Counts skipped records.
  mutating func skip(_ reason: SkipReason, _ count: Int = 1) {
    if count == 0 { return }
    records += count
    skipped[reason.rawValue, default: 0] += count
  }
}

/// The reason why a record of a file was skipped. `SkippedFileReason` is about whole files and folders.
enum SkipReason: String {
  case deleted = "deleted"
  case duplicate = "repeated"
  case noText = "without text"
  case notAMessage = "not a message"
  case malformed = "malformed"
  case tooLong = "too long"
  case edit = "an edit, counted with its message"
  case encrypted = "encrypted"
  case otherBranch = "on a branch left behind"
}
