import Dispatch
import Synchronization
package import System

/// A file of JSON lines that a run writes as it goes: `--rejected` and `--answers-log`.
///
/// A dispatch queue creates and writes the lines, so that the run does not wait for the disk.
package final class LineFile: Sendable {
  private let option: String
  private let path: String
  private let stream: OutputStream
  private let queue: DispatchQueue
  /// The bytes that may still be written.
  private let room: Mutex<Int>

  /// Opens the file of an option, so that a wrong path is found before the run. The file is emptied, unless lines are
  /// appended to it. It grows to at most `limit` bytes.
  package init(
    _ path: String, for option: String, isAppended: Bool = false, limit: Int = .max,
    _ patience: PipeWait
  ) async throws(CommandFailure) {
    (self.path, self.option) = (path, option)
    queue = DispatchQueue(label: "actionitems.\(option)")
    let opened: Result<Descriptor, SystemError>
    do {
      opened = try await Self.open(path, isAppended: isAppended, patience)
    } catch {
      throw CommandFailure(error.status, "--\(option): \(error.message)")
    }
    let descriptor: Descriptor
    let size: Int
    do throws(SystemError) {
      descriptor = try opened.get()
      let status = try descriptor.status()
      size = status.kind == .file ? Int(clamping: status.size) : 0
    } catch {
      throw CommandFailure(.usage, "--\(option): cannot write \(path): \(error)")
    }
    room = Mutex(max(0, limit - size))
    // Unbuffered, so that a killed run leaves all lines so far.
    stream = OutputStream(descriptor, isBuffered: false)
  }

  /// Opens the file.
  ///
  /// A link to a file, or to nothing, is replaced, as with `--summary`, because its target may belong to another user.
  /// With `isAppended`, the link is an error. A link to a pipe or a device is followed. A link that appears meanwhile
  /// cannot lead to changes of another user's file.
  private static func open(
    _ path: String, isAppended: Bool, _ patience: PipeWait
  ) async throws(CommandFailure) -> Result<Descriptor, SystemError> {
    let making: Descriptor.Opening = [.writing, .creating, isAppended ? .appending : .emptying]
    let opened = try await patience.open(path, [making, .followingNoLink], permissions: 0o600)
    guard case .failure(.symbolicLink) = opened else { return opened }
    if (try? FileStatus(of: path))?.kind ?? .file == .file {
      if isAppended { return opened }
      try? FileSystem.remove(path)
      return try await patience.open(path, [making, .followingNoLink], permissions: 0o600)
    }
    let followed = try await patience.open(path, .writing)
    guard case .success(let descriptor) = followed,
      (try? descriptor.status())?.kind ?? .file == .file
    else { return followed }
    return .failure(.symbolicLink)
  }

  /// Writes lines. The queue calls `lines`.
  func write(_ lines: @escaping @Sendable () -> [UInt8]) {
    queue.async { [self] in
      let bytes = lines()
      let fits = room.withLock { room in
        // Nothing follows a line that was left out.
        room = bytes.count <= room ? room - bytes.count : -1
        return room >= 0
      }
      // The stream keeps the first error until the end.
      if fits { try? stream.write(bytes) }
    }
  }

  /// Waits until all is written; returns the error as a sentence.
  func finish() async -> String? {
    await withCheckedContinuation { continuation in
      queue.async { [self] in
        do throws(OutputError) {
          try stream.flush()
          let isFull = room.withLock { $0 < 0 }
          continuation.resume(
            returning: isFull
              ? "--\(option): \(path) is full, so the rest is left out; move it away" : nil)
        } catch {
          continuation.resume(returning: "--\(option): cannot write \(path): \(error.reason)")
        }
      }
    }
  }
}
