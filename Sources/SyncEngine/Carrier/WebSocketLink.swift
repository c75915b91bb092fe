import HTTPTransport
import Synchronization
public import WebSocket

/// A WebSocket connection over libcurl: events in, messages out.
///
/// Receiving and sending are two hands that do not wait for each other: what is to be sent, answers to
/// pings included, waits until `flush` is called.
public final class WebSocketLink: Sendable {
  /// The subprotocol that the server chose; nil for none.
  public let subprotocol: String?
  private let stream: CurlStream
  private let state: Mutex<State>

  private struct State {
    var connection: WebSocketConnection
    /// Bytes that came behind the handshake.
    var rest: [UInt8]
    /// Bytes that are being sent.
    var sending = 0
  }

  private init(
    _ stream: CurlStream, _ agreement: ClientHandshake.Agreement, limits: WebSocketLimits
  ) {
    self.stream = stream
    subprotocol = agreement.subprotocol
    state = Mutex(
      State(
        connection: WebSocketConnection(
          role: .client, limits: limits, compression: agreement.compression),
        rest: agreement.rest))
  }

  /// Connects and shakes hands. A cancelled task gets a `cancelled` connection error.
  public static func open(
    _ address: EngineAddress, settings: LinkSettings
  ) async throws(LinkError) -> WebSocketLink {
    var fields: [(name: String, value: String)] = [("User-Agent", settings.transport.userAgent)]
    if let bearer = settings.bearer { fields.append(("Authorization", "Bearer \(bearer)")) }
    var transport = settings.transport
    // The address was checked: whoever allows plain text has said so there.
    transport.allowsPlainText = true
    let target = settings.tokenInAddress.map { address.adding(token: $0).target } ?? address.target
    var handshake: ClientHandshake
    do throws(HandshakeError) {
      handshake = try ClientHandshake(
        host: address.host, target: target, subprotocols: settings.subprotocols,
        fields: fields, compresses: settings.compresses ?? !address.destination.isLoopback,
        limits: settings.handshake)
    } catch {
      throw .handshake(error)
    }
    let stream = try await carrying { () async throws(HTTPError) in
      try await CurlStream.open(
        address.carrierURL, connectTimeout: settings.connectTimeout, settings: transport)
    }
    let request = handshake.request
    try await carrying { () async throws(HTTPError) in try await stream.send(request) }
    while true {
      let bytes = try await carrying { () async throws(HTTPError) in try await stream.receive() }
      if bytes.isEmpty { throw .endedEarly }
      do throws(HandshakeError) {
        guard let agreement = try handshake.receive(bytes) else { continue }
        return WebSocketLink(stream, agreement, limits: settings.limits)
      } catch {
        throw .handshake(error)
      }
    }
  }

  private static func carrying<Value: Sendable>(
    _ body: () async throws(HTTPError) -> Value
  ) async throws(LinkError) -> Value {
    do throws(HTTPError) {
      return try await body()
    } catch {
      throw .connection(error)
    }
  }

  /// Takes the next events; none where the connection has ended. One call at a time.
  public func receive() async throws(LinkError) -> [WebSocketEvent] {
    let rest = state.withLock { state in
      defer { state.rest = [] }
      return state.connection.receive(state.rest)
    }
    if !rest.isEmpty { return rest }
    while true {
      let bytes = try await WebSocketLink.carrying { () async throws(HTTPError) in
        try await stream.receive()
      }
      if bytes.isEmpty { return [] }
      let events = state.withLock { $0.connection.receive(bytes) }
      if !events.isEmpty { return events }
    }
  }

  /// Puts a text message, which is UTF-8, behind what is to be sent.
  public func send(text: [UInt8], compressed: Bool = true) {
    state.withLock { _ = $0.connection.send(text: text, compressed: compressed) }
  }

  /// Puts a binary message behind what is to be sent.
  public func send(binary: [UInt8]) {
    state.withLock { _ = $0.connection.send(binary: binary) }
  }

  /// Begins to close, behind what is to be sent.
  public func close(_ code: CloseCode = .normal) {
    state.withLock { $0.connection.close(code) }
  }

  /// Bytes that are to be sent, or are being sent.
  public var pendingOutput: Int {
    state.withLock { $0.connection.pendingOutput + $0.sending }
  }

  /// How far closing has come.
  public var closingState: WebSocketConnection.State { state.withLock { $0.connection.state } }

  /// Sends all that is to be sent by now; returns when the system has it. One call at a time.
  public func flush() async throws(LinkError) {
    while true {
      let output = state.withLock { state in
        let output = state.connection.takeOutput()
        state.sending = output.count
        return output
      }
      if output.isEmpty { return }
      // In pieces, so that `pendingOutput` tells whether anything is taken.
      for start in stride(from: 0, to: output.count, by: Self.pieceBytes) {
        let piece = Array(output[start..<min(start + Self.pieceBytes, output.count)])
        try await WebSocketLink.carrying { () async throws(HTTPError) in
          try await stream.send(piece)
        }
        state.withLock { $0.sending = output.count - start - piece.count }
      }
    }
  }

  private static let pieceBytes = 64 << 10

  /// Drops the connection: whatever waits ends.
  public func drop() { stream.close() }
}
