import CZlib
import Glibc

/// A thread with a small stack, since the cooperative pool must not be blocked.
enum LoopbackThread {
  private final class Work {
    let body: @Sendable () -> Void
    init(_ body: @escaping @Sendable () -> Void) { self.body = body }
  }

  /// Runs `body` on a new thread, which ends by itself.
  static func start(_ body: @escaping @Sendable () -> Void) {
    var attributes = pthread_attr_t()
    pthread_attr_init(&attributes)
    defer { pthread_attr_destroy(&attributes) }
    pthread_attr_setdetachstate(&attributes, Int32(PTHREAD_CREATE_DETACHED))
    pthread_attr_setstacksize(&attributes, 512 << 10)
    var thread = pthread_t()
    let argument = Unmanaged.passRetained(Work(body)).toOpaque()
    let code = pthread_create(
      &thread, &attributes,
      { argument in
        guard let argument else { return nil }
        Unmanaged<Work>.fromOpaque(argument).takeRetainedValue().body()
        return nil
      }, argument)
    precondition(code == 0, "the system gives no thread")
  }
}
