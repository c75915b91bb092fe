import WebSocket

/// Connections with an engine: WebSocket over libcurl.
public struct EngineCarrier: SyncCarrier {
  private let engine: EngineAddress
  private let settings: LinkSettings

  /// Takes where the engine is, and how it is connected to.
  public init(_ engine: EngineAddress, _ settings: LinkSettings) {
    (self.engine, self.settings) = (engine, settings)
  }

  public var address: String { engine.text }
  public var shownAddress: String { engine.description }

  public func open() async throws(SessionFailure) -> any SyncLink {
    do throws(LinkError) {
      return EngineLink(link: try await .open(engine, settings: settings), engine: engine)
    } catch {
      throw error.failure(engine)
    }
  }
}

/// A WebSocket connection that says what can be done where it fails.
private struct EngineLink: SyncLink {
  let link: WebSocketLink
  let engine: EngineAddress

  func receive() async throws(SessionFailure) -> [WebSocketEvent] {
    do throws(LinkError) {
      return try await link.receive()
    } catch {
      throw error.failure(engine)
    }
  }

  func flush() async throws(SessionFailure) {
    do throws(LinkError) {
      try await link.flush()
    } catch {
      throw error.failure(engine)
    }
  }

  func send(text: [UInt8], compressed: Bool) { link.send(text: text, compressed: compressed) }
  func close() { link.close() }
  var pendingOutput: Int { link.pendingOutput }
  func drop() { link.drop() }
}
