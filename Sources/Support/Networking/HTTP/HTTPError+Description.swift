import System

/// The messages of HTTP errors for the user.
extension HTTPError: CustomStringConvertible {
  /// The message for the user: where and why the request failed, and what to do about it.
  package var description: String {
    switch self {
    case .invalidURL(let fault): "the address cannot be used: \(fault.rawValue)"
    case .invalidField(let name, let fault):
      "header field “\(PrintableText.plain(name, limit: 80))” cannot be sent: \(fault.rawValue)"
    case .invalidProxy:
      "the proxy's address cannot be read; write http://host:port or another known scheme"
    case .plainTextRefused(let destination):
      "\(destination): an http address on another machine would show the key to everybody on the "
        + "way; use https, or allow plain text"
    case .unknownHost(let server): "\(server): the name is not known; check its spelling"
    case .connectionRefused(let server): "\(server): connection refused; is the server running?"
    case .unreachable(let server, let errno): "\(server): no connection\(HTTPError.text(of: errno))"
    case .proxyRefused(let server, let status):
      "\(server): the connection was not passed on" + (status == 0 ? "" : " (status \(status))")
    case .tlsFailed(let failure, let destination):
      "\(destination): the secure connection failed: \(failure)"
    case .timedOut(let phase, let limit, let destination):
      "\(destination): \(phase.rawValue) \(HTTPError.text(of: limit))"
    case .connectionBroken(let destination, let begun):
      "\(destination): the connection ended " + (begun ? "within" : "before") + " the answer"
    case .badResponse(let destination, let reason):
      "\(destination): the answer is not proper HTTP (\(reason))"
    case .headerTooLarge(let destination, let limit):
      "\(destination): the answer's header has more than \(limit)"
    case .responseTooLarge(let destination, let limit):
      "\(destination): the answer is larger than \(limit) bytes"
    case .redirectRefused(let status, let from, let to?):
      "\(from): redirected to \(to) (status \(status)), which is not followed; if that is the right "
        + "place, use its address"
    case .redirectRefused(let status, let from, nil):
      "\(from): redirected to no http address (status \(status)), which is not followed"
    case .file(let path, 0): "\(path): the file became shorter while it was sent"
    case .file(let path, let errno): "\(path): the file fails\(HTTPError.text(of: errno))"
    case .cancelled: "cancelled"
    case .shutDown: "the transport was shut down before the answer was complete"
    case .unexpected(let code, let text): "unexpected failure in libcurl: \(text) (\(code))"
    }
  }

  private static func text(of errno: Int32) -> String {
    errno == 0 ? "" : " (\(SystemError(errno)))"
  }

  private static func text(of limit: Duration) -> String {
    let (seconds, attoseconds) = limit.components
    let milliseconds = attoseconds / 1_000_000_000_000_000
    if milliseconds == 0 { return "\(seconds) s" }
    return seconds == 0 ? "\(milliseconds) ms" : "\(seconds) s \(milliseconds) ms"
  }
}

extension HTTPError.HeaderLimit: CustomStringConvertible {
  package var description: String {
    switch self {
    case .fields(let count): "\(count) fields"
    case .bytes(let count): "\(count) bytes"
    case .line: "100 KB in one line"
    }
  }
}

extension HTTPError.Server: CustomStringConvertible {
  /// `host:port`, preceded by `proxy` for a proxy.
  package var description: String {
    (isProxy ? "proxy " : "") + PrintableText.encoded("\(host):\(port)", limit: 256)
  }
}
