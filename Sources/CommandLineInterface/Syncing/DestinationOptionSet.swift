import ActionItemRepository
import SyncEngine

/// The options that say how a destination is connected to.
enum DestinationOptionSet {
  static let to = Option.text(
    "to", "URL", "the engine's address, as in wss://host/path; kept for the next time")
  static let name = Option<String>.value(
    "name", "NAME", expected: "letters, digits, '-', '_' and '.', 64 at most",
    "the destination's name", read: { DestinationState.isName($0) ? $0 : nil }
  ).defaulting(to: "default")
  static let pin = Option<String>.value(
    "pin", "SHA256", expected: "a SHA-256 in base64 or in hex, or empty for none",
    "accept only a server whose public key has this SHA-256",
    read: { $0.isEmpty ? $0 : DestinationOptions.pin($0) })
  static let caFile = removable(
    ModelOptionSet.caFile.name, "FILE", ModelOptionSet.caFile.help)
  static let allowInsecure = Option.flag(
    "allow-insecure", "allow ws:// to another machine, where everybody on the way can read along")
  static let tokenVariable = removable(
    "token-env", "NAME", "the variable that holds the token"
  ).defaulting(to: "ACTIONITEMS_SYNC_TOKEN_ and the name in capitals, else ACTIONITEMS_SYNC_TOKEN")
  static let tokenFile = removable(
    "token-file", "FILE",
    "read the token from FILE, and with --follow again once it is refused and FILE has another one")
  static let tokenInURL = Option.flag(
    "token-in-url", "put the token into the address, where logs on the way will show it")
  static let tunnel = removable(
    "tunnel", "ID", "connect through a tunnel of the engine")
  static let channel = Option<String>.value(
    "channel", "NAME", expected: "a text", isRepeatable: true,
    "subscribe to a channel of the engine; of a hub, conversation:GLOB or person:NAME",
    read: { $0 })

  static let prefer = Option<String>.value(
    "prefer", "mine|theirs|DEVICE",
    expected: "mine, theirs, the beginning of a device's id, or empty for none",
    "what is to stand where persons disagree: what was set here, elsewhere or on a device",
    read: { isPreference($0) ? $0 : nil })

  /// Whether a text is a rule; a device's id has more than letters, which is how a slip is told from one.
  private static func isPreference(_ text: String) -> Bool {
    text.isEmpty || text == "mine" || text == "theirs"
      || text.utf8.count >= 4
        && text.utf8.contains { (0x30...0x39).contains($0) || $0 == 0x2D || $0 == 0x3A }
  }

  static let all: [any OptionDescribing] = [
    to, name, pin, caFile, allowInsecure, tokenVariable, tokenFile, tokenInURL, tunnel, channel,
    prefer, ModelOptionSet.connectTimeout,
  ]

  /// An option that is kept for the next time until it is given empty.
  private static func removable(
    _ name: String, _ placeholder: String, _ help: String
  ) -> Option<String> {
    .value(name, placeholder, expected: "a text", help, read: { $0 })
  }

  /// What is said now, over what was said before.
  static func options(_ settings: Settings, over kept: DestinationOptions) -> DestinationOptions {
    var options = kept
    func take(_ option: Option<String>, _ path: WritableKeyPath<DestinationOptions, String?>) {
      guard let text = settings.value(of: option) else { return }
      options[keyPath: path] = text.isEmpty ? nil : text
    }
    take(caFile, \.authorityFile)
    take(pin, \.pin)
    take(tokenVariable, \.tokenVariable)
    take(tokenFile, \.tokenFile)
    take(tunnel, \.tunnel)
    if let text = settings.value(of: prefer) { options.rule = ConflictRule(text) }
    if let flag = settings.value(of: allowInsecure) { options.allowsInsecure = flag }
    if let flag = settings.value(of: tokenInURL) { options.tokenInAddress = flag }
    let channels = settings.values(of: channel)
    if !channels.isEmpty { options.channels = channels.filter { !$0.isEmpty } }
    DestinationFilterOptions.take(settings, into: &options)
    return options
  }
}
