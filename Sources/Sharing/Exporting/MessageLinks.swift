package import ActionItems

/// Makes links to the messages of items, for exports without links. A link is made only if the stored ids are certain
/// to suffice: not for synthetic ids, nor for those without the platform's form. Below: `LinkBase`, a chat's address.
package struct MessageLinks: Sendable {
  private let bases: [LinkBase.Platform: String]

  /// Takes the addresses of chats; the last one of a platform counts.
  package init(_ bases: [LinkBase] = []) {
    self.bases = Dictionary(bases.map { ($0.platform, $0.address) }) { $1 }
  }

  /// The link from the chat's export, otherwise a link made from ids; nil if neither is possible.
  package func link(to item: ActionItem) -> String? {
    if let link = item.source.link { return link }
    let prefix = item.source.platform + ":"
    guard item.conversationId.hasPrefix(prefix) else { return nil }
    let conversation = String(item.conversationId.dropFirst(prefix.count))
    switch item.source.platform {
    case "slack": return slack(conversation, item.messageId)
    case "discord": return discord(conversation, item)
    case "telegram": return telegram(conversation, item)
    case "matrix": return matrix(conversation, item.messageId)
    case "zulip": return zulip(conversation, item.messageId)
    case "mattermost": return mattermost(conversation, item.messageId)
    case "teams": return teams(conversation, item.messageId)
    default: return nil
    }
  }

  /// `https://acme.slack.com/archives/C0123ABCD/p1767600000000100`. The name of a folder is not a channel's id.
  private func slack(_ channel: String, _ message: String) -> String? {
    guard let base = bases[.slack], let kind = channel.first, "CDG".contains(kind),
      channel.count >= 9, channel.allSatisfy({ $0.isASCII && ($0.isNumber || $0.isUppercase) })
    else { return nil }
    let parts = message.split(separator: ".", omittingEmptySubsequences: false)
    guard parts.count == 2, Self.isNumber(parts[0]), parts[0].count == 10, Self.isNumber(parts[1]),
      parts[1].count == 6
    else { return nil }
    return "\(base)/archives/\(channel)/p\(parts[0])\(parts[1])"
  }

  /// The base names the server: `https://discord.com/channels/123`. Direct messages belong to no server.
  private func discord(_ channel: String, _ item: ActionItem) -> String? {
    let isDirect = item.conversationKind == .direct || item.conversationKind == .group
    guard let base = isDirect ? "https://discord.com/channels/@me" : bases[.discord],
      Self.isNumber(channel), Self.isNumber(item.messageId)
    else { return nil }
    return "\(base)/\(channel)/\(item.messageId)"
  }

  /// Public groups and channels only: the store does not know which kinds of private groups have links.
  private func telegram(_ chat: String, _ item: ActionItem) -> String? {
    guard item.conversationKind == .public, Self.isNumber(chat), Self.isNumber(item.messageId)
    else { return nil }
    return "https://t.me/c/\(chat)/\(item.messageId)"
  }

  /// A link to matrix.to, which opens any client.
  private func matrix(_ room: String, _ event: String) -> String? {
    guard room.first == "!", event.first == "$", event.count > 1, room.count > 1 else { return nil }
    return "https://matrix.to/#/\(WebAddress.component(room))/\(WebAddress.component(event))"
  }

  /// Uses `stream` and `id`, because older servers know these too.
  private func zulip(_ place: String, _ message: String) -> String? {
    guard let base = bases[.zulip], Self.isNumber(message) else { return nil }
    let parts = place.split(separator: "/")
    if parts.count == 2, parts[0] == "channel", Self.isNumber(parts[1]) {
      return "\(base)/#narrow/stream/\(parts[1])/near/\(message)"
    }
    return "\(base)/#narrow/id/\(message)"
  }

  /// Needs the id of a post. Bulk exports omit it; messages from other sources may have it.
  private func mattermost(_ place: String, _ post: String) -> String? {
    guard let base = bases[.mattermost], post.utf8.count == 26,
      post.allSatisfy({ $0.isASCII && ($0.isNumber || $0.isLowercase) })
    else { return nil }
    let team = place.split(separator: "/").first.map(String.init) ?? ""
    return team.isEmpty || team == "direct"
      ? "\(base)/_redirect/pl/\(post)" : "\(base)/\(WebAddress.component(team))/pl/\(post)"
  }

  /// Chats only, as in Microsoft's page "Deep links in Teams". Links to channels need ids that are not stored; exports
  /// contain these links.
  private func teams(_ chat: String, _ message: String) -> String? {
    guard chat.hasPrefix("19:"), Self.isNumber(message),
      chat.hasSuffix("@thread.v2") || chat.hasSuffix("@unq.gbl.spaces")
    else { return nil }
    let context = WebAddress.component("{\"contextType\":\"chat\"}")
    return "https://teams.microsoft.com/l/message/\(WebAddress.component(chat))/\(message)"
      + "?context=\(context)"
  }

  private static func isNumber(_ text: some StringProtocol) -> Bool {
    !text.isEmpty && text.allSatisfy { $0.isASCII && $0.isNumber }
  }
}

/// The web address of a chat server whose exports do not contain it: `https://acme.slack.com`.
package struct LinkBase: Hashable, Sendable {
  /// The platforms whose exports may lack the address.
  package enum Platform: String, CaseIterable, Sendable { case slack, discord, mattermost, zulip }

  package let platform: Platform
  /// The address, without a slash at its end.
  package let address: String

  /// Reads `PLATFORM=URL`, or a URL whose host belongs to one platform; nil for anything else.
  package init?(_ text: String) {
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
