internal import CLibcurlShim
internal import Synchronization

/// What callers have for the loop, and how they wake it.
///
/// Callers put in and never wait; the loop takes all at once. Once closed it takes no more requests, but
/// it takes jobs for as long as there is a loop to run them.
final class TransferMailbox: Sendable {
  struct Submission: Sendable {
    let request: PreparedRequest
    let ticket: TransferTicket
    let continuation: CheckedContinuation<Result<HTTPResponse, HTTPError>, Never>
  }

  /// What was put in since the loop last looked.
  struct Delivery: Sendable {
    var submissions: [Submission] = []
    var cancellations: [TransferTicket] = []
    var isClosing = false
  }

  private struct Contents {
    var delivery = Delivery()
    var jobs: [UnownedJob] = []
    /// Whether the loop waits, or is about to, and nobody has woken it yet.
    var isAsleep = false
    /// The event descriptor that the loop waits on; nil once the loop has let go of it.
    var wakeUp: Int32?
    var hasEnded = false
    var waiters: [CheckedContinuation<Void, Never>] = []

    var isEmpty: Bool {
      jobs.isEmpty && delivery.submissions.isEmpty && delivery.cancellations.isEmpty
        && !delivery.isClosing
    }

    /// Wakes the loop where it has to be; writing can only fail where a wake-up is already on its way.
    mutating func wake() {
      guard isAsleep, let wakeUp else { return }
      isAsleep = false
      eventfd_write(wakeUp, 1)
    }
  }

  private let contents: Mutex<Contents>

  init(wakeUp: Int32) { contents = Mutex(Contents(wakeUp: wakeUp)) }

  /// Hands over a request; false once closed, and then the caller is the one to resume.
  func submit(_ submission: Submission) -> Bool {
    contents.withLock { contents in
      guard !contents.delivery.isClosing else { return false }
      contents.delivery.submissions.append(submission)
      contents.wake()
      return true
    }
  }

  /// Has a request dropped; one that has ended is left alone.
  func cancel(_ ticket: TransferTicket) {
    ticket.cancel()
    contents.withLock { contents in
      contents.delivery.cancellations.append(ticket)
      contents.wake()
    }
  }

  /// Hands over a job; false once the loop has let go, and then the caller is the one to run it.
  func enqueue(_ job: UnownedJob) -> Bool {
    contents.withLock { contents in
      guard contents.wakeUp != nil else { return false }
      contents.jobs.append(job)
      contents.wake()
      return true
    }
  }

  func close() {
    contents.withLock { contents in
      guard !contents.delivery.isClosing else { return }
      contents.delivery.isClosing = true
      contents.wake()
    }
  }

  func waitForEnd() async {
    await withCheckedContinuation { continuation in
      let hasEnded = contents.withLock { contents in
        guard !contents.hasEnded else { return true }
        contents.waiters.append(continuation)
        return false
      }
      if hasEnded { continuation.resume() }
    }
  }

  /// Takes all but the jobs; the loop's side.
  func take() -> Delivery {
    contents.withLock { contents in
      contents.isAsleep = false
      let taken = contents.delivery
      contents.delivery = Delivery(isClosing: taken.isClosing)
      return taken
    }
  }

  func takeJobs() -> [UnownedJob] {
    contents.withLock { contents in
      defer { contents.jobs = [] }
      return contents.jobs
    }
  }

  /// Puts jobs back before those that came since; the loop's side.
  func putBack(_ jobs: ArraySlice<UnownedJob>) {
    contents.withLock { $0.jobs.insert(contentsOf: jobs, at: 0) }
  }

  /// Whether the loop may wait: nothing is there to be taken, and what comes from here on wakes it.
  func fallAsleep() -> Bool {
    contents.withLock { contents in
      contents.isAsleep = contents.isEmpty
      return contents.isAsleep
    }
  }

  /// Says that the loop will not be woken again, and returns what came in last; the
  /// jobs are still to be taken.
  func detach() -> Delivery {
    contents.withLock { contents in
      contents.wakeUp = nil
      contents.delivery.isClosing = true
      let taken = contents.delivery
      contents.delivery = Delivery(isClosing: true)
      return taken
    }
  }

  func announceEnd() {
    let waiters = contents.withLock { contents in
      defer { contents.waiters = [] }
      contents.hasEnded = true
      return contents.waiters
    }
    for waiter in waiters { waiter.resume() }
  }
}

/// What a waiting caller and the loop share of one request.
final class TransferTicket: Sendable {
  let submittedAt = ContinuousClock.now
  private let cancelled = Atomic(false)

  var isCancelled: Bool { cancelled.load(ordering: .relaxed) }

  /// Says that the caller no longer wants the answer, before the loop has taken the request or after.
  func cancel() { cancelled.store(true, ordering: .relaxed) }
}
