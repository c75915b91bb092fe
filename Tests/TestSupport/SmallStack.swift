import Dispatch
import Foundation

/// Runs work on a thread with a small stack, to reveal deep recursion.
public enum SmallStack {
  /// Runs `body` to its end on a thread with `size` bytes of stack.
  public static func run(size: Int = 512 << 10, _ body: @escaping () -> Void) {
    let isDone = DispatchSemaphore(value: 0)
    // It runs while the caller waits, and no other code holds it.
    nonisolated(unsafe) let work = body
    let thread = Thread {
      work()
      isDone.signal()
    }
    thread.stackSize = size
    thread.start()
    isDone.wait()
  }
}
