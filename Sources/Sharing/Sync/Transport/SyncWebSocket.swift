package import Networking
import Synchronization

/// The client's WebSocket connection to a server, as a `SyncConnection`. `WebSocketTransport` opens it. libcurl makes
/// the connection; `WebSocketConnection` implements the protocol. `receive` queues pongs, so call `flush` after it.
package final class SyncWebSocket: SyncConnection {
  private let stream: CurlStream
  private let server: ServerAddress
  private let state: Mutex<State>

  private struct State {
    var connection: WebSocketConnection
    /// Bytes received together with the end of the handshake.
    var rest: [UInt8]
    var sending = 0  // the bytes of the current flush that the system has not taken
  }

  private init(
    _ stream: CurlStream, _ server: ServerAddress, _ agreement: ClientHandshake.Agreement,
    limits: WebSocketLimits
  ) {
    (self.stream, self.server) = (stream, server)
    state = Mutex(
      State(
        connection: WebSocketConnection(
          role: .client, limits: limits, compression: agreement.compression),
        rest: agreement.rest))
  }

  /// Connects and performs the handshake. Throws a failure if the task is cancelled.
  package static func open(
    _ address: ServerAddress, settings: ConnectionSettings
  ) async throws(SessionFailure) -> SyncWebSocket {
    var fields: [(name: String, value: String)] = [("User-Agent", settings.transport.userAgent)]
    if let bearer = settings.bearer { fields.append(("Authorization", "Bearer \(bearer)")) }
    var transport = settings.transport
    // `ServerAddress` has already refused plain text if it is not allowed.
    transport.allowsPlainText = true
    let target = settings.tokenInAddress.map { address.adding(token: $0).target } ?? address.target
    var handshake: ClientHandshake
    do throws(HandshakeError) {
      handshake = try ClientHandshake(
        host: address.host, target: target, fields: fields,
        compresses: settings.compresses ?? !address.destination.isLoopback)
    } catch {
      throw ConnectionError.handshake(error).failure(address)
    }
    let stream = try await carrying(address) { () async throws(HTTPError) in
      try await CurlStream.open(
        address.httpURL, connectTimeout: settings.connectTimeout, settings: transport)
    }
    let request = handshake.request
    try await carrying(address) { () async throws(HTTPError) in try await stream.send(request) }
    while true {
      let bytes = try await carrying(address) { () async throws(HTTPError) in
        try await stream.receive()
      }
      if bytes.isEmpty { throw ConnectionError.endedEarly.failure(address) }
      do throws(HandshakeError) {
        guard let agreement = try handshake.receive(bytes) else { continue }
        return SyncWebSocket(stream, address, agreement, limits: settings.limits)
      } catch {
        throw ConnectionError.handshake(error).failure(address)
      }
    }
  }

  private static func carrying<Value: Sendable>(
    _ address: ServerAddress, _ body: () async throws(HTTPError) -> Value
  ) async throws(SessionFailure) -> Value {
    do throws(HTTPError) {
      return try await body()
    } catch {
      throw ConnectionError.connection(error).failure(address)
    }
  }

  package func receive() async throws(SessionFailure) -> [WebSocketEvent] {
    let rest = state.withLock { state in
      defer { state.rest = [] }
      return state.connection.receive(state.rest)
    }
    if !rest.isEmpty { return rest }
    while true {
      let bytes = try await SyncWebSocket.carrying(server) { () async throws(HTTPError) in
        try await stream.receive()
      }
      if bytes.isEmpty { return [] }
      let events = state.withLock { $0.connection.receive(bytes) }
      if !events.isEmpty { return events }
    }
  }

  package func send(text: [UInt8], compressed: Bool = true) {
    state.withLock { _ = $0.connection.send(text: text, compressed: compressed) }
  }

  package func send(binary: [UInt8]) {
    state.withLock { _ = $0.connection.send(binary: binary) }
  }

  package func close() { state.withLock { $0.connection.close() } }

  package var pendingOutput: Int {
    state.withLock { $0.connection.pendingOutput + $0.sending }
  }

  package func flush() async throws(SessionFailure) {
    while true {
      let output = state.withLock { state in
        let output = state.connection.takeOutput()
        state.sending = output.count
        return output
      }
      if output.isEmpty { return }
      // Sent in pieces, so that `pendingOutput` shows whether the server accepts anything.
      for start in stride(from: 0, to: output.count, by: Self.pieceBytes) {
        let piece = Array(output[start..<min(start + Self.pieceBytes, output.count)])
        try await SyncWebSocket.carrying(server) { () async throws(HTTPError) in
          try await stream.send(piece)
        }
        state.withLock { $0.sending = output.count - start - piece.count }
      }
    }
  }

  private static let pieceBytes = 64 << 10

  package func drop() { stream.close() }
}

/// The transport to a server: WebSocket over libcurl.
package struct WebSocketTransport: SyncTransport {
  private let server: ServerAddress
  private let settings: ConnectionSettings

  package init(_ server: ServerAddress, _ settings: ConnectionSettings) {
    (self.server, self.settings) = (server, settings)
  }

  package var address: String { server.text }
  package var shownAddress: String { server.description }

  package func open() async throws(SessionFailure) -> any SyncConnection {
    try await SyncWebSocket.open(server, settings: settings)
  }
}
