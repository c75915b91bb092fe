package import ActionItems
import ItemRecords
import Synchronization
import Windowing

/// The messages that a run reads, with the diagnostics of their items, for the page of `--page`.
///
/// A long chat keeps only the messages around items, so that memory grows with what is found, not with the chat.
package final class ChatRecord: Sendable {
  package struct Chat: Sendable {
    package var conversation: Conversation
    /// The messages in the order of the chat.
    package var messages: [Message] = []
    /// The diagnostics of its items, in the order of the messages.
    package var diagnostics: [Diagnostic] = []
    /// The windows that were not read, with the reasons.
    package var unread: [String] = []
  }

  /// The kept messages of one window.
  private struct Part {
    var number: Int
    var lines: [(message: Message, isNear: Bool)]
    var diagnostics: [Diagnostic]
    var unread: [String]
  }

  private struct State {
    var parts: [String: (conversation: Conversation, parts: [Part])] = [:]
    var count = 0
    var isLong = false
  }

  private let state = Mutex(State())
  private let most: Int

  /// Messages shown before and after one with an item, in a long chat.
  private static let around = 2

  /// Creates a record that keeps all messages if there are at most `most`.
  package init(most: Int = 2000) { self.most = most }

  /// Whether only messages around items were kept.
  package var isLong: Bool { state.withLock { $0.isLong } }

  func note(_ reading: WindowReading, of window: Window) {
    var cited = Set(reading.diagnostics.compactMap(\.sourceMessageId))
    for part in reading.parts { cited.formUnion(part.findings.map(\.messageId)) }
    let places = window.lines.indices.filter { cited.contains(window.lines[$0].message.id) }
    var near: Set<Int> = []
    for place in places { near.formUnion(place - Self.around...place + Self.around) }
    var lines: [(message: Message, isNear: Bool)] = []
    for (place, line) in window.lines.enumerated() where line.isNew {
      lines.append((line.message, near.contains(place)))
    }
    let part = Part(
      number: window.number, lines: lines, diagnostics: reading.diagnostics,
      unread: reading.failures.map { "\($0.what): \($0.why)" })
    state.withLock { state in
      state.parts[window.conversation.id, default: (window.conversation, [])].parts.append(
        state.isLong ? Self.shortened(part) : part)
      state.count += lines.count
      guard !state.isLong, state.count > most else { return }
      state.isLong = true
      state.parts = state.parts.mapValues { ($0.conversation, $0.parts.map(Self.shortened)) }
    }
  }

  private static func shortened(_ part: Part) -> Part {
    var part = part
    part.lines = part.lines.filter(\.isNear)
    return part
  }

  /// The chats, by title.
  package var chats: [Chat] {
    let all = state.withLock { $0.parts.values.map(\.self) }
    return all.map { conversation, parts in
      var chat = Chat(conversation: conversation)
      for part in parts.sorted(by: { $0.number < $1.number }) {
        chat.messages += part.lines.map(\.message)
        chat.diagnostics += part.diagnostics
        chat.unread += part.unread
      }
      return chat
    }.sorted {
      ($0.conversation.title ?? "", $0.conversation.id)
        < ($1.conversation.title ?? "", $1.conversation.id)
    }
  }
}
