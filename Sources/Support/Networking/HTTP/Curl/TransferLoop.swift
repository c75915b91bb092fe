internal import CLibcurl
internal import CLibcurlShim

/// libcurl's multi handle and all that it carries, driven by one thread from `run` to its end.
///
/// Nothing but the mailbox is reached from other threads, so that every continuation is resumed in
/// one place, once.
final class TransferLoop: ThreadLoop {
  let mailbox: TransferMailbox
  let executor: LoopExecutor
  private let settings: TransportSettings
  private let multi: UnsafeMutableRawPointer
  /// TLS sessions are a handle's own unless shared; names and connections are the multi handle's.
  private let share: UnsafeMutableRawPointer
  private let schedule: LoopSchedule
  private let sockets: SocketWatch
  private var transfers: [ObjectIdentifier: Transfer] = [:]

  /// Prepares libcurl; throws when it has no memory.
  init(settings: TransportSettings) throws(HTTPError) {
    guard TransferLoop.isLibraryReady, let multi = curl_multi_init(), let share = curl_share_init()
    else { throw TransferLoop.noStart }
    (self.settings, self.multi, self.share) = (settings, multi, share)
    schedule = LoopSchedule()
    do throws(HTTPError) {
      sockets = try SocketWatch(multi: multi, schedule: schedule)
    } catch {
      curl_multi_cleanup(multi)
      curl_share_cleanup(share)
      throw error
    }
    mailbox = TransferMailbox(wakeUp: sockets.wakeUp)
    executor = LoopExecutor(mailbox: mailbox)
    // None of these can fail but for want of memory, and none is needed for a proper answer.
    let connections = max(1, min(settings.maximumConnectionsPerHost, 1 << 16))
    _ = curl_shim_share_set_data(share, CURL_LOCK_DATA_SSL_SESSION)
    _ = curl_shim_multi_set_long(multi, CURLMOPT_MAX_HOST_CONNECTIONS, connections)
    _ = curl_shim_multi_set_long(multi, CURLMOPT_MAX_CONCURRENT_STREAMS, 256)
    // Left alone, libcurl would close kept connections as soon as few requests are under way.
    _ = curl_shim_multi_set_long(multi, CURLMOPT_MAXCONNECTS, connections * 2)
  }

  static let noStart = HTTPError.unexpected(
    code: Int32(CURLE_FAILED_INIT.rawValue), text: "cannot start")

  /// Whether libcurl has initialised itself and TLS, which is done once in a process.
  static let isLibraryReady = curl_shim_global_init() == CURLE_OK

  /// Carries requests until the mailbox is closed; then fails those under way and lets go of
  /// libcurl.
  func run() {
    var failure = CURLM_OK
    while failure == CURLM_OK {
      schedule.startTurn()
      let delivery = mailbox.take()
      for submission in delivery.submissions { start(submission) }
      for ticket in delivery.cancellations { cancel(ticket) }
      if delivery.isClosing { break }
      failure = sockets.handleReady()
      finishCompleted()
      expireOverdue()
      runJobs()
      // Jobs take time, and what may be waited is counted from now.
      schedule.startTurn()
      if failure == CURLM_OK { sockets.wait(onlyLooking: !mailbox.fallAsleep()) }
    }
    end(because: failure == CURLM_OK ? .shutDown : TransferLoop.error(failure))
  }

  /// Runs the jobs that have come and those that come of them, but not for ever: after some
  /// milliseconds sockets have their turn.
  private func runJobs() {
    let start = ContinuousClock.now
    while true {
      let jobs = mailbox.takeJobs()
      if jobs.isEmpty { return }
      for (index, job) in jobs.enumerated() {
        executor.run(job)
        guard ContinuousClock.now - start > TransferLoop.longestJobs else { continue }
        return mailbox.putBack(jobs[(index + 1)...])
      }
    }
  }

  private static let longestJobs = Duration.milliseconds(5)

  /// Fails all requests with one reason and lets go of libcurl; nothing may be called afterwards.
  func end(because error: HTTPError) {
    let late = mailbox.detach()
    for job in mailbox.takeJobs() { executor.handOn(job) }
    failAll(error)
    for submission in late.submissions {
      submission.continuation.resume(returning: .failure(error))
    }
    // The order matters: what is shared goes last.
    curl_multi_cleanup(multi)
    sockets.close()
    curl_share_cleanup(share)
    mailbox.announceEnd()
  }

  private func failAll(_ error: HTTPError) {
    for transfer in Array(transfers.values) { finish(transfer, .failure(error)) }
  }

  static func error(_ code: CURLMcode) -> HTTPError {
    .unexpected(code: Int32(code.rawValue), text: String(cString: curl_multi_strerror(code)))
  }

  // MARK: - Requests

  private func start(_ submission: TransferMailbox.Submission) {
    guard !submission.ticket.isCancelled else {
      return submission.continuation.resume(returning: .failure(.cancelled))
    }
    do throws(HTTPError) {
      // A handle serves one request: before 8.3, libcurl kept a pointer into the freed header of a
      // handle's last answer, which a next answer that starts with a continued line made it write to
      // (curl issues 11101 and 11620). Connections and sessions outlive the handle all the same.
      guard let handle = EasyHandle() else { return try EasyHandle.check(CURLE_OUT_OF_MEMORY) }
      let transfer = try Transfer(
        submission, handle: handle, schedule: schedule, settings: settings)
      try handle.set(CURLOPT_SHARE, pointer: share)
      let added = curl_multi_add_handle(multi, handle.pointer)
      guard added == CURLM_OK else { throw TransferLoop.error(added) }
      transfers[ObjectIdentifier(submission.ticket)] = transfer
      schedule.check(by: transfer.nextDeadline)
    } catch {
      submission.continuation.resume(returning: .failure(error))
    }
  }

  private func cancel(_ ticket: TransferTicket) {
    guard let transfer = transfers[ObjectIdentifier(ticket)] else { return }
    finish(transfer, .failure(.cancelled))
  }

  private func finishCompleted() {
    while true {
      let finished = curl_shim_multi_next_finished(multi)
      guard let handle = finished.handle else { return }
      var context: UnsafeMutableRawPointer?
      curl_shim_easy_get_pointer(handle, CURLINFO_PRIVATE, &context)
      guard let transfer = Transfer.from(context) else { continue }
      finish(transfer, transfer.result(finished.result))
    }
  }

  /// Takes a request out of libcurl, which closes its connection unless the answer is complete.
  private func finish(_ transfer: Transfer, _ result: Result<HTTPResponse, HTTPError>) {
    guard transfers.removeValue(forKey: ObjectIdentifier(transfer.ticket)) != nil else { return }
    curl_multi_remove_handle(multi, transfer.handle.pointer)
    transfer.continuation.resume(returning: result)
  }

  /// Looks at every time-out, but only when one may have been reached since the last look.
  private func expireOverdue() {
    guard schedule.takeCheck() else { return }
    for transfer in Array(transfers.values) {
      if let phase = transfer.expiredPhase() {
        let limit = transfer.request.timeouts[phase] ?? .zero
        finish(transfer, .failure(.timedOut(phase, after: limit, transfer.request.destination)))
      } else {
        schedule.check(by: transfer.nextDeadline)
      }
    }
  }
}
