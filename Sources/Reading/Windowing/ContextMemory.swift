import ActionItems

/// The latest messages of a conversation and of its threads, which `WindowBuilder` puts before a window as context.
struct ContextMemory: Sendable {
  private let settings: WindowBuilder.Settings
  /// The latest messages of people, in any thread.
  private var recent: [PlacedLine] = []
  /// The latest messages of bots, kept apart because there may be many more.
  private var bots: [PlacedLine] = []
  /// The first message and the latest messages of each thread.
  private var threads: [String: [PlacedLine]] = [:]
  /// The threads in order of their first message here.
  private var order: [String] = []

  /// Minimum number of messages kept for finding the beginning of a thread.
  private static let recentLimit = 64
  /// Maximum number of messages of people that are kept.
  static let mostRecent = 2 * recentLimit
  private static let threadLimit = 256
  /// Maximum messages kept per thread, including its first.
  private static let perThread = 4
  /// Maximum bot messages within the context.
  private var botLimit: Int { (settings.contextBefore + 1) / 2 }
  /// Maximum threads for which a window gets context.
  private static let threadsPerWindow = 4

  init(_ settings: WindowBuilder.Settings) {
    self.settings = settings
  }

  mutating func add(_ entry: PlacedLine) {
    if let thread = entry.message.threadId { add(entry, to: thread) }
    if entry.message.kind == .message {
      recent.append(entry)
      if recent.count > Self.mostRecent { recent.removeFirst(Self.recentLimit) }
    } else {
      // A bot message that fills most of the budget is worth less than what it would displace.
      guard entry.tokens <= settings.contextTokens / 2 else { return }
      bots.append(entry)
      if bots.count > 2 * max(botLimit, 16) { bots.removeFirst(max(botLimit, 16)) }
    }
  }

  private mutating func add(_ entry: PlacedLine, to thread: String) {
    if threads[thread] == nil {
      let first =
        entry.message.id == thread ? nil : (recent + bots).last { $0.message.id == thread }
      threads[thread] = first.map { [$0] } ?? []
      order.append(thread)
      if order.count > Self.threadLimit { threads[order.removeFirst()] = nil }
    }
    threads[thread, default: []].append(entry)
    if let count = threads[thread]?.count, count > Self.perThread {
      threads[thread]?.remove(at: 1)
    }
  }

  /// Returns the context for a window with these new messages: the first and latest messages of their threads, then the
  /// latest messages of the conversation.
  func context(before messages: [Message]) -> [Window.Line] {
    var chosen: [PlacedLine] = []
    var budget = settings.contextTokens
    func take(_ entry: PlacedLine) -> Bool {
      if chosen.contains(where: { $0.place == entry.place }) { return true }
      guard chosen.count < settings.contextBefore, entry.tokens <= budget else { return false }
      budget -= entry.tokens
      chosen.append(entry)
      return true
    }
    let own = Set(messages.map(\.id))
    for thread in threadsLeftOpen(by: messages) {
      let entries = (threads[thread] ?? []).filter { !own.contains($0.message.id) }
      // The first message has the subject, the latest ones the current state.
      if let first = entries.first { _ = take(first) }
      for entry in entries.dropFirst().reversed() where !take(entry) { break }
    }
    // The latest messages, newest first, with a limited number from bots.
    let latest = (recent + bots.suffix(botLimit)).sorted { $0.place > $1.place }
    for entry in latest where !take(entry) { break }
    return chosen.sorted { $0.place < $1.place }.map {
      Window.Line($0.message, isNew: false, part: $0.line.part)
    }
  }

  /// Returns the threads of messages that do not include the thread's first message.
  private func threadsLeftOpen(by messages: [Message]) -> [String] {
    var open: [String] = []
    for message in messages {
      guard let thread = message.threadId, message.id != thread, !open.contains(thread),
        !messages.contains(where: { $0.id == thread })
      else { continue }
      open.append(thread)
      if open.count == Self.threadsPerWindow { break }
    }
    return open
  }
}
