import Dispatch
import Glibc
import Synchronization

/// SIGINT and SIGTERM as cancellation: the command ends in order, and a second signal ends the
/// process.
enum Interruption {
  /// That a signal ended a command.
  struct Caught: Error, CustomStringConvertible {
    let status: ExitStatus
    var description: String {
      status == .interrupted
        ? "interrupted; everything acknowledged is kept"
        : "terminated; everything acknowledged is kept"
    }
  }

  /// Runs a command; a signal cancels it. Throws `Caught` where that ended it.
  static func watching(
    _ body: @escaping @Sendable () async throws -> ExitStatus
  ) async throws -> ExitStatus {
    let caught = Mutex<ExitStatus?>(nil)
    let task = Task { try await body() }
    let queue = DispatchQueue(label: "actionitems.signals")
    let sources = [(SIGINT, ExitStatus.interrupted), (SIGTERM, .terminated)].map { number, status in
      signal(number, SIG_IGN)
      let source = DispatchSource.makeSignalSource(signal: number, queue: queue)
      source.setEventHandler {
        let isFirst = caught.withLock { caught in
          defer { caught = caught ?? status }
          return caught == nil
        }
        if isFirst { task.cancel() } else { _exit(status.rawValue) }
      }
      source.activate()
      return source
    }
    defer { for source in sources { source.cancel() } }
    let result = await task.result
    if let status = caught.withLock({ $0 }) { throw Caught(status: status) }
    return try result.get()
  }
}
