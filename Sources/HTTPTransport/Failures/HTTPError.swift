/// Why a request brought no answer.
///
/// No case holds a query, a header's value or a body; `description` is a sentence that may be shown.
public enum HTTPError: Error, Hashable, Sendable {
  /// What is wrong with an address.
  public enum URLFault: Hashable, Sendable {
    /// It is empty.
    case empty
    /// It has no scheme.
    case noScheme
    /// Its scheme is neither `http` nor `https`.
    case notHTTP
    /// It has no host.
    case noHost
    /// It holds a user name or a password.
    case hasCredentials
    /// It cannot be read, or is longer than 16 KiB.
    case malformed
  }

  /// What is wrong with a header field of a request.
  public enum FieldFault: Hashable, Sendable {
    /// The name is empty or has characters that no name may have (RFC 9110, section 5.1).
    case name
    /// The value has a line break or another control character.
    case value
    /// The field is the transport's own.
    case reserved
  }

  /// Which of the limits on an answer's header was passed.
  public enum HeaderLimit: Hashable, Sendable {
    /// The number of fields.
    case fields(Int)
    /// The bytes of all fields together.
    case bytes(Int)
    /// The bytes of one line; the limit is libcurl's, about 100 KB.
    case line
  }

  /// The machine at the other end of a connection.
  public struct Peer: Hashable, Sendable {
    /// A name in ASCII or a numeric address.
    public var host: String
    /// The port.
    public var port: Int
    /// Whether it is a proxy on the way.
    public var isProxy: Bool

    /// Names a machine.
    public init(host: String, port: Int, isProxy: Bool = false) {
      self.host = host
      self.port = port
      self.isProxy = isProxy
    }
  }

  /// The address cannot be used.
  case invalidURL(URLFault)
  /// A header field cannot be sent; the name is as given.
  case invalidField(name: String, FieldFault)
  /// The proxy's address cannot be read.
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
  /// The secure connection did not come about.
  case tlsFailed(TLSFailure, HTTPDestination)

  /// A limit on time was reached.
  case timedOut(HTTPTimeouts.Phase, after: Duration, HTTPDestination)
  /// The connection ended before the answer did.
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

  /// The calling task was cancelled.
  case cancelled
  /// The transport was shut down before the answer was complete.
  case shutDown
  /// Something that none of the other cases names; `code` is libcurl's `CURLcode`.
  case unexpected(code: Int32, text: String)
}
