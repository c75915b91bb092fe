import ActionItems
import Loading
import System

/// Checks before a run whether the paths contain any export, without reading all of them.
enum InputProbe {
  /// Returns whether the paths contain any part of an export. Standard input and pipes cannot be read twice, so the
  /// answer for them is true.
  static func findsAnything(_ invocation: Invocation) async throws -> Bool {
    let paths = invocation.operands
    let loader = ConversationLoader(options: try LoadingOptionSet.loadingOptions(invocation))
    return try await runBlocking("probing") {
      try paths.contains { try findsAnything(at: $0, loader) }
    }
  }

  /// Files with more than this many bytes are tested by format detection first, which is faster than loading them.
  private static let mostToRead = 1 << 16

  private static func findsAnything(
    at path: String, _ loader: ConversationLoader
  ) throws -> Bool {
    if path == "-" { return true }
    guard let status = try? FileStatus(of: path) else { return false }
    switch status.kind {
    case .file where status.size > mostToRead:
      // The actual reading reports unreadable files.
      if (try? loader.recognizes(file: path)) == true { return true }
    case .file, .folder: break
    default: return true
    }
    let sink = FirstFind()
    do {
      try loader.load(path: path, into: sink)
    } catch is FirstFind.Found {
      return true
    }
    return false
  }
}

/// Stops loading at the first part of an export.
private final class FirstFind: ConversationSink {
  /// Ends the loading.
  struct Found: Error {}

  func begin(_ conversation: Conversation) throws { throw Found() }
  func add(_ messages: [Message]) {}
  func end(_ report: ConversationReport) {}
  // The actual reading reports errors.
  func fail(_ error: LoadingError) {}

  func skip(_ reason: SkippedFileReason, path: String) throws {
    // An export without messages is still an export.
    if reason == .noMessages || reason == .list { throw Found() }
  }
}
