import Dispatch
import Encoding
import Glibc
package import System

/// The file that `--rejected` names: a JSON object a line for everything that was refused, or kept otherwise than the
/// model wrote it.
///
/// It is written while the run goes on, from a queue of its own: neither the run nor its memory waits
/// for a disk.
package final class RejectionFile: Sendable {
  private let path: String
  private let descriptor: Int32
  private let stream: OutputStream
  private let queue = DispatchQueue(label: "actionitems.rejected")

  /// Makes the file, empty, so that a bad path is found out before the run.
  package init(path: String, _ patience: PipePatience) async throws(CommandFailure) {
    self.path = path
    do {
      descriptor = try await Self.open(path, patience)
    } catch {
      throw CommandFailure(error.status, "--rejected: \(error.message)")
    }
    guard descriptor >= 0 else {
      throw CommandFailure(
        .usage, "--rejected: cannot write \(path): \(String(cString: strerror(-descriptor)))")
    }
    // What was refused until a run is killed stands there.
    stream = OutputStream(descriptor: descriptor, isBuffered: false)
  }

  deinit { Glibc.close(descriptor) }

  /// Opens the file. A link that leads to a file or nowhere is replaced, as `--summary` does, for what it leads to may
  /// be another's; one that leads to a pipe or a device is followed, and so are the system's own.
  ///
  /// Whoever puts a link there meanwhile has nothing of another's emptied.
  private static func open(
    _ path: String, _ patience: PipePatience
  ) async throws(CommandFailure) -> Int32 {
    let making = O_WRONLY | O_CREAT | O_TRUNC
    if isSystemLink(path) { return try await patience.open(path, making) }
    let descriptor = try await patience.open(path, making | O_NOFOLLOW)
    guard descriptor == -ELOOP else { return descriptor }
    var status = stat()
    if stat(path, &status) != 0 || status.st_mode & S_IFMT == S_IFREG {
      unlink(path)
      return try await patience.open(path, making | O_NOFOLLOW)
    }
    let followed = try await patience.open(path, O_WRONLY)
    guard followed >= 0, fstat(followed, &status) != 0 || status.st_mode & S_IFMT == S_IFREG else {
      return followed
    }
    Glibc.close(followed)
    return -ELOOP
  }

  /// Whether a path is one by which the system names what this process has open.
  private static func isSystemLink(_ path: String) -> Bool {
    ["/dev/stdout", "/dev/stderr"].contains(path)
      || ["/dev/fd/", "/proc/self/fd/"].contains {
        path.hasPrefix($0) && path.dropFirst($0.count).allSatisfy(\.isNumber)
      }
  }

  package func write(_ diagnostic: Diagnostic) {
    let line = Self.line(diagnostic)
    queue.async { [stream] in
      // The stream keeps the first error for the end.
      try? stream.write(line)
    }
  }

  /// Waits until all is written; returns what went wrong, in a sentence.
  package func finish() async -> String? {
    await withCheckedContinuation { continuation in
      queue.async { [stream, path] in
        do throws(OutputError) {
          try stream.flush()
          continuation.resume(returning: nil)
        } catch {
          continuation.resume(returning: "--rejected: cannot write \(path): \(error.reason)")
        }
      }
    }
  }

  private static func line(_ diagnostic: Diagnostic) -> [UInt8] {
    let item = diagnostic.item
    let line: JSONValue = [
      "schema": 1, "reason": .string(diagnostic.description), "kept": .bool(diagnostic.note != nil),
      "task": .string(item.task), "assignee": .text(item.assignee),
      "deadline": .text(item.deadline), "priority": .text(item.priority),
      "messageId": .string(item.messageId), "quote": .text(item.quote),
      "code": .string(diagnostic.code), "conversationId": .text(diagnostic.conversationId),
      "sourceMessageId": .text(diagnostic.sourceMessageId),
    ]
    return line.line()
  }
}
