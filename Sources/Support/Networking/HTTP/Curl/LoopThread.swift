// curl.h brings the thread types in too, and the compiler wants their module named.
internal import CLibcurl
internal import Glibc

protocol ThreadLoop: AnyObject {
  func run()
}

/// The thread that a loop runs on, which ends by itself when the loop does.
enum LoopThread {
  private final class Work {
    let loop: any ThreadLoop
    init(_ loop: any ThreadLoop) { self.loop = loop }
  }

  /// Starts a loop; returns the system's reason where there is no thread to be had, and then the
  /// loop has not run.
  static func start(_ loop: any ThreadLoop) -> Int32? {
    var attributes = pthread_attr_t()
    pthread_attr_init(&attributes)
    defer { pthread_attr_destroy(&attributes) }
    pthread_attr_setdetachstate(&attributes, Int32(PTHREAD_CREATE_DETACHED))

    // The new thread inherits the mask. It takes no signal that is meant for the program, and
    // SIGPIPE, which the system sends to the very thread that writes to a closed connection, stays
    // blocked there and comes to nothing: OpenSSL writes without MSG_NOSIGNAL.
    var blocked = sigset_t()
    sigfillset(&blocked)
    for signal in [SIGSEGV, SIGBUS, SIGFPE, SIGILL, SIGTRAP, SIGABRT] {
      sigdelset(&blocked, signal)
    }
    var previous = sigset_t()
    pthread_sigmask(SIG_SETMASK, &blocked, &previous)
    defer { pthread_sigmask(SIG_SETMASK, &previous, nil) }

    var thread = pthread_t()
    let argument = Unmanaged.passRetained(Work(loop))
    let code = pthread_create(
      &thread, &attributes,
      { argument in
        guard let argument else { return nil }
        Unmanaged<Work>.fromOpaque(argument).takeRetainedValue().loop.run()
        return nil
      }, argument.toOpaque())
    guard code != 0 else { return nil }
    argument.release()
    return code
  }
}
