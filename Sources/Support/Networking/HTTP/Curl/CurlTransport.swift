/// Sends requests through libcurl, hundreds at a time, on one thread of its own.
///
/// Connections are kept and used again, name look-ups and TLS sessions are shared, and HTTP/2 carries
/// many requests over one connection where the server offers it. Certificates are always verified,
/// for TLS 1.2 at least. No redirect is followed, to whatever place: it is thrown by name. Nothing but
/// a `GET` is sent twice where a kept connection turns out closed before a byte of an answer has come.
///
/// The program need not ignore SIGPIPE: it is blocked on this transport's thread, where libcurl and
/// OpenSSL do all their writing. The environment is not read; see `TransportSettings`.
package final class CurlTransport: HTTPSending {
  package let settings: TransportSettings
  /// Runs tasks on the transport's own thread, between what it sends and receives.
  ///
  /// It is for tasks that send many requests and do little with each answer: they are resumed without a
  /// thread being woken. While one of them works, no request gets on; none may block. All signals
  /// are blocked there but those of faults. When the transport has shut down, tasks go on in Swift's
  /// own pool.
  package let executor: any TaskExecutor
  private let mailbox: TransferMailbox
  private let lastAddress = LastAddress()

  /// Starts the thread; throws `unexpected` when the system has none to give.
  package init(settings: TransportSettings = TransportSettings(environment: [:])) throws(HTTPError)
  {
    let loop = try TransferLoop(settings: settings)
    self.settings = settings
    mailbox = loop.mailbox
    executor = loop.executor
    if let code = LoopThread.start(loop) {
      let error = HTTPError.unexpected(code: code, text: "the system gives no thread")
      loop.end(because: error)
      throw error
    }
  }

  deinit { mailbox.close() }

  /// Sends one request and returns the whole answer.
  ///
  /// The request is checked on the caller's side: address, fields, and whether plain text is allowed
  /// where it would go. Time-outs, sizes and the connection are the transport's own to watch. A
  /// cancelled task's request is dropped at once, with its connection unless that carries others.
  package func send(_ request: HTTPRequest) async throws(HTTPError) -> HTTPResponse {
    let prepared = try PreparedRequest(
      request, to: try lastAddress.read(request.url), settings: settings)
    let ticket = TransferTicket()
    let result = await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        let submission = TransferMailbox.Submission(
          request: prepared, ticket: ticket, continuation: continuation)
        if !mailbox.submit(submission) { continuation.resume(returning: .failure(.shutDown)) }
      }
    } onCancel: {
      mailbox.cancel(ticket)
    }
    return try result.get()
  }

  /// Fails what is under way with `shutDown`, closes every connection, and returns once the thread
  /// has let go of everything; further requests fail. To be called more than once does no harm.
  package func shutDown() async {
    mailbox.close()
    await mailbox.waitForEnd()
  }
}
