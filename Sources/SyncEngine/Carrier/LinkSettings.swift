public import HTTPTransport
public import WebSocket

/// How a connection to an engine is made.
public struct LinkSettings: Sendable {
  /// Proxies, authorities, a pinned key; whether plain text may go to other machines.
  public var transport = TransportSettings(environment: [:])
  public var connectTimeout: Duration = .seconds(10)
  /// What the upgrade request proves who this is with; nil for nothing.
  public var bearer: String?
  /// A token that goes into the address, for engines that look for it nowhere else; nil for none.
  public var tokenInAddress: String?
  /// Whether compression is offered; nil for where messages leave this machine.
  public var compresses: Bool?
  public var limits = Self.usualLimits

  /// An engine that sends one message again and again that is too long is not to keep all others from their way.
  private static let usualLimits: WebSocketLimits = {
    var limits = WebSocketLimits(messageBytes: 4 << 20)
    limits.passesLongMessages = true
    return limits
  }()

  public init() {}
}
