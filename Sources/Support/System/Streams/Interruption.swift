import Dispatch
import Glibc
import Synchronization

/// SIGINT, SIGTERM and SIGHUP as cancellation: the command ends in order, and a second signal ends the
/// process.
package enum Interruption {
  /// Keeps the signals for whoever watches for them; to be called as the process begins. Until then they end it,
  /// from then on none is lost.
  package static func begin() {
    _ = pipe
    for number in [SIGINT, SIGTERM, SIGHUP] where !ignored.contains(number) {
      signal(number) { Interruption.pipe.tell($0) }
    }
  }

  private static let pipe = SignalPipe()

  package struct Caught: Error, CustomStringConvertible {
    package let status: ExitStatus
    /// What went wrong beside, such as a store that could not be written.
    package var problem: (any Error)?
    package var description: String { status.meaning }

    package init(status: ExitStatus) { self.status = status }
  }

  private static let caught = Mutex<ExitStatus?>(nil)

  /// Those of the signals that whoever started the process had it ignore, as a shell does for what runs in the
  /// background. They stay ignored, here and in what is started from here.
  package static let ignored: Set<Int32> = Set([SIGINT, SIGTERM, SIGHUP].filter(isIgnored))

  private static func isIgnored(_ number: Int32) -> Bool {
    var action = sigaction()
    guard sigaction(number, nil, &action) == 0 else { return false }
    return unsafeBitCast(action.__sigaction_handler.sa_handler, to: Int.self)
      == unsafeBitCast(SIG_IGN, to: Int.self)
  }

  /// The signal that the process was sent, as the status it ends with; nil where there was none.
  package static var received: ExitStatus? { caught.withLock { $0 } }

  /// A command that waits for input or for a terminal cannot be told; it is ended after so long. The store is
  /// made for being cut off at any moment.
  private static let patience = DispatchTimeInterval.milliseconds(1500)

  /// So long it has to say so.
  private static let lastWord = DispatchTimeInterval.milliseconds(200)

  /// Runs a command; a signal cancels it. Throws `Caught` where that ended it, but for a server that has ended in order:
  /// its status tells of the signal, and nothing else.
  ///
  /// `last` is called before a process is ended that does not end by itself.
  package static func watching(
    isServer: Bool, last: @escaping @Sendable (Caught) -> Void,
    _ body: @escaping @Sendable () async throws -> ExitStatus
  ) async throws -> ExitStatus {
    let task = Task { try await body() }
    // A thread of its own, for as long as the process lasts: a source that is set up would miss what came
    // before.
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

  /// Takes a signal: the first one cancels, the next one ends the process.
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
      // A terminal that is stopped takes no last word.
      _ = told.wait(timeout: .now() + lastWord)
      end(status)
    }
  }

  private static let beforeEnd = Mutex<(@Sendable () -> Void)?>(nil)

  /// Has something done before the process is ended that does not end by itself; nothing with nil.
  package static func atEnd(_ body: (@Sendable () -> Void)?) {
    beforeEnd.withLock { $0 = body }
  }

  private static func end(_ status: ExitStatus) -> Never {
    beforeEnd.withLock { $0 }?()
    RawMode.leave()
    _exit(status.rawValue)
  }
}
