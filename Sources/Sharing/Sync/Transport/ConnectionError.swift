import Networking

/// The reason why a `SyncWebSocket` could not be opened or was lost, and its conversion to a `SessionFailure`.
enum ConnectionError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The underlying connection failed or broke.
  case connection(HTTPError)
  /// The server did not upgrade to WebSocket.
  case handshake(HandshakeError)
  case endedEarly

  var description: String {
    switch self {
    case .connection(let error): "\(error)"
    case .handshake(let error): "\(error)"
    case .endedEarly: "the server ended the connection during the handshake"
    }
  }
}

extension ConnectionError {
  /// Returns the failure for an address, with a hint if the scheme looks wrong.
  func failure(_ address: ServerAddress) -> SessionFailure {
    var failure = failure
    // The transport reports URLs with the schemes of HTTP.
    let scheme = "\(address.destination.scheme)://"
    if failure.description.hasPrefix(scheme) {
      failure.description =
        (address.isPlain ? "ws://" : "wss://") + failure.description.dropFirst(scheme.count)
    }
    switch self {
    case .connection(.tlsFailed(.handshake, _)):
      failure.description += "; if it has no TLS, use ws://"
    case .handshake(.notHTTP) where address.isPlain, .endedEarly where address.isPlain:
      failure.description += "; if it has TLS, use wss://"
    default: break
    }
    return failure
  }

  var failure: SessionFailure {
    switch self {
    case .connection(let error):
      SessionFailure(error.isTransient ? .transient : .address, "\(error)")
    case .handshake(.refused(let status, let retryAfter, _)):
      SessionFailure(
        ConnectionError.kind(ofStatus: status), "\(self)",
        retryAfter: retryAfter.map { .seconds($0) })
    case .handshake: SessionFailure(.address, "\(self)")
    case .endedEarly: SessionFailure(.transient, "\(self)")
    }
  }

  private static func kind(ofStatus status: Int) -> SessionFailure.Kind {
    switch status {
    case 401, 403: .credentials
    case 408, 425, 429, 500...: .transient
    default: .address
    }
  }
}
