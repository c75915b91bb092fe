import Glibc

/// Starts threads for event loops such as `CurlLoop`. The threads receive no signals that are meant for the program.
package enum LoopThread {
  private final class Work {
    let body: @Sendable () -> Void
    init(_ body: @escaping @Sendable () -> Void) { self.body = body }
  }

  /// Runs `body` on a new thread, which ends after it. Throws if the system cannot create a thread.
  package static func start(_ body: @escaping @Sendable () -> Void) throws(SystemError) {
    var attributes = pthread_attr_t()
    pthread_attr_init(&attributes)
    defer { pthread_attr_destroy(&attributes) }
    pthread_attr_setdetachstate(&attributes, Int32(PTHREAD_CREATE_DETACHED))

    // The new thread inherits the mask, so it receives no signal that is meant for the program. SIGPIPE is sent to the
    // thread that writes to a closed connection; if blocked, it has no effect. OpenSSL writes without MSG_NOSIGNAL.
    var blocked = sigset_t()
    sigfillset(&blocked)
    for signal in [SIGSEGV, SIGBUS, SIGFPE, SIGILL, SIGTRAP, SIGABRT] {
      sigdelset(&blocked, signal)
    }
    var previous = sigset_t()
    pthread_sigmask(SIG_SETMASK, &blocked, &previous)
    defer { pthread_sigmask(SIG_SETMASK, &previous, nil) }

    var thread = pthread_t()
    let argument = Unmanaged.passRetained(Work(body))
    let code = pthread_create(
      &thread, &attributes,
      { argument in
        guard let argument else { return nil }
        Unmanaged<Work>.fromOpaque(argument).takeRetainedValue().body()
        return nil
      }, argument.toOpaque())
    guard code != 0 else { return }
    argument.release()
    throw SystemError(code)
  }
}
