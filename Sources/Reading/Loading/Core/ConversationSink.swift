package import ActionItems

/// Takes what a loader finds, in the order of the export.
///
/// Calls come from one thread, each conversation as `begin`, any number of `add`, and `end`. One
/// conversation may begin several times, when several files hold parts of it. What a sink throws ends the
/// loading.
package protocol ConversationSink: AnyObject {
  /// A conversation begins.
  func begin(_ conversation: Conversation) throws
  /// A message of the conversation that began last.
  func add(_ message: consuming Message) throws
  /// The conversation that began last ends, or is interrupted by another one.
  func end(_ report: ConversationReport) throws
  /// A file or folder could not be read, or only in part.
  func fail(_ error: LoadingError) throws
  /// A walked folder held files that are nobody's export.
  func pass(_ reason: PassedReason, path: String) throws
  /// Nothing has come through a pipe for a moment, and nothing may ever come; this is called again and again while
  /// that lasts. What it throws ends the waiting.
  func wait(forPipe path: String) throws
}

extension ConversationSink {
  /// Waits as long as it takes.
  package func wait(forPipe path: String) throws {}
}

/// Why a file in a walked folder was passed over.
package enum PassedReason: Hashable, Sendable {
  case unknownFormat, empty, special, noMessages, repeated, repeatedFile, outside
  /// A list of the export, as of people or channels: it was read, and holds no messages.
  case list
  /// A file that a program packed which is not known here.
  case foreignArchive
  /// A table whose columns have no known names, and what they may hold.
  case unknownTable(TableColumns)
}

extension PassedReason: CustomStringConvertible {
  /// The text to print after the name of the file.
  package var description: String {
    switch self {
    case .unknownFormat: "in no known format"
    case .foreignArchive: "in no known format, packed: unpack it first"
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

/// What a loader counted in one conversation of one file or folder.
package struct ConversationReport: Sendable {
  /// The file or folder.
  package var file: String
  /// The format's name.
  package var format: String
  /// Everything that could have been a message.
  package var records = 0
  /// Records that became nothing, by reason.
  package var skipped: [String: Int] = [:]
  /// Whether the export states the zone of its times.
  package var timeZoneKnown = true
  /// Sentences for the user about this conversation.
  package var warnings: [String] = []

  /// Counts records that become nothing.
  mutating func skip(_ reason: SkipReason, _ count: Int = 1) {
    if count == 0 { return }
    records += count
    skipped[reason.rawValue, default: 0] += count
  }
}

/// Why a record became no message. None of them holds text of a person.
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

/// Takes what loaders find, and what they leave to others.
protocol LoadingSink: ConversationSink {
  /// Leaves a file of a format's folder, which may be another export, to be read for itself.
  func leave(_ file: ExportFile) throws
  /// Leaves a folder within a format's folder to be read for itself.
  func leave(_ folder: ExportFolder) throws
}

extension LoadingSink {
  /// Reads a part of the input, tells what it cannot be read for, and goes on.
  func telling(_ body: () throws -> Void) throws {
    do {
      try body()
    } catch let error as LoadingError {
      try fail(error)
    }
  }
}
