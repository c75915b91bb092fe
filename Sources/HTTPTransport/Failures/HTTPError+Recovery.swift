extension HTTPError {
  /// Whether the same request may succeed later with nothing changed at this end.
  ///
  /// A certificate, an address or a limit stays what it is; a network, a name service and a server
  /// under load do not.
  public var isTransient: Bool {
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
  public var mayHaveBeenProcessed: Bool {
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
