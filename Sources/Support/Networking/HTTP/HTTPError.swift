/// The error of an HTTP request or a `CurlStream`: no usable response, or no connection.
/// `isTransient` and `mayHaveBeenProcessed` decide whether the request may be sent again.
/// No case contains a query, a header value or a request body. The `description` is safe to show.
package enum HTTPError: Error, Hashable, Sendable {
  package enum URLFault: String, Sendable {
    case empty = "it is empty"
    case noScheme = "it does not start with https:// or http://"
    case notHTTP = "its scheme is neither https nor http"
    case noHost = "it has no host"
    case hasCredentials = "it holds a user name or password; send those in a header field"
    /// The URL cannot be parsed, or is longer than 16 KiB.
    case malformed = "it is malformed or too long"
  }

  package enum FieldFault: String, Sendable {
    /// RFC 9110, section 5.1.
    case name = "its name is empty or has characters that no name may have"
    case value = "its value has a line break or another control character"
    case reserved = "the transport sets it itself"
  }

  package enum HeaderLimit: Hashable, Sendable {
    case fields(Int)
    /// The total size of all fields.
    case bytes(Int)
    /// The size of one line. The limit is libcurl's, about 100 KB.
    case line
  }

  /// The server or proxy that a connection goes to.
  package struct Server: Hashable, Sendable {
    /// A name in ASCII or a numeric address.
    var host: String
    var port: Int
    /// Whether it is a proxy.
    var isProxy = false
  }

  case invalidURL(URLFault)
  /// A header field that cannot be sent, with its name as given.
  case invalidField(name: String, FieldFault)
  case invalidProxy
  /// An `http` address of another machine, which the settings do not allow.
  case plainTextRefused(HTTPDestination)

  /// The host name is unknown, or the name server does not answer.
  case unknownHost(Server)
  /// The machine is up, but nothing listens on the port.
  case connectionRefused(Server)
  /// The connection failed with the system's `errno`; 0 if it is unknown.
  case unreachable(Server, errno: Int32)
  /// The proxy refused to connect. The status is that of its response, 0 for a SOCKS proxy.
  case proxyRefused(Server, status: Int)
  case tlsFailed(TLSFailure, HTTPDestination)

  case timedOut(HTTPTimeouts.Phase, after: Duration, HTTPDestination)
  case connectionBroken(HTTPDestination, answerBegun: Bool)
  /// The response is not HTTP, or its encoding is invalid. The text is libcurl's.
  case badResponse(HTTPDestination, reason: String)
  /// The response header is larger than the settings allow.
  case headerTooLarge(HTTPDestination, HeaderLimit)
  /// The response body, decompressed, is larger than the request allows.
  case responseTooLarge(HTTPDestination, limit: Int)
  /// The response is a redirect, which is never followed. `to` is nil if the target is not an `http` or `https`
  /// address.
  case redirectRefused(status: Int, from: HTTPDestination, to: HTTPDestination?)

  /// Reading the file of a body or writing the file of a response failed. `errno` is 0 if the file shrank during
  /// sending.
  case file(path: String, errno: Int32)

  case cancelled
  case shutDown
  /// Any other error; `code` is libcurl's `CURLcode`.
  case unexpected(code: Int32, text: String)
}

extension HTTPError {
  /// Whether the same request may succeed later without a change on this side.
  ///
  /// Errors of certificates, addresses and limits are permanent. Errors of the network, of name lookup, of the TLS
  /// handshake and of an overloaded proxy are transient.
  package var isTransient: Bool {
    switch self {
    case .unknownHost, .connectionRefused, .unreachable, .timedOut, .connectionBroken, .badResponse:
      true
    case .proxyRefused(_, let status): status == 0 || status >= 500 || status == 429
    case .tlsFailed(.handshake, _): true
    case .invalidURL, .invalidField, .invalidProxy, .plainTextRefused, .tlsFailed, .headerTooLarge,
      .responseTooLarge, .redirectRefused, .file, .cancelled, .shutDown, .unexpected:
      false
    }
  }

  /// Whether the server may have received and processed the request, and charged for it.
  ///
  /// True once sending has begun, or if that cannot be excluded.
  package var mayHaveBeenProcessed: Bool {
    switch self {
    case .invalidURL, .invalidField, .invalidProxy, .plainTextRefused, .unknownHost,
      .connectionRefused, .unreachable, .proxyRefused, .tlsFailed, .timedOut(.connect, _, _):
      false
    case .timedOut, .connectionBroken, .badResponse, .headerTooLarge, .responseTooLarge,
      .redirectRefused, .file, .cancelled, .shutDown, .unexpected:
      true
    }
  }
}
