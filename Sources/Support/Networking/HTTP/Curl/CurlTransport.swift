/// Sends HTTP requests through libcurl, hundreds at a time, on one thread of its own.
///
/// Connections are kept and reused, name look-ups and TLS sessions are shared, and HTTP/2 carries many requests over
/// one connection if the server offers it. Certificates are always verified, with TLS 1.2 or later. Redirects are not
/// followed; they are thrown as errors. Only a `GET` is sent twice, if a kept connection turns out closed before the
/// first byte of an answer.
///
/// The program need not ignore SIGPIPE. The signal is blocked on this transport's thread, where libcurl and OpenSSL do
/// all their writing. The environment is not read; see `TransportSettings`.
package final class CurlTransport: HTTPSending {
  package let settings: TransportSettings
  private let loop: CurlLoop
  private let lastAddress = LastAddress()

  /// Prepares libcurl; throws `unexpected` if that fails.
  package init(settings: TransportSettings = TransportSettings(environment: [:])) throws(HTTPError)
  {
    self.settings = settings
    loop = try CurlLoop(settings: settings)
  }

  deinit { loop.close() }

  /// Sends one request and returns the whole answer.
  ///
  /// The calling task checks the request: address, fields, and whether plain text is allowed to its destination. The
  /// transport's thread watches time limits, sizes and the connection. If the task is cancelled, its request is dropped
  /// at once, with its connection unless that carries others.
  package func send(_ request: HTTPRequest) async throws(HTTPError) -> HTTPResponse {
    let prepared = try PreparedRequest(
      request, to: try lastAddress.read(request.url), settings: settings)
    let ticket = TransferTicket()
    let result = await withTaskCancellationHandler {
      await withCheckedContinuation { waiter in
        do throws(HTTPError) {
          try loop.start(.send(prepared, ticket, waiter))
        } catch {
          waiter.resume(returning: .failure(error))
        }
      }
    } onCancel: {
      loop.cancel(ticket)
    }
    return try result.get()
  }

  /// Fails the requests in progress with `shutDown`, closes every connection, and returns when everything has been
  /// released. Further requests fail. May be called more than once.
  package func shutDown() async {
    loop.close()
    await loop.waitForEnd()
  }
}
