internal import CLibcurl
internal import CLibcurlShim

/// The loop's side of a `CurlStream`: libcurl connects; then the loop moves bytes between socket and `StreamMailbox`.
final class StreamTransfer: LoopTransfer {
  let handle: EasyHandle
  private let mailbox: StreamMailbox
  private let request: PreparedRequest
  private let settings: TransportSettings
  /// The socket of the connection; nil while connecting.
  private var socket: curl_socket_t?
  private var isAtEnd = false
  private var outgoing: [StreamMailbox.Outgoing] = []
  /// The bytes being sent, and how many are sent. After `CURLE_AGAIN`, OpenSSL requires the same address and length
  /// again.
  private var sending: (bytes: UnsafeMutableRawBufferPointer, sent: Int)?
  private let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: 64 << 10, alignment: 16)

  init(
    _ request: PreparedRequest, _ mailbox: StreamMailbox, handle: EasyHandle,
    settings: TransportSettings
  ) throws(HTTPError) {
    (self.request, self.mailbox) = (request, mailbox)
    (self.handle, self.settings) = (handle, settings)
    try handle.keepFailureText()
    try handle.setConnection(
      url: request.url, proxy: request.proxy, connectTimeout: request.timeouts.connect,
      settings: settings)
    try handle.setConnectOnly()
  }

  deinit {
    buffer.deallocate()
    sending?.bytes.deallocate()
  }

  var nextDeadline: ContinuousClock.Instant? { nil }
  func overdue() -> HTTPError? { nil }

  func complete(_ code: CURLcode) -> Bool {
    var socket = CURL_SOCKET_BAD
    if code == CURLE_OK { curl_shim_easy_get_socket(handle.pointer, &socket) }
    guard socket != CURL_SOCKET_BAD else {
      let failure = CurlFailure(
        code: code == CURLE_OK ? CURLE_RECV_ERROR : code, handle: handle, request: request,
        settings: settings, hasSent: false, hasHeader: false)
      end(because: failure.error)
      return true
    }
    // The handle stays in the multi handle, which owns the connection.
    self.socket = socket
    mailbox.open()
    return false
  }

  func carry() throws(HTTPError) -> curl_waitfd? {
    guard let socket else { return nil }
    for _ in 0..<Self.mostReads {
      let (more, room) = mailbox.takeOutgoing()
      outgoing += more
      let isSending = try send()
      // TLS may hold bytes that the socket does not show, so libcurl is asked until it has none.
      let isReceiving = !isAtEnd && room > 0
      if isReceiving, try receive() { continue }
      // A socket without wanted events would report its end again and again.
      guard isReceiving || isSending else { return nil }
      let events =
        (isReceiving ? Int32(CURL_WAIT_POLLIN) : 0) | (isSending ? Int32(CURL_WAIT_POLLOUT) : 0)
      return curl_waitfd(fd: socket, events: Int16(events), revents: 0)
    }
    mailbox.askForTurn()
    return nil
  }

  /// The most reads in a turn. A connection that never pauses must not keep the loop from its other work.
  private static let mostReads = 16

  /// Receives the bytes that have arrived. Returns false if there are none yet.
  private func receive() throws(HTTPError) -> Bool {
    var count = 0
    switch curl_easy_recv(handle.pointer, buffer.baseAddress, buffer.count, &count) {
    case CURLE_OK:
      isAtEnd = count == 0
      mailbox.deliver(UnsafeRawBufferPointer(rebasing: buffer[..<count]))
      return true
    case CURLE_AGAIN: return false
    default: throw .connectionBroken(request.destination, answerBegun: true)
    }
  }

  /// Sends as much as the connection accepts; returns whether something is left.
  private func send() throws(HTTPError) -> Bool {
    while let next = outgoing.first {
      var (bytes, sent) = sending ?? (StreamTransfer.copy(next.bytes), 0)
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

  func end(because error: HTTPError) {
    mailbox.end(because: error)
    for waiting in outgoing { waiting.waiter.resume(returning: .failure(error)) }
    outgoing = []
  }
}
