import ActionItemModel

extension LoadingOptions {
  /// A conversation: with the id that its export gives it, else with the one that the user gives, else with one that is
  /// made of platform and title, or of those who speak where it has no title.
  func conversation(
    _ format: FormatDescription, id: String? = nil, title: String?, kind: Conversation.Kind? = nil,
    participants: [Participant] = [], madeOf identity: String?? = nil, platform: String? = nil,
    speakers: Set<String> = []
  ) -> Conversation {
    let given = id ?? conversationId
    return Conversation(
      id: given ?? Self.madeId(platform ?? format.platform, identity ?? title, speakers),
      title: title, platform: format.platform, kind: kind, participants: participants,
      hasMadeId: given == nil)
  }

  /// An id from platform and title, or without a title from those who speak; never from a path.
  private static func madeId(
    _ platform: String, _ title: String?, _ speakers: Set<String>
  ) -> String {
    var digest = MessageDigest()
    digest.add(platform)
    digest.add(title ?? "")
    if title == nil {
      for speaker in speakers.sorted() { digest.add(speaker) }
    }
    return "\(platform):\(String(digest.finish(), radix: 16))"
  }
}
