internal import CLibcurl
internal import CLibcurlShim
import Synchronization
import System

/// The event loop of a `CurlTransport` or `CurlStream`: one thread drives a libcurl multi handle with its transfers.
/// A transfer is an HTTP request or a byte stream. Each transport and each stream has its own loop.
/// `TransferTicket`, below, is the state of one request, by which its caller cancels it.
///
/// The thread starts with the first transfer and sleeps when there is nothing to do. Other threads put orders into
/// `mail` and wake the thread; they never wait for it. Every continuation is resumed once: by the thread, or by
/// `close` if there is no thread yet.
/// `@unchecked`: only the loop's thread uses the state that no `Mutex` holds. While the thread runs, other threads
/// call only `curl_multi_wakeup`, which is thread-safe.
final class CurlLoop: @unchecked Sendable {
  typealias Waiter<Value> = CheckedContinuation<Result<Value, HTTPError>, Never>

  enum Order: Sendable {
    case send(PreparedRequest, TransferTicket, Waiter<HTTPResponse>)
    case open(PreparedRequest, StreamMailbox)
    case cancel(TransferTicket)
  }

  private struct Mail {
    enum Phase {
      case idle
      case running
      case closing
      case ended
    }

    var phase = Phase.idle
    var orders: [Order] = []
    /// Whether something has changed since the thread last took the orders.
    var hasNews = false
    /// Whether the thread waits and has to be woken.
    var isAsleep = false
    var waiters: [CheckedContinuation<Void, Never>] = []

    /// Notes news. Returns whether the thread has to be woken.
    mutating func noteNews() -> Bool {
      defer { isAsleep = false }
      hasNews = true
      return isAsleep
    }
  }

  private let mail = Mutex(Mail())
  /// Whether the multi handle can be woken. It is not released during a wake-up, which holds this lock and not `mail`.
  private let isWakeable = Mutex(true)
  private let settings: TransportSettings
  private let multi: UnsafeMutableRawPointer
  /// Shares TLS sessions between handles. The multi handle shares names and connections.
  private let share: UnsafeMutableRawPointer
  private let schedule = LoopSchedule()
  private var transfers: [UnsafeMutableRawPointer: any LoopTransfer] = [:]

  /// Prepares libcurl; throws if it has no memory.
  init(settings: TransportSettings) throws(HTTPError) {
    guard CurlLoop.isLibraryReady, let multi = curl_multi_init() else { throw CurlLoop.noStart }
    guard let share = curl_share_init() else {
      curl_multi_cleanup(multi)
      throw CurlLoop.noStart
    }
    (self.settings, self.multi, self.share) = (settings, multi, share)
    // These fail only without memory, and requests work without them.
    let connections = max(1, min(settings.maximumConnectionsPerHost, 1 << 16))
    _ = curl_shim_share_set_data(share, CURL_LOCK_DATA_SSL_SESSION)
    _ = curl_shim_multi_set_long(multi, CURLMOPT_MAX_HOST_CONNECTIONS, connections)
    _ = curl_shim_multi_set_long(multi, CURLMOPT_MAX_CONCURRENT_STREAMS, 256)
    // By default, libcurl would close kept connections when few requests are in progress.
    _ = curl_shim_multi_set_long(multi, CURLMOPT_MAXCONNECTS, connections * 2)
  }

  private static let noStart = HTTPError.unexpected(
    code: Int32(CURLE_FAILED_INIT.rawValue), text: "cannot start")

  /// Whether libcurl has initialised itself and TLS, which is done once in a process.
  private static let isLibraryReady = curl_shim_global_init() == CURLE_OK

  // MARK: - Other threads

  /// Queues an order, and starts the thread with the first one. If the call throws, the caller must resume the order's
  /// continuation.
  func start(_ order: Order) throws(HTTPError) {
    let isAsleep = try mail.withLock { mail throws(HTTPError) in
      switch mail.phase {
      case .idle:
        do throws(SystemError) {
          try LoopThread.start { self.run() }
        } catch {
          throw .unexpected(code: error.number, text: "the system gives no thread")
        }
        mail.phase = .running
      case .running: break
      case .closing, .ended: throw .shutDown
      }
      mail.orders.append(order)
      return mail.noteNews()
    }
    if isAsleep { wakeThread() }
  }

  /// Drops a request, unless it has ended.
  func cancel(_ ticket: TransferTicket) {
    ticket.cancel()
    let isAsleep = mail.withLock { mail in
      guard mail.phase == .running else { return false }
      mail.orders.append(.cancel(ticket))
      return mail.noteNews()
    }
    if isAsleep { wakeThread() }
  }

  /// Makes the thread take another turn before it waits again.
  func wake() {
    if mail.withLock({ $0.noteNews() }) { wakeThread() }
  }

  /// Fails all transfers with `shutDown`, and later ones too.
  func close() {
    let phase = mail.withLock { mail in
      defer { if mail.phase != .ended { mail.phase = .closing } }
      return mail.phase
    }
    switch phase {
    case .idle: end(because: .shutDown)
    case .running: wake()
    case .closing, .ended: break
    }
  }

  /// Returns after `close`, when everything has been released.
  func waitForEnd() async {
    await withCheckedContinuation { continuation in
      let hasEnded = mail.withLock { mail in
        if mail.phase != .ended { mail.waiters.append(continuation) }
        return mail.phase == .ended
      }
      if hasEnded { continuation.resume() }
    }
  }

  private func wakeThread() {
    isWakeable.withLock { if $0 { curl_multi_wakeup(multi) } }
  }

