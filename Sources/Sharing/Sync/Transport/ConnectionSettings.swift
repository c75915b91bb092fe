package import Networking

/// The settings of a `SyncWebSocket`: TLS, time limits, token and compression.
package struct ConnectionSettings: Sendable {
  /// Proxies, certificate authorities, a pinned key, and whether plain text may go to other machines.
  package var transport = TransportSettings(environment: [:])
  package var connectTimeout: Duration = .seconds(10)
  /// The bearer token of the upgrade request; nil to send none.
  package var bearer: String?
  /// A token to add to the address, for servers that read it only there; nil for none.
  package var tokenInAddress: String?
  /// Whether to offer compression; nil to offer it only to other machines.
  package var compresses: Bool?
  package var limits = Self.usualLimits

  /// Longer messages are skipped, so that a server that keeps repeating one cannot block all others.
  private static let usualLimits: WebSocketLimits = {
    var limits = WebSocketLimits(messageBytes: 4 << 20)
    limits.skipsLongMessages = true
    return limits
  }()

  package init() {}
}
