import Dispatch
import Glibc
import Synchronization

/// SIGINT, SIGTERM and SIGHUP as cancellation: the command ends in order, and a second signal ends the
/// process.
enum Interruption {
  /// That a signal ended a command.
  struct Caught: Error, CustomStringConvertible {
    let status: ExitStatus
    /// What went wrong beside, such as a store that could not be written.
    var problem: String?
    var description: String {
      (problem.map { $0 + "\n" } ?? "")
        + status.meaning
    }
  }

  private static let caught = Mutex<ExitStatus?>(nil)

  /// Those of the signals that whoever started the process had it ignore, as a shell does for what runs in the
  /// background. They stay ignored, here and in what is started from here.
  static let ignored: Set<Int32> = Set([SIGINT, SIGTERM, SIGHUP].filter(isIgnored))

  private static func isIgnored(_ number: Int32) -> Bool {
    var action = sigaction()
    guard sigaction(number, nil, &action) == 0 else { return false }
    return unsafeBitCast(action.__sigaction_handler.sa_handler, to: Int.self)
      == unsafeBitCast(SIG_IGN, to: Int.self)
  }

  /// The signal that the process was sent, as the status it ends with; nil where there was none.
  static var received: ExitStatus? { caught.withLock { $0 } }

  /// A command that waits for input or for a terminal cannot be told; it is ended after so long. The store is
  /// made for being cut off at any moment.
  private static let patience = DispatchTimeInterval.milliseconds(1500)

  /// So long it has to say so.
  private static let lastWord = DispatchTimeInterval.milliseconds(200)

  /// Runs a command; a signal cancels it. Throws `Caught` where that ended it.
  ///
  /// `last` is called before a process is ended that does not end by itself.
  static func watching(
    last: @escaping @Sendable (Caught) -> Void,
    _ body: @escaping @Sendable () async throws -> ExitStatus
  ) async throws -> ExitStatus {
    let task = Task { try await body() }
    let queue = DispatchQueue(label: "actionitems.signals")
    let signals = [
      (SIGINT, ExitStatus.interrupted), (SIGTERM, .terminated), (SIGHUP, .hungUp),
    ]
    let ignored = ignored
    let sources = signals.compactMap { number, status -> (any DispatchSourceSignal)? in
      if ignored.contains(number) { return nil }
      signal(number, SIG_IGN)
      let source = DispatchSource.makeSignalSource(signal: number, queue: queue)
      source.setEventHandler {
        let isFirst = caught.withLock { caught in
          defer { caught = caught ?? status }
          return caught == nil
        }
        guard isFirst else { _exit(status.rawValue) }
        task.cancel()
        queue.asyncAfter(deadline: .now() + patience) {
          let told = DispatchSemaphore(value: 0)
          DispatchQueue(label: "actionitems.last").async {
            last(Caught(status: status))
            told.signal()
          }
          // A terminal that is stopped takes no last word.
          _ = told.wait(timeout: .now() + lastWord)
          _exit(status.rawValue)
        }
      }
      source.activate()
      return source
    }
    defer { for source in sources { source.cancel() } }
    let result = await task.result
    guard let status = received else { return try result.get() }
    var problem: String?
    if case .failure(let error) = result, !(error is CancellationError) {
      problem = Tool.failure(error).message
    }
    throw Caught(status: status, problem: problem)
  }
}
