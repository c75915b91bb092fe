package import Networking

/// How a connection to an engine is made.
package struct LinkSettings: Sendable {
  /// Proxies, authorities, a pinned key; whether plain text may go to other machines.
  package var transport = TransportSettings(environment: [:])
  package var connectTimeout: Duration = .seconds(10)
  /// What the upgrade request proves who this is with; nil for nothing.
  package var bearer: String?
  /// A token that goes into the address, for engines that look for it nowhere else; nil for none.
  package var tokenInAddress: String?
  /// Whether compression is offered; nil for where messages leave this machine.
  package var compresses: Bool?
  package var limits = Self.usualLimits

  /// An engine that sends one message again and again that is too long is not to keep all others from their way.
  private static let usualLimits: WebSocketLimits = {
    var limits = WebSocketLimits(messageBytes: 4 << 20)
    limits.passesLongMessages = true
    return limits
  }()

  package init() {}
}
