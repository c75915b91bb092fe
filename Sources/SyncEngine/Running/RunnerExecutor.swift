import Dispatch

/// Runs a sync's own work on a queue: it reads files, and nothing may block the cooperative pool.
package final class RunnerExecutor: SerialExecutor {
  private let queue = DispatchQueue(label: "actionitems.sync")

  package init() {}

  package func enqueue(_ job: consuming ExecutorJob) {
    let job = UnownedJob(job)
    queue.async { job.runSynchronously(on: self.asUnownedSerialExecutor()) }
  }
}
