/// Why a request brought no answer.
///
/// No case holds a query, a header's value or a body; `description` is a sentence that may be shown.
package enum HTTPError: Error, Hashable, Sendable {
  package enum URLFault: String, Sendable {
    case empty = "it is empty"
    case noScheme = "it does not start with https:// or http://"
    case notHTTP = "its scheme is neither https nor http"
    case noHost = "it has no host"
    case hasCredentials = "it holds a user name or password; send those in a header field"
    /// It cannot be read, or is longer than 16 KiB.
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
    /// Those of all fields together.
    case bytes(Int)
    /// The bytes of one line; the limit is libcurl's, about 100 KB.
    case line
  }

  /// The machine at the other end of a connection.
  package struct Peer: Hashable, Sendable {
    /// A name in ASCII or a numeric address.
    var host: String
    var port: Int
    /// Whether it is a proxy on the way.
    var isProxy = false
  }

  case invalidURL(URLFault)
  /// A header field cannot be sent; the name is as given.
  case invalidField(name: String, FieldFault)
  case invalidProxy
  /// An `http` address on another machine, where the settings do not allow it.
  case plainTextRefused(HTTPDestination)

  /// The name is not known, or the name service does not answer.
  case unknownHost(Peer)
  /// The machine is there and nothing listens on the port.
  case connectionRefused(Peer)
  /// No connection came about; the number is the system's `errno`, 0 where it gave none.
  case unreachable(Peer, errno: Int32)
  /// The proxy would not pass the connection on; the status is its answer's, 0 for a SOCKS proxy.
  case proxyRefused(Peer, status: Int)
  case tlsFailed(TLSFailure, HTTPDestination)

  case timedOut(HTTPTimeouts.Phase, after: Duration, HTTPDestination)
  case connectionBroken(HTTPDestination, answerBegun: Bool)
  /// What came back is not HTTP, or its encoding is broken; the text is libcurl's.
  case badResponse(HTTPDestination, reason: String)
  /// The answer's header is larger than the settings allow.
  case headerTooLarge(HTTPDestination, HeaderLimit)
  /// The answer's body, decompressed, is larger than the request allows.
  case responseTooLarge(HTTPDestination, limit: Int)
  /// The answer sends the request elsewhere, which no request is; `to` is nil where that is no
  /// `http` or `https` address.
  case redirectRefused(status: Int, from: HTTPDestination, to: HTTPDestination?)

  /// The file that a body is read from, or an answer is written to, fails; `errno` is the system's, 0 where
  /// the file became shorter while it was sent.
  case file(path: String, errno: Int32)

  case cancelled
  case shutDown
  /// Something that none of the other cases names; `code` is libcurl's `CURLcode`.
  case unexpected(code: Int32, text: String)
}

extension HTTPError {
  /// Whether the same request may succeed later with nothing changed at this end.
  ///
  /// A certificate, an address or a limit stays what it is; a network, a name service and a server
  /// under load do not.
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

  /// Whether the server may have received the request, worked on it, and charged for it.
  ///
  /// True wherever sending had begun or cannot be ruled out.
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
