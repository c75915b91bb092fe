/// One request to a server, with its limits.
///
/// What it prints is the method, the destination and the body's size: headers hold keys.
public struct HTTPRequest: Hashable, Sendable {
  /// What is asked of the resource.
  public enum Method: String, Hashable, Sendable {
    /// Reads it.
    case get = "GET"
    /// Hands it the body.
    case post = "POST"
    /// Replaces it by the body.
    case put = "PUT"
    /// Changes it as the body says.
    case patch = "PATCH"
    /// Removes it.
    case delete = "DELETE"
  }

  /// What is asked of the resource.
  public var method: Method
  /// The absolute address, `http` or `https`, without credentials; a fragment is not sent.
  public var url: String
  /// The header fields.
  ///
  /// Those that frame the message (`Content-Length`, `Transfer-Encoding`, `Connection`, `Expect`
  /// and their like) and `Accept-Encoding` are the transport's own and are refused here.
  public var headers: HTTPHeaders
  /// The body; empty for none. It is held twice while the request is under way.
  public var body: [UInt8]
  /// A body that lies in a file, in place of `body`.
  public var fileBody: FileBody?
  /// Where the body of a good answer (2xx) is written to, for its owner alone, instead of being held in
  /// memory; nil for memory. What failed leaves a part of it there.
  public var outputPath: String?
  /// How long it may take.
  public var timeouts: HTTPTimeouts
  /// The most bytes that the answer's body may have, counted after decompression.
  public var maximumResponseBytes: Int

  /// Makes a request; the largest answer is 16 MiB unless stated.
  public init(
    _ method: Method, _ url: String, headers: HTTPHeaders = [:], body: [UInt8] = [],
    timeouts: HTTPTimeouts = HTTPTimeouts(), maximumResponseBytes: Int = 16 << 20
  ) {
    self.method = method
    self.url = url
    self.headers = headers
    self.body = body
    self.timeouts = timeouts
    self.maximumResponseBytes = maximumResponseBytes
  }
}

extension HTTPRequest: CustomStringConvertible, CustomReflectable {
  /// `POST https://host/path, 120 bytes`.
  public var description: String {
    let destination = HTTPDestination(readable: url)?.description ?? "an invalid address"
    return "\(method.rawValue) \(destination), \(fileBody?.count ?? body.count) bytes"
  }

  /// The description alone, so that `dump` shows no key either.
  public var customMirror: Mirror { Mirror(self, children: ["description": description]) }
}
