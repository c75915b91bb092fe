public import ActionItemModel
import CivilTime

/// Cuts a conversation into windows, message by message, in little memory.
///
/// A window is a run of new messages without a read one between them, within a budget of tokens. It
/// begins with the messages that came before, as context, whether they were read or not: a run that
/// was broken off and goes on cuts the same windows again. Messages of bots and of the system are
/// context at most.
public struct WindowBuilder: Sendable {
  /// How windows are cut.
  public struct Settings: Hashable, Sendable {
    /// Tokens of new messages in a window, as estimated.
    public var tokens: Int
    /// Messages of context before the new ones.
    public var contextBefore: Int
    /// Messages of context after them, where those were read before.
    public var contextAfter: Int
    /// Tokens that all context before may cost.
    public var contextTokens: Int
    /// A pause of this many seconds ends a window that is at least half full.
    public var silence: Int

    /// Sets how windows are cut.
    public init(
      tokens: Int = 2000, contextBefore: Int = 8, contextAfter: Int = 4, contextTokens: Int = 600,
      silence: Int = 3 * 3600
    ) {
      self.tokens = tokens
      self.contextBefore = contextBefore
      self.contextAfter = contextAfter
      self.contextTokens = contextTokens
      self.silence = silence
    }
  }

  private let conversation: Conversation
  private let settings: Settings
  private var number = 0
  /// The last messages, for the context of the next window.
  private var recent: [Sized] = []
  /// Lines of the window that is being filled; empty before its first new message.
  private var lines: [Window.Line] = []
  /// The place behind the last new line.
  private var newEnd = 0
  private var tokens = 0

  private struct Sized {
    let message: Message
    let tokens: Int
  }

  /// Starts at the beginning of a conversation.
  public init(conversation: Conversation, settings: Settings) {
    self.conversation = conversation
    self.settings = settings
  }

  /// Takes the next message and returns a window where it ended one.
  public mutating func add(_ message: Message, isNew: Bool) -> Window? {
    let cost = TokenEstimate.tokens(in: message.text) + 12
    let window =
      isNew && message.kind == .message
      ? addNew(message, cost: cost) : addContext(message)
    recent.append(Sized(message: message, tokens: cost))
    if recent.count > settings.contextBefore * 2 {
      recent.removeFirst(recent.count - settings.contextBefore)
    }
    return window
  }

  /// Ends the conversation and returns the last window, if one is begun.
  public mutating func finish() -> Window? { cut() }

  private mutating func addNew(_ message: Message, cost: Int) -> Window? {
    var window: Window?
    if !lines.isEmpty {
      // What stands between may be context of this window, but the next one has to begin here.
      let isInterrupted = lines[newEnd...].contains { $0.message.kind == .message }
      let isFull = tokens + cost > settings.tokens
      if isInterrupted || isFull || tokens * 2 > settings.tokens && pause(before: message) {
        window = cut()
      }
    }
    if lines.isEmpty { begin() }
    lines.append(Window.Line(message, isNew: true))
    newEnd = lines.count
    tokens += cost
    return window
  }

  private mutating func addContext(_ message: Message) -> Window? {
    guard !lines.isEmpty, message.kind != .system else { return nil }
    lines.append(Window.Line(message, isNew: false))
    let isRead = message.kind == .message
    return isRead && lines.count - newEnd >= settings.contextAfter ? cut() : nil
  }

  private mutating func begin() {
    var budget = settings.contextTokens
    var context: [Window.Line] = []
    for sized in recent.reversed() where sized.message.kind != .system {
      budget -= sized.tokens
      if budget < 0 || context.count == settings.contextBefore { break }
      context.append(Window.Line(sized.message, isNew: false))
    }
    lines = context.reversed()
  }

  private func pause(before message: Message) -> Bool {
    guard let earlier = lines[newEnd - 1].message.timestamp, let later = message.timestamp else {
      return false
    }
    return later.seconds - earlier.seconds > settings.silence
  }

  private mutating func cut() -> Window? {
    guard !lines.isEmpty else { return nil }
    let window = Window(
      conversation: conversation, number: number, lines: lines, participants: [])
    number += 1
    lines = []
    newEnd = 0
    tokens = 0
    return window
  }
}
