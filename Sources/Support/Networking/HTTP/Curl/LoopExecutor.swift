/// Runs tasks on the thread that libcurl's loop has, between its turns.
///
/// A task that mostly waits for answers is resumed where they arrive, and what it sends next is taken
/// up there: no thread has to be woken for either, which would cost more than all else that a short
/// answer does. Once the loop has ended, tasks go on in Swift's own pool.
final class LoopExecutor: TaskExecutor {
  private let mailbox: TransferMailbox

  init(mailbox: TransferMailbox) { self.mailbox = mailbox }

  func enqueue(_ job: consuming ExecutorJob) {
    let job = UnownedJob(job)
    if !mailbox.enqueue(job) { handOn(job) }
  }

  func run(_ job: UnownedJob) { job.runSynchronously(on: asUnownedTaskExecutor()) }

  /// Leaves a job to Swift's own pool, for want of a loop.
  func handOn(_ job: UnownedJob) { globalConcurrentExecutor.enqueue(job) }
}
