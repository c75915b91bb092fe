import Dispatch

/// Runs an actor on a serial queue of its own, because its file access blocks and the cooperative pool must not.
package final class QueueExecutor: SerialExecutor {
  private let queue: DispatchQueue

  package init(_ label: String) { queue = DispatchQueue(label: label) }

  package func enqueue(_ job: consuming ExecutorJob) {
    let job = UnownedJob(job)
    queue.async { job.runSynchronously(on: self.asUnownedSerialExecutor()) }
  }
}
