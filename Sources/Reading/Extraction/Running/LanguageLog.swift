import ActionItems
import Encoding
import Store
import System
import Windowing

/// Collects the conversations in languages that the offline model does not read, for warnings.
///
/// A conversation may come in several parts or overlapping exports; it is named once.
struct LanguageLog: Sendable {
  private struct Chat: Sendable {
    var title: String
    /// The number of messages in parts in an unsupported language, and in the other parts.
    var unread = 0
    var read = 0
  }

  private var chats: [String: Chat] = [:]
  /// Conversations with a part in an unsupported language, in the order of arrival.
  private var order: [String] = []

  private var conversation: Conversation?
  private var language = ConversationLanguage()
  private var messages = 0

  /// The most conversations that are named one by one.
  private static let named = 20
  private static let titleWidth = 80

  mutating func begin(_ conversation: Conversation) {
    self.conversation = conversation
    language = ConversationLanguage()
    messages = 0
  }

  mutating func add(_ message: Message) {
    guard message.kind == .message else { return }
    messages += 1
    language.add(message)
  }

  mutating func end() {
    guard let conversation else { return }
    self.conversation = nil
    guard language.isUnread || language.isRead else { return }
    var chat =
      chats[conversation.id] ?? Chat(title: Self.title(of: conversation))
    if language.isUnread {
      if chat.unread == 0 { order.append(conversation.id) }
      chat.unread += messages
    } else {
      chat.read += messages
    }
    chats[conversation.id] = chat
  }

  private static func title(of conversation: Conversation) -> String {
    let title = SafeText.line(conversation.title ?? "")
    return SafeText.cut(title.isEmpty ? SafeText.line(conversation.id) : title, to: titleWidth)
  }

  private var unreadChats: [Chat] { order.compactMap { chats[$0] }.filter { $0.unread > $0.read } }

  /// The numbers of conversations and messages, as one unidentified language; empty if there are none.
  var counts: [RunRecord.UnreadLanguage] {
    let unread = unreadChats
    guard !unread.isEmpty else { return [] }
    return [
      RunRecord.UnreadLanguage(
        language: ConversationLanguage.undetermined, conversations: unread.count,
        messages: unread.reduce(0) { $0 + $1.unread })
    ]
  }

  /// A warning for each of the first conversations, and one for all others.
  var warnings: [String] {
    let unread = unreadChats
    var warnings = unread.prefix(Self.named).map {
      "\($0.title): is in neither English nor German, which the offline model needs; "
        + "use an endpoint for it (--base-url)"
    }
    let others = unread.count - warnings.count
    if others > 0 {
      let what = others.counted("more conversation is", "more conversations are")
      warnings.append(
        "\(what) in languages that the offline model does not read "
          + "('actionitems inspect --json' shows which)")
    }
    return warnings
  }
}
