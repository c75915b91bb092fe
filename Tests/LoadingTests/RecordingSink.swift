import ActionItems
import CivilTime
import Loading
import TestSupport

/// Keeps everything that a loader delivers; `load` runs a loader. Below: `LoadingOptions.testing`.
final class RecordingSink: ConversationSink {
  struct Loaded {
    var conversation: Conversation
    var messages: [Message] = []
    var report: ConversationReport?
  }

  private(set) var loaded: [Loaded] = []
  private(set) var failures: [LoadingError] = []
  private(set) var skippedFiles: [SkippedFileReason] = []

  /// The number of times the loader may wait for a pipe.
  var patience = Int.max
  /// The pipes that the loader waited for, once for each wait.
  private(set) var waits: [String] = []

  struct Impatient: Error {}

  func wait(forPipe path: String) throws {
    waits.append(path)
    if waits.count >= patience { throw Impatient() }
  }

  func begin(_ conversation: Conversation) { loaded.append(Loaded(conversation: conversation)) }
  func add(_ messages: [Message]) { loaded[loaded.count - 1].messages += messages }
  func end(_ report: ConversationReport) { loaded[loaded.count - 1].report = report }
  func fail(_ error: LoadingError) { failures.append(error) }
  func skip(_ reason: SkippedFileReason, path: String) { skippedFiles.append(reason) }

  /// The messages of the conversation with a title or id.
  func messages(of name: String) -> [Message] {
    loaded.filter { $0.conversation.title == name || $0.conversation.id == name }
      .flatMap(\.messages)
  }

  /// Every message as `sender: text`.
  var lines: [String] {
    loaded.flatMap(\.messages).map { "\($0.sender ?? "-"): \($0.text)" }
  }

  static func load(_ paths: String..., options: LoadingOptions = .testing) throws -> RecordingSink {
    let sink = RecordingSink()
    let loader = ConversationLoader(options: options)
    for path in paths { try loader.load(path: path, into: sink) }
    return sink
  }

  /// Reads a file with the given text.
  static func load(
    _ text: String, named name: String, options: LoadingOptions = .testing
  ) throws -> RecordingSink {
    try load(Array(text.utf8), named: name, options: options)
  }

  static func load(
    _ bytes: [UInt8], named name: String, options: LoadingOptions = .testing
  ) throws -> RecordingSink {
    let folder = try TemporaryDirectory()
    return try load(try folder.write(bytes, to: name), options: options)
  }
}

extension LoadingOptions {
  /// UTC, and zones from the system if a test names them.
  static var testing: LoadingOptions {
    LoadingOptions(zone: .utc, zones: ZoneDatabase(environment: [:]))
  }
}
