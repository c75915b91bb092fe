/// Where a chat is opened whose export does not say so: `https://acme.slack.com`.
public struct LinkBase: Hashable, Sendable {
  /// A kind of chat whose links need a host.
  public enum Platform: String, CaseIterable, Sendable {
    case slack, discord, mattermost, zulip
  }

  /// The kind of chat.
  public let platform: Platform
  /// The address, without a slash at its end.
  public let address: String

  /// Reads `PLATFORM=URL`, or a URL whose host is one platform's alone; nil for anything else.
  public init?(_ text: String) {
    var address = text
    var platform: Platform?
    if let sign = text.firstIndex(of: "="), let named = Platform(rawValue: String(text[..<sign])) {
      platform = named
      address = String(text[text.index(after: sign)...])
    }
    while address.hasSuffix("/") { address.removeLast() }
    guard let checked = WebAddress.checked(address), !checked.contains("#") else { return nil }
    guard let platform = platform ?? Self.platform(ofAddress: checked) else { return nil }
    self.platform = platform
    self.address = checked
  }

  private static func platform(ofAddress address: String) -> Platform? {
    let parts = address.split(separator: "/", maxSplits: 2)
    let host = parts.count > 1 ? parts[1].lowercased() : ""
    if host.hasSuffix(".slack.com") { return .slack }
    if host == "discord.com" { return .discord }
    return host.hasSuffix(".zulipchat.com") ? .zulip : nil
  }
}
