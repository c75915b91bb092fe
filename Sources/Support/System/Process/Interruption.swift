import Dispatch
import Glibc
import Synchronization

/// Cancels the running command on SIGINT, SIGTERM or SIGHUP. It ends in order; a second signal ends the process.
package enum Interruption {
  /// Installs the handlers. Call it when the process starts: earlier signals end the process, and later ones are not
  /// lost.
  package static func begin() {
    _ = pipe
    for number in [SIGINT, SIGTERM, SIGHUP] where !ignored.contains(number) {
      signal(number) { Interruption.pipe.write($0) }
    }
  }

  private static let pipe = SignalPipe()

  package struct Caught: Error, CustomStringConvertible {
    package let status: ExitStatus
    /// An additional problem, such as a store that could not be written.
    package var problem: (any Error)?
    package var description: String { status.meaning }

    package init(status: ExitStatus) { self.status = status }
  }

  private static let caught = Mutex<ExitStatus?>(nil)

  /// The signals that were ignored when the process started, as shells do for background jobs. They stay ignored, also
  /// in child processes.
  package static let ignored: Set<Int32> = Set([SIGINT, SIGTERM, SIGHUP].filter(isIgnored))

  private static func isIgnored(_ number: Int32) -> Bool {
    var action = sigaction()
    guard sigaction(number, nil, &action) == 0 else { return false }
    return unsafeBitCast(action.__sigaction_handler.sa_handler, to: Int.self)
      == unsafeBitCast(SIG_IGN, to: Int.self)
  }

  /// The exit status for the signal that was received; nil if there was no signal.
  package static var received: ExitStatus? { caught.withLock { $0 } }

  /// How long a command may take to end after a signal. A command that waits for input or a terminal does not notice
  /// the cancellation and is then killed. The store survives that at any moment.
  private static let patience = DispatchTimeInterval.milliseconds(1500)

  /// The time limit for the last message.
  private static let lastWord = DispatchTimeInterval.milliseconds(200)

  /// Runs a command that a signal cancels. Throws `Caught` if a signal ended it.
  ///
  /// A server that ended in order returns the status of the signal instead. `last` is called before a process that does
  /// not end by itself is killed.
  package static func watching(
    isServer: Bool, last: @escaping @Sendable (Caught) -> Void,
    _ body: @escaping @Sendable () async throws -> ExitStatus
  ) async throws -> ExitStatus {
    let task = Task { try await body() }
    // Uses a thread for the life of the process. A dispatch source would miss signals from before its setup.
    DispatchQueue(label: "actionitems.signals").async {
      var number: UInt8 = 0
      while case let count = read(pipe.start, &number, 1), count == 1 || errno == EINTR {
        if count == 1 { take(Int32(number), last) { task.cancel() } }
      }
    }
    let result = await task.result
    guard let status = received else { return try result.get() }
    if isServer, case .success = result { return status }
    var caught = Caught(status: status)
    if case .failure(let error) = result, !(error is CancellationError) { caught.problem = error }
    throw caught
  }

  /// Handles a signal: the first one cancels the command, the next one ends the process.
  private static func take(
    _ number: Int32, _ last: @escaping @Sendable (Caught) -> Void, cancel: () -> Void
  ) {
    let status: ExitStatus =
      switch number {
      case SIGINT: .interrupted
      case SIGTERM: .terminated
      default: .hungUp
      }
    let isFirst = caught.withLock { caught in
      defer { caught = caught ?? status }
      return caught == nil
    }
    guard isFirst else { end(status) }
    cancel()
    DispatchQueue(label: "actionitems.patience").asyncAfter(deadline: .now() + patience) {
      let told = DispatchSemaphore(value: 0)
      DispatchQueue(label: "actionitems.last").async {
        last(Caught(status: status))
        told.signal()
      }
      // A stopped terminal accepts no message.
      _ = told.wait(timeout: .now() + lastWord)
      end(status)
    }
  }

  private static let beforeEnd = Mutex<(@Sendable () -> Void)?>(nil)

  /// Sets a function to call before the process is killed; nil for none.
  package static func atEnd(_ body: (@Sendable () -> Void)?) {
    beforeEnd.withLock { $0 = body }
  }

  private static func end(_ status: ExitStatus) -> Never {
    beforeEnd.withLock { $0 }?()
    RawMode.leave()
    _exit(status.rawValue)
  }
}
