internal import CLibcurlShim
internal import Synchronization

/// What callers have for the loop, and how they wake it.
///
/// Callers put in and never wait; the loop takes all at once. Once closed it takes no more requests.
final class TransferMailbox: Sendable {
  /// A request and whoever waits for it.
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
    /// The event descriptor that the loop waits on; nil once the loop has let go of it.
    var wakeUp: Int32?
    var hasEnded = false
    var waiters: [CheckedContinuation<Void, Never>] = []

    /// Wakes the loop; writing can only fail where a wake-up is already on its way.
    func wake() {
      if let wakeUp { eventfd_write(wakeUp, 1) }
    }
  }

  private let contents: Mutex<Contents>

  /// Makes an empty mailbox for the loop that waits on the event descriptor `wakeUp`.
  init(wakeUp: Int32) {
    contents = Mutex(Contents(wakeUp: wakeUp))
  }

  /// Hands over a request; false once closed, and then the caller is the one to resume.
  func submit(_ submission: Submission) -> Bool {
    contents.withLock { contents in
      guard !contents.delivery.isClosing else { return false }
      contents.delivery.submissions.append(submission)
      // The loop takes everything at once: the first to put something in has woken it for all.
      if contents.delivery.submissions.count == 1 { contents.wake() }
      return true
    }
  }

  /// Has a request dropped; one that has ended is left alone.
  func cancel(_ ticket: TransferTicket) {
    ticket.cancel()
    contents.withLock { contents in
      contents.delivery.cancellations.append(ticket)
      if contents.delivery.cancellations.count == 1 { contents.wake() }
    }
  }

  /// Has the loop end.
  func close() {
    contents.withLock { contents in
      guard !contents.delivery.isClosing else { return }
      contents.delivery.isClosing = true
      contents.wake()
    }
  }

  /// Returns once the loop has ended.
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

  /// Empties the mailbox; the loop's side.
  func take() -> Delivery {
    contents.withLock { contents in
      let taken = contents.delivery
      contents.delivery = Delivery(isClosing: taken.isClosing)
      return taken
    }
  }

  /// Says that the loop will not be woken again, and returns what came in last.
  func detach() -> Delivery {
    contents.withLock { contents in
      contents.wakeUp = nil
      contents.delivery.isClosing = true
      let taken = contents.delivery
      contents.delivery = Delivery(isClosing: true)
      return taken
    }
  }

  /// Tells those who wait that the loop has ended.
  func announceEnd() {
    let waiters = contents.withLock { contents in
      defer { contents.waiters = [] }
      contents.hasEnded = true
      return contents.waiters
    }
    for waiter in waiters { waiter.resume() }
  }
}
