import CSpawn
import Glibc

/// Runs work on a thread with little stack, where deep recursion shows.
public enum SmallStack {
  private final class Work {
    let body: () -> Void
    init(_ body: @escaping () -> Void) { self.body = body }
  }

  /// Runs `body` to its end on a thread with so many bytes of stack.
  public static func run(size: Int = 512 << 10, _ body: @escaping () -> Void) {
    var attributes = pthread_attr_t()
    pthread_attr_init(&attributes)
    pthread_attr_setstacksize(&attributes, size)
    defer { pthread_attr_destroy(&attributes) }
    var thread = pthread_t()
    let work = Unmanaged.passRetained(Work(body))
    let failure = pthread_create(
      &thread, &attributes,
      { argument in
        guard let argument else { return nil }
        Unmanaged<Work>.fromOpaque(argument).takeRetainedValue().body()
        return nil
      }, work.toOpaque())
    precondition(failure == 0, "no thread could be started")
    pthread_join(thread, nil)
  }
}
