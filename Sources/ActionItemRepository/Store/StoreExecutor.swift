import Dispatch

/// Runs a store's work on a queue of its own: files block, and nothing may block the cooperative
/// pool.
final class StoreExecutor: SerialExecutor {
  private let queue = DispatchQueue(label: "actionitems.store")

  func enqueue(_ job: consuming ExecutorJob) {
    let job = UnownedJob(job)
    queue.async { job.runSynchronously(on: self.asUnownedSerialExecutor()) }
  }
}
