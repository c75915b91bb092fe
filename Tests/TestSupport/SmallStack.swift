import Dispatch
import Foundation

/// Runs work on a thread with little stack, where deep recursion shows.
public enum SmallStack {
  /// Runs `body` to its end on a thread with so many bytes of stack.
  public static func run(size: Int = 512 << 10, _ body: @escaping () -> Void) {
    let isDone = DispatchSemaphore(value: 0)
    // It runs while the caller waits, and nobody else has it.
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
