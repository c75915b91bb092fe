import ActionItemModel
import ActionItemRepository
import OfflineModel
import Streams

/// Which conversations are in a language that the offline model does not read.
///
/// A conversation may come in several parts, or in exports that overlap: it is told once, by what its largest part
/// is in.
struct LanguageLog: Sendable {
  private struct Chat: Sendable {
    var title: String
    /// What its largest part is in that is in a language that is not read, and the messages of that.
    var languages: [String] = []
    var most = 0
    /// Messages of the parts that are in such a language, and of those that are read.
    var unread = 0
    var read = 0
  }

  private var chats: [String: Chat] = [:]
  /// Those that have a part in a language that is not read, in the order in which they came.
  private var order: [String] = []

  private var conversation: Conversation?
  private var language = ConversationLanguage()
  private var messages = 0

  /// So many are named one by one.
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
    let languages = language.unreadLanguages
    if languages.isEmpty, !language.isRead { return }
    var chat =
      chats[conversation.id] ?? Chat(title: Self.title(of: conversation))
    if languages.isEmpty {
      chat.read += messages
    } else {
      if chat.languages.isEmpty { order.append(conversation.id) }
      if messages > chat.most { (chat.languages, chat.most) = (languages, messages) }
      chat.unread += messages
    }
    chats[conversation.id] = chat
  }

  private static func title(of conversation: Conversation) -> String {
    let title = SafeText.line(conversation.title ?? "")
    return SafeText.cut(title.isEmpty ? SafeText.line(conversation.id) : title, to: titleWidth)
  }

  private var unreadChats: [Chat] { order.compactMap { chats[$0] }.filter { $0.unread > $0.read } }

  /// The languages with their conversations, the one with most messages first; a conversation counts for the
  /// language that most of it is in.
  var counts: [RunRecord.UnreadLanguage] {
    var counts: [String: RunRecord.UnreadLanguage] = [:]
    for chat in unreadChats {
      let language = chat.languages[0]
      counts[language, default: .init(language: language)].conversations += 1
      counts[language]?.messages += chat.unread
    }
    return counts.values.sorted { ($1.messages, $0.language) < ($0.messages, $1.language) }
  }

  /// What to tell of them: a sentence for each of the first, and one for all others.
  var warnings: [String] {
    let unread = unreadChats
    var warnings = unread.prefix(Self.named).map { Self.warning($0.title, $0.languages) }
    let others = unread.count - warnings.count
    if others > 0 {
      let what = others == 1 ? "1 more conversation is" : "\(others) more conversations are"
      warnings.append(
        "\(what) in languages that the offline model does not read "
          + "('actionitems inspect --json' tells which)")
    }
    return warnings
  }

  static func warning(_ title: String, _ languages: [String]) -> String {
    let names = languages.map { "\(ConversationLanguage.name(of: $0)) (\($0))" }
    return "\(title): is in \(names.joined(separator: " and ")), and the offline model reads "
      + "\(readNames) alone: an endpoint would find what it holds (--base-url)"
  }

  private static let readNames = ConversationLanguage.readLanguages
    .map(ConversationLanguage.name(of:)).joined(separator: " and ")
}
