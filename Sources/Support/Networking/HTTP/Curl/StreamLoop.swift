internal import CLibcurl
internal import CLibcurlShim
internal import Glibc

/// One stream, driven by one thread from `run` to its end.
///
/// libcurl's multi handle connects, as that can be woken; behind that, libcurl is called for bytes
/// only when the system says that there are some. The handle stays in the multi handle, which owns the
/// connection.
final class StreamLoop: ThreadLoop {
  let mailbox: StreamMailbox
  private let request: PreparedRequest
  private let settings: TransportSettings
  private let multi: UnsafeMutableRawPointer
  private let handle: EasyHandle
  private let wakeUp: Int32
  private var outgoing: [StreamMailbox.Outgoing] = []
  /// What is being sent, and how much of it is: after "again" libcurl wants to see the same address and
  /// length once more, as OpenSSL does.
  private var sending: (bytes: UnsafeMutableRawBufferPointer, sent: Int)?
  private let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: 64 << 10, alignment: 16)

  /// Prepares libcurl; throws when it has no memory.
  init(_ request: PreparedRequest, settings: TransportSettings) throws(HTTPError) {
    guard TransferLoop.isLibraryReady, let handle = EasyHandle() else { throw TransferLoop.noStart }
    try handle.keepFailureText()
    try handle.setConnection(
      url: request.url, proxy: request.proxy, connectTimeout: request.timeouts.connect,
      settings: settings)
    try handle.setConnectOnly()
    let wakeUp = eventfd(0, Int32(EFD_CLOEXEC | EFD_NONBLOCK))
    guard wakeUp >= 0 else {
      throw .unexpected(code: errno, text: "the system gives no descriptor")
    }
    guard let multi = curl_multi_init() else {
      close(wakeUp)
      throw TransferLoop.noStart
    }
    (self.request, self.settings, self.handle) = (request, settings, handle)
    (self.multi, self.wakeUp) = (multi, wakeUp)
    mailbox = StreamMailbox(wakeUp: wakeUp)
  }

  deinit { buffer.deallocate() }

  func run() {
    do throws(HTTPError) {
      let socket = try connect()
      mailbox.open()
      try carry(socket)
    } catch {
      end(because: error)
    }
  }

  /// Tells all who wait and lets go of libcurl; nothing may be called afterwards.
  func end(because error: HTTPError) {
    mailbox.end(because: error)
    for waiting in outgoing { waiting.waiter.resume(returning: .failure(error)) }
    outgoing = []
    sending?.bytes.deallocate()
    sending = nil
    curl_multi_remove_handle(multi, handle.pointer)
    curl_multi_cleanup(multi)
    close(wakeUp)
  }

  // MARK: - Connecting

  private func connect() throws(HTTPError) -> Int32 {
    let added = curl_multi_add_handle(multi, handle.pointer)
    guard added == CURLM_OK else { throw TransferLoop.error(added) }
    while true {
      var running: Int32 = 0
      let performed = curl_multi_perform(multi, &running)
      guard performed == CURLM_OK else { throw TransferLoop.error(performed) }
      let finished = curl_shim_multi_next_finished(multi)
      if finished.handle != nil {
        guard finished.result == CURLE_OK else { throw failure(finished.result) }
        var socket = CURL_SOCKET_BAD
        curl_shim_easy_get_socket(handle.pointer, &socket)
        guard socket != CURL_SOCKET_BAD else { throw failure(CURLE_RECV_ERROR) }
        return socket
      }
      try takeOrders()
      var wait = curl_waitfd(fd: wakeUp, events: Int16(CURL_WAIT_POLLIN), revents: 0)
      let polled = curl_multi_poll(multi, &wait, 1, 60_000, nil)
      guard polled == CURLM_OK else { throw TransferLoop.error(polled) }
      drainWakeUp()
    }
  }

  private func failure(_ code: CURLcode) -> HTTPError {
    CurlFailure(
      code: code, handle: handle, request: request, settings: settings, hasSent: false,
      hasHeader: false
    ).error
  }

  // MARK: - Carrying

  private func carry(_ socket: Int32) throws(HTTPError) {
    var isAtEnd = false
    while true {
      let room = try takeOrders()
      let mustWaitToSend = try send()
      // TLS may hold bytes that the socket knows nothing of: libcurl is asked until it has none.
      let canReceive = !isAtEnd && room > 0
      if canReceive {
        switch try receive() {
        case .bytes: continue
        case .end:
          isAtEnd = true
          continue
        case .nothing: break
        }
      }
      wait(socket, receiving: canReceive, sending: mustWaitToSend)
    }
  }

  /// Takes what callers want; throws where they want an end. Returns how many bytes they have room for.
  @discardableResult
  private func takeOrders() throws(HTTPError) -> Int {
    let orders = mailbox.take()
    outgoing += orders.outgoing
    if orders.isClosing { throw .shutDown }
    return orders.room
  }

  private enum Received {
    case bytes
    case nothing
    case end
  }

  private func receive() throws(HTTPError) -> Received {
    var count = 0
    let code = curl_easy_recv(handle.pointer, buffer.baseAddress, buffer.count, &count)
    switch code {
    case CURLE_OK:
      mailbox.deliver(UnsafeRawBufferPointer(rebasing: buffer[..<count]))
      return count > 0 ? .bytes : .end
    case CURLE_AGAIN: return .nothing
    default: throw .connectionBroken(request.destination, answerBegun: true)
    }
  }

  /// Sends as much as the connection takes; returns whether something is left.
  private func send() throws(HTTPError) -> Bool {
    while let next = outgoing.first {
      var (bytes, sent) = sending ?? (StreamLoop.copy(next.bytes), 0)
      defer { sending?.sent = sent }
      sending = (bytes, sent)
      while sent < bytes.count {
        var count = 0
        let rest = UnsafeRawBufferPointer(rebasing: bytes[sent...])
        let code = curl_easy_send(handle.pointer, rest.baseAddress, rest.count, &count)
        if code == CURLE_AGAIN { return true }
        guard code == CURLE_OK else {
          throw .connectionBroken(request.destination, answerBegun: true)
        }
        sent += count
      }
      bytes.deallocate()
      sending = nil
      outgoing.removeFirst()
      next.waiter.resume(returning: .success(()))
    }
    return false
  }

  private static func copy(_ bytes: [UInt8]) -> UnsafeMutableRawBufferPointer {
    let copy = UnsafeMutableRawBufferPointer.allocate(byteCount: bytes.count, alignment: 16)
    copy.copyBytes(from: bytes)
    return copy
  }

  private func wait(_ socket: Int32, receiving: Bool, sending: Bool) {
    var events = receiving ? Int16(POLLIN) : 0
    if sending { events |= Int16(POLLOUT) }
    var waits = [
      pollfd(fd: wakeUp, events: Int16(POLLIN), revents: 0),
      // A socket that nothing is wanted of would still tell of its end, again and again.
      pollfd(fd: events == 0 ? -1 : socket, events: events, revents: 0),
    ]
    // Interrupted or not: the next turn tries everything again.
    _ = poll(&waits, UInt(waits.count), -1)
    drainWakeUp()
  }

  private func drainWakeUp() {
    var count: eventfd_t = 0
    eventfd_read(wakeUp, &count)
  }
}
