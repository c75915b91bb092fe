/// A server's answer, complete.
public struct HTTPResponse: Hashable, Sendable {
  /// The version of HTTP that an answer came in.
  public enum Version: String, Hashable, Sendable {
    /// RFC 1945.
    case http10 = "HTTP/1.0"
    /// RFC 9112.
    case http11 = "HTTP/1.1"
    /// RFC 9113.
    case http2 = "HTTP/2"
    /// RFC 9114.
    case http3 = "HTTP/3"
  }

  /// The status code of the final answer.
  public var status: Int
  /// The header fields of the final answer as received; trailers are dropped.
  public var headers: HTTPHeaders
  /// The body, decompressed where it came as gzip or deflate.
  public var body: [UInt8]
  /// The version that was spoken; nil where it is none of those known.
  public var version: Version?
  /// The numeric address of whoever was connected to, server or proxy; nil where unknown.
  public var remoteAddress: String?

  /// Makes an answer, as a stand-in for a server does.
  public init(
    status: Int, headers: HTTPHeaders = [:], body: [UInt8] = [], version: Version? = .http11,
    remoteAddress: String? = nil
  ) {
    self.status = status
    self.headers = headers
    self.body = body
    self.version = version
    self.remoteAddress = remoteAddress
  }
}