  // MARK: - The thread

  private func run() {
    var code = CURLM_OK
    while code == CURLM_OK, let orders = takeOrders() {
      schedule.startTurn()
      for order in orders { carryOut(order) }
      var running: Int32 = 0
      code = curl_multi_perform(multi, &running)
      finishCompleted()
      endOverdue()
      var waits = carryStreams()
      guard code == CURLM_OK else { break }
      code = curl_multi_poll(
        multi, &waits, UInt32(waits.count), mayWait() ? schedule.waitMilliseconds : 0, nil)
    }
    end(because: code == CURLM_OK ? .shutDown : CurlLoop.error(code))
  }

  /// Returns the queued orders; nil when the loop has to end.
  private func takeOrders() -> [Order]? {
    mail.withLock { mail in
      guard mail.phase == .running else { return nil }
      defer { mail.orders = [] }
      mail.hasNews = false
      mail.isAsleep = false
      return mail.orders
    }
  }

  private func mayWait() -> Bool {
    mail.withLock { mail in
      mail.isAsleep = !mail.hasNews
      return mail.isAsleep
    }
  }

  /// Fails all transfers and releases libcurl.
  private func end(because error: HTTPError) {
    let orders = mail.withLock { mail in
      defer { mail.orders = [] }
      mail.phase = .closing
      return mail.orders
    }
    isWakeable.withLock { $0 = false }
    endAll(because: error)
    for order in orders { refuse(order, because: error) }
    // The order matters: the share is released last, when no handle uses it.
    curl_multi_cleanup(multi)
    curl_share_cleanup(share)
    let waiters = mail.withLock { mail in
      mail.phase = .ended
      return mail.waiters
    }
    for waiter in waiters { waiter.resume() }
  }

  private func endAll(because error: HTTPError) {
    for transfer in Array(transfers.values) { end(transfer, because: error) }
  }

  private func refuse(_ order: Order, because error: HTTPError) {
    switch order {
    case .send(_, _, let waiter): waiter.resume(returning: .failure(error))
    case .open(_, let mailbox): mailbox.end(because: error)
    case .cancel: break
    }
  }

  private static func error(_ code: CURLMcode) -> HTTPError {
    .unexpected(code: Int32(code.rawValue), text: String(cString: curl_multi_strerror(code)))
  }

  // MARK: - Transfers

  private func carryOut(_ order: Order) {
    do throws(HTTPError) {
      switch order {
      case .send(_, let ticket, _) where ticket.isCancelled: throw .cancelled
      case .send(let request, let ticket, let waiter):
        try add(
          Transfer(
            request, ticket, waiter, handle: newHandle(), schedule: schedule, settings: settings))
      case .open(let request, let mailbox):
        try add(StreamTransfer(request, mailbox, handle: newHandle(), settings: settings))
      case .cancel(let ticket):
        let transfer = transfers.values.first { ($0 as? Transfer)?.ticket === ticket }
        if let transfer { end(transfer, because: .cancelled) }
      }
    } catch {
      refuse(order, because: error)
    }
  }

  // A handle serves one transfer. Before 8.3, libcurl kept a pointer into the freed header of a handle's last answer;
  // if the next answer started with a continued line, libcurl wrote to it (curl issues 11101 and 11620). Connections
  // and sessions outlive the handle anyway.
  private func newHandle() throws(HTTPError) -> EasyHandle {
    let handle = try EasyHandle()
    try handle.set(CURLOPT_SHARE, pointer: share)
    return handle
  }

  private func add(_ transfer: any LoopTransfer) throws(HTTPError) {
    let added = curl_multi_add_handle(multi, transfer.handle.pointer)
    guard added == CURLM_OK else { throw CurlLoop.error(added) }
    transfers[transfer.handle.pointer] = transfer
    schedule.check(by: transfer.nextDeadline)
  }

  /// Takes a transfer out of libcurl, which closes its connection unless the answer is complete.
  private func remove(_ transfer: any LoopTransfer) {
    transfers[transfer.handle.pointer] = nil
    curl_multi_remove_handle(multi, transfer.handle.pointer)
  }

  private func end(_ transfer: any LoopTransfer, because error: HTTPError) {
    remove(transfer)
    transfer.end(because: error)
  }

  private func finishCompleted() {
    while case let finished = curl_shim_multi_next_finished(multi), let handle = finished.handle {
      guard let transfer = transfers[handle] else { continue }
      if transfer.complete(finished.result) { remove(transfer) }
    }
  }

  /// Checks every time limit if one may have been reached since the last check.
  private func endOverdue() {
    guard schedule.takeCheck() else { return }
    for transfer in Array(transfers.values) {
      if let error = transfer.overdue() {
        end(transfer, because: error)
      } else {
        schedule.check(by: transfer.nextDeadline)
      }
    }
  }

  private func carryStreams() -> [curl_waitfd] {
    var waits: [curl_waitfd] = []
    for transfer in transfers.values {
      do throws(HTTPError) {
        if let wait = try transfer.carry() { waits.append(wait) }
      } catch {
        end(transfer, because: error)
      }
    }
    return waits
  }
}

/// The state of one request, shared by its caller and the loop.
final class TransferTicket: Sendable {
  let submittedAt = ContinuousClock.now
  private let cancelled = Atomic(false)

  var isCancelled: Bool { cancelled.load(ordering: .relaxed) }

  /// Marks the request as cancelled. The loop may not have received the request yet.
  func cancel() { cancelled.store(true, ordering: .relaxed) }
}
