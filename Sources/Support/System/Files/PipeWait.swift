/// Opens output files. If a path is a named pipe, waits for its reader, up to a time limit or a signal.
///
/// Otherwise opening such a pipe would block, and neither the time limit nor a signal could end the wait.
package struct PipeWait: Sendable {
  private let console: Console
  /// The end of the wait; nil for no limit.
  private let end: ContinuousClock.Instant?

  package init(console: Console, end: ContinuousClock.Instant?) {
    (self.console, self.end) = (console, end)
  }

  /// The time between two attempts, and the number of attempts before the user is informed.
  private static let (pause, quietLooks): (Duration, Int) = (.milliseconds(20), 25)

  /// Opens a path for writing, and waits if it is a pipe without a reader. Throws if no reader appeared in time.
  package func open(
    _ path: String, _ opening: Descriptor.Opening, permissions: UInt32 = 0o666
  ) async throws(CommandFailure) -> Result<Descriptor, SystemError> {
    if let open = Descriptor.opened(at: path) { return .success(open) }
    var looks = 0
    while true {
      do throws(SystemError) {
        let descriptor = try Descriptor(
          path, [opening, .withoutWaiting], permissions: permissions)
        // The reader may be slow, so writes block.
        descriptor.makeBlocking()
        return .success(descriptor)
      } catch {
        guard error == .noReader, (try? FileStatus(of: path))?.kind == .pipe else {
          return .failure(error)
        }
      }
      let isOver = Interruption.received != nil || end.map { .now >= $0 } == true
      if isOver || Task.isCancelled {
        throw CommandFailure(.limit, "cannot write \(path): no process reads this pipe")
      }
      if looks == Self.quietLooks { console.inform("waiting for a reader of \(path)") }
      try? await Task.sleep(for: Self.pause)
      looks += 1
    }
  }
}
