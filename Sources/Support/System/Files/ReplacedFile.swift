/// A user's output file that replaces another one only when it is complete. After a failure the old file is unchanged.
///
/// The files of a store are replaced by `NewFile`.
package final class ReplacedFile: Sendable {
  package let stream: OutputStream
  private let descriptor: Descriptor
  private let path: String
  /// The temporary file next to the path; nil for a pipe, a device or an open file, which is written directly.
  private let temporary: String?

  /// Creates the temporary file. A private file is readable by its owner only.
  package init(path: String, isPrivate: Bool = false, _ patience: PipeWait)
    async throws(CommandFailure)
  {
    self.path = path
    let isOpen = Descriptor.opened(at: path) != nil
    let kind = isOpen ? .pipe : (try? FileStatus(of: path))?.kind ?? .file
    // A random name: in a container, a killed process leaves a file with the process id of the next one.
    let number = String(UInt32.random(in: .min ... .max), radix: 36)
    temporary = kind == .file ? "\(path).\(number).new" : nil
    let opened = try await patience.open(
      temporary ?? path, temporary == nil ? .writing : [.writing, .new],
      permissions: isPrivate ? 0o600 : 0o666)
    descriptor = try Self.writing(path) { () throws(SystemError) in try opened.get() }
    stream = OutputStream(descriptor, isBuffered: true, path: path)
  }

  deinit {
    // After `commit`, this name no longer exists.
    if let temporary { try? FileSystem.remove(temporary) }
  }

  package func commit() throws {
    try stream.flush()
    guard let temporary else { return }
    try Self.writing(path) { () throws(SystemError) in
      try descriptor.sync()
      try FileSystem.rename(temporary, to: path)
    }
  }

  private static func writing<Result>(
    _ path: String, _ body: () throws(SystemError) -> Result
  ) throws(CommandFailure) -> Result {
    do throws(SystemError) { return try body() } catch {
      throw CommandFailure(.partial, "cannot write \(path): \(error)")
    }
  }
}

extension ReplacedFile {
  package static func write(
    _ bytes: [UInt8], to path: String, for option: String, _ patience: PipeWait
  ) async throws(CommandFailure) {
    do {
      let file = try await ReplacedFile(path: path, patience)
      try file.stream.write(bytes)
      try file.commit()
    } catch let failure as CommandFailure {
      throw CommandFailure(failure.status, "--\(option): \(failure.message)")
    } catch {
      throw CommandFailure(.partial, "--\(option): \(error)")
    }
  }
}
