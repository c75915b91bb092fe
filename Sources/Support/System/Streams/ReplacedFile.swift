import Glibc

/// A file that replaces another one only when it is written completely. After a failure the old file is unchanged.
package final class ReplacedFile: Sendable {
  package let stream: OutputStream
  private let descriptor: Int32
  private let path: String
  /// The temporary file next to it; nil for a pipe or a device, which is written directly.
  private let temporary: String?

  /// Creates the temporary file. A private file is readable by its owner only.
  package init(path: String, isPrivate: Bool = false, _ patience: PipePatience)
    async throws(CommandFailure)
  {
    self.path = path
    var status = stat()
    let isFile = stat(path, &status) != 0 || status.st_mode & S_IFMT == S_IFREG
    // A random name: in a container, a killed process leaves a file with the process id of the next one.
    let number = String(UInt32.random(in: .min ... .max), radix: 36)
    temporary = isFile ? "\(path).\(number).new" : nil
    descriptor = try await patience.open(
      temporary ?? path, O_WRONLY | (isFile ? O_CREAT | O_EXCL : 0),
      mode: isPrivate ? 0o600 : 0o666)
    guard descriptor >= 0 else { throw Self.failure(path, -descriptor) }
    stream = OutputStream(descriptor: descriptor, isBuffered: true)
  }

  deinit {
    close(descriptor)
    // After `commit`, this name no longer exists.
    if let temporary { unlink(temporary) }
  }

  package func commit() throws {
    try stream.flush()
    guard let temporary else { return }
    guard fsync(descriptor) == 0, rename(temporary, path) == 0 else {
      throw Self.failure(path, errno)
    }
  }

  private static func failure(_ path: String, _ number: Int32) -> CommandFailure {
    CommandFailure(.partial, "cannot write \(path): \(String(cString: strerror(number)))")
  }
}

extension ReplacedFile {
  package static func write(
    _ bytes: [UInt8], to path: String, for option: String, _ patience: PipePatience
  ) async throws(CommandFailure) {
    do {
      let file = try await ReplacedFile(path: path, patience)
      try file.stream.write(bytes)
      try file.commit()
    } catch let failure as CommandFailure {
      throw CommandFailure(failure.status, "--\(option): \(failure.message)")
    } catch {
      throw CommandFailure(.partial, "--\(option): cannot write \(path): \(error)")
    }
  }
}
