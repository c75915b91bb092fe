import ActionItemRepository
import SyncEngine

/// The options that say how a destination is connected to.
enum DestinationOptionSet {
  static let to = Option.text(
    "to", "URL", "the engine's address, as in wss://host/path; kept for the next time")
  static let name = Option<String>.value(
    "name", "NAME", expected: "letters, digits, '-', '_' and '.', 64 at most",
    "the destination's name", read: { DestinationState.isName($0) ? $0 : nil }
  ).defaulting(to: "default").perCall
  static let pin = Option<String>.value(
    "pin", "SHA256", expected: "a SHA-256 in base64 or in hex",
    "accept only a server whose public key has this SHA-256", read: DestinationOptions.pin)
  static let allowInsecure = Option.flag(
    "allow-insecure", "allow ws:// to another machine, where everybody on the way can read along")
  static let tokenVariable = Option.text(
    "token-env", "NAME", "the variable that holds the token"
  ).defaulting(to: "ACTIONITEMS_SYNC_TOKEN_ and the name in capitals, else ACTIONITEMS_SYNC_TOKEN")
  static let tokenInURL = Option.flag(
    "token-in-url", "put the token into the address, where logs on the way will show it")
  static let tunnel = Option.text(
    "tunnel", "ID", "connect through a tunnel of the engine")
  static let channel = Option.text(
    "channel", "NAME", isRepeatable: true, "subscribe to a channel of the engine")

  static let all: [any OptionDescribing] = [
    to, name, pin, ModelOptionSet.caFile, allowInsecure, tokenVariable, tokenInURL, tunnel, channel,
    ModelOptionSet.connectTimeout,
  ]

  /// What is said now, over what was said before.
  static func options(_ settings: Settings, over kept: DestinationOptions) -> DestinationOptions {
    var options = kept
    if let file = settings.value(of: ModelOptionSet.caFile) { options.authorityFile = file }
    if let pin = settings.value(of: pin) { options.pin = pin }
    if let flag = settings.value(of: allowInsecure) { options.allowsInsecure = flag }
    if let name = settings.value(of: tokenVariable) { options.tokenVariable = name }
    if let flag = settings.value(of: tokenInURL) { options.tokenInAddress = flag }
    if let tunnel = settings.value(of: tunnel) { options.tunnel = tunnel }
    let channels = settings.values(of: channel)
    if !channels.isEmpty { options.channels = channels }
    return options
  }
}
