import Dispatch
import Encoding
package import System

/// The file of `--rejected`: one JSON object a line for every rejected item, and for every item changed from the
/// model's reply.
///
/// A queue of its own writes it during the run, so that the run does not wait for the disk.
package final class RejectionFile: Sendable {
  private let path: String
  private let stream: OutputStream
  private let queue = DispatchQueue(label: "actionitems.rejected")

  /// Creates an empty file, so that a wrong path is found before the run.
  package init(path: String, _ patience: PipePatience) async throws(CommandFailure) {
    self.path = path
    let opened: Result<Descriptor, SystemError>
    do {
      opened = try await Self.open(path, patience)
    } catch {
      throw CommandFailure(error.status, "--rejected: \(error.message)")
    }
    let descriptor: Descriptor
    do throws(SystemError) {
      descriptor = try opened.get()
    } catch {
      throw CommandFailure(.usage, "--rejected: cannot write \(path): \(error)")
    }
    // Unbuffered, so that a killed run leaves all rejections so far.
    stream = OutputStream(descriptor, isBuffered: false)
  }

  /// Opens the file.
  ///
  /// A link to a file, or to nothing, is replaced as `--summary` does, because its target may belong to another user.
  /// A link to a pipe or a device is followed, and so are the system's own links. A link that appears meanwhile
  /// cannot make this empty another user's file.
  private static func open(
    _ path: String, _ patience: PipePatience
  ) async throws(CommandFailure) -> Result<Descriptor, SystemError> {
    let making: Descriptor.Opening = [.writing, .creating, .emptying]
    if isSystemLink(path) { return try await patience.open(path, making) }
    let opened = try await patience.open(path, [making, .followingNoLink])
    guard case .failure(.symbolicLink) = opened else { return opened }
    if (try? FileStatus(of: path))?.kind ?? .file == .file {
      try? FileSystem.remove(path)
      return try await patience.open(path, [making, .followingNoLink])
    }
    let followed = try await patience.open(path, .writing)
    guard case .success(let descriptor) = followed,
      (try? descriptor.status())?.kind ?? .file == .file
    else { return followed }
    return .failure(.symbolicLink)
  }

  /// Whether a path is the system's name for an open file of this process.
  private static func isSystemLink(_ path: String) -> Bool {
    ["/dev/stdout", "/dev/stderr"].contains(path)
      || ["/dev/fd/", "/proc/self/fd/"].contains {
        path.hasPrefix($0) && path.dropFirst($0.count).allSatisfy(\.isNumber)
      }
  }

  package func write(_ diagnostic: Diagnostic) {
    let line = Self.line(diagnostic)
    queue.async { [stream] in
      // The stream keeps the first error until the end.
      try? stream.write(line)
    }
  }

  /// Waits until all is written; returns the error as a sentence.
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
