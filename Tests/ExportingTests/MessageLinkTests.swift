import ActionItems
import Testing

@testable import Exporting

@Suite struct MessageLinkTests {
  static let bases = [
    "https://acme.slack.com/", "https://acme.zulipchat.com", "mattermost=https://chat.acme.example",
    "https://discord.com/channels/77",
  ]

  @Test(
    arguments: [
      (
        "slack", "slack:C0GENERAL", "1767600000.000100", nil,
        "https://acme.slack.com/archives/C0GENERAL/p1767600000000100"
      ),
      ("slack folder", "slack:general", "1767600000.000100", nil, nil),
      ("slack made", "slack:C0GENERAL", "made-80aff7a3dbfa75f3", nil, nil),
      ("discord", "discord:12", "34", .public, "https://discord.com/channels/77/12/34"),
      ("discord direct", "discord:12", "34", .direct, "https://discord.com/channels/@me/12/34"),
      ("discord made", "discord:12", "made-80aff7a3dbfa75f3", nil, nil),
      ("telegram", "telegram:701", "11", .public, "https://t.me/c/701/11"),
      ("telegram private", "telegram:701", "11", .private, nil),
      ("telegram made", "telegram:cd74b554b0f4d7b6", "3", .public, nil),
      (
        "matrix", "matrix:!garden:green.example", "$a/b", .private,
        "https://matrix.to/#/%21garden%3Agreen.example/%24a%2Fb"
      ),
      ("matrix made", "matrix:1234", "$a", nil, nil),
      (
        "zulip", "zulip:channel/5", "101", .public,
        "https://acme.zulipchat.com/#narrow/stream/5/near/101"
      ),
      ("zulip direct", "zulip:direct/8,9", "7", .direct, "https://acme.zulipchat.com/#narrow/id/7"),
      (
        "mattermost", "mattermost:press/news", "abcdefghijklmnopqrstuvwxy1", .public,
        "https://chat.acme.example/press/pl/abcdefghijklmnopqrstuvwxy1"
      ),
      ("mattermost made", "mattermost:press/news", "made-957d522a9d6e7e25", .public, nil),
      (
        "teams chat", "teams:19:ab_cd@unq.gbl.spaces", "1770200000000", .direct,
        "https://teams.microsoft.com/l/message/19%3Aab_cd%40unq.gbl.spaces/1770200000000"
          + "?context=%7B%22contextType%22%3A%22chat%22%7D"
      ),
      ("teams channel", "teams:19:gen@thread.tacv2", "1770200000000", .private, nil),
      ("whatsapp", "whatsapp:168799af0953b65f", "made-957d522a9d6e7e25", nil, nil),
      ("given id", "mine", "1767600000.000100", nil, nil),
    ] as [(String, String, String, Conversation.Kind?, String?)])
  func `a link is made where the ids suffice, and only there`(
    name: String, conversation: String, message: String, kind: Conversation.Kind?, link: String?
  ) {
    var item = SampleItems.item(1, "Close the books")
    item.conversationId = conversation
    item.messageId = message
    item.conversationKind = kind
    item.source.platform = String(name.split(separator: " ")[0])
    #expect(MessageLinks(Self.bases.compactMap { LinkBase($0) }).link(to: item) == link, "\(name)")
    if link?.contains("acme") ?? false || name == "discord" {
      #expect(MessageLinks().link(to: item) == nil, "\(name) without a base")
    }
    item.source.link = "https://x.example/1"
    #expect(MessageLinks().link(to: item) == "https://x.example/1")
  }

  @Test(
    arguments: [
      ("https://acme.slack.com/", .slack), ("slack=https://chat.example", .slack),
      ("https://acme.zulipchat.com", .zulip), ("https://discord.com/channels/1", .discord),
      ("https://chat.example", nil), ("slack=javascript:x", nil), ("irc=https://x.example", nil),
      ("", nil), ("slack=", nil), ("https://slack.com.evil.example", nil),
      ("zulip=https://x.example/#narrow", nil),
    ] as [(String, LinkBase.Platform?)])
  func `an address says which chats it is for, or its name does`(
    text: String, platform: LinkBase.Platform?
  ) {
    #expect(LinkBase(text)?.platform == platform)
    #expect(LinkBase(text)?.address.hasSuffix("/") != true)
  }
}
