import ActionItems
import Glibc
import Loading
import Store
import System

/// Finds out whether there is anything to read, without reading it.
enum InputProbe {
  /// Whether the paths of a call hold anything of an export: as good as certain where they can be looked at
  /// twice, and taken for granted of standard input and pipes.
  static func findsAnything(_ invocation: Invocation) async throws -> Bool {
    let paths = invocation.operands
    let loader = ConversationLoader(options: try LoadingOptionSet.loadingOptions(invocation))
    return try await apart("probing") { try paths.contains { try findsAnything(at: $0, loader) } }
  }

  static func isMissing(store path: String) -> Bool {
    do throws(StorageError) {
      _ = try DiskFolder(existing: path)
      return false
    } catch {
      return error.isMissing
    }
  }

  /// Of a longer file, in bytes, what tells its format has to do.
  private static let mostToRead = 1 << 16

  private static func findsAnything(
    at path: String, _ loader: ConversationLoader
  ) throws -> Bool {
    var status = stat()
    if path == "-" { return true }
    guard stat(path, &status) == 0 else { return false }
    switch status.st_mode & S_IFMT {
    case S_IFREG where Int(status.st_size) > mostToRead:
      // Whoever reads tells of what cannot be read.
      if (try? loader.recognizes(file: path)) == true { return true }
    case S_IFREG, S_IFDIR: break
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

/// Ends the loading at the first thing that is an export's.
private final class FirstFind: ConversationSink {
  struct Found: Error {}

  func begin(_ conversation: Conversation) throws { throw Found() }
  func add(_ message: Message) {}
  func end(_ report: ConversationReport) {}
  // Whoever reads tells of them.
  func fail(_ error: LoadingError) {}

  func pass(_ reason: PassedReason, path: String) throws {
    // An export in which nobody has said anything yet is one all the same.
    if reason == .noMessages || reason == .list { throw Found() }
  }
}
