/// Makes ids for conversations whose export gives them none.
enum ConversationIdentity {
  /// An id from platform and title, or without a title from those who speak; never from a path.
  static func made(platform: String, title: String?, speakers: Set<String> = []) -> String {
    var digest = MessageDigest()
    digest.add(platform)
    digest.add(title ?? "")
    if title == nil {
      for speaker in speakers.sorted() { digest.add(speaker) }
    }
    return "\(platform):\(String(digest.finish(), radix: 16))"
  }
}
