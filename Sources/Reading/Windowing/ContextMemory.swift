import ActionItems

/// What a conversation said last, and what its threads did, for the context of the next window.
struct ContextMemory: Sendable {
  private let settings: WindowBuilder.Settings
  /// The last messages of people, whatever they belong to.
  private var recent: [PlacedLine] = []
  /// The last messages of bots, which may be many more.
  private var bots: [PlacedLine] = []
  /// Of each thread the message that began it and the last ones.
  private var threads: [String: [PlacedLine]] = [:]
  /// The threads in the order in which they began here.
  private var order: [String] = []

  /// Messages in which the beginning of a thread is looked for.
  private static let recentLimit = 64
  /// So many of people are held at most: whatever has as many behind it is forgotten.
  static let mostRecent = 2 * recentLimit
  private static let threadLimit = 256
  /// Messages that are kept of a thread, its first one among them.
  private static let perThread = 4
  /// Of the messages of context so many may be of bots.
  private var botLimit: Int { (settings.contextBefore + 1) / 2 }
  /// Threads that a window gets context of.
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
      // One that takes up all the room tells less than what it would push out.
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

  /// What stands before a window whose new messages are these: the beginnings and last messages of
  /// their threads, then the last messages of the conversation.
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
      // The first one says what it is about, the last ones how it stands.
      if let first = entries.first { _ = take(first) }
      for entry in entries.dropFirst().reversed() where !take(entry) { break }
    }
    // The last messages, the latest first, those of bots up to their number.
    let latest = (recent + bots.suffix(botLimit)).sorted { $0.place > $1.place }
    for entry in latest where !take(entry) { break }
    return chosen.sorted { $0.place < $1.place }.map {
      Window.Line($0.message, isNew: false, part: $0.line.part)
    }
  }

  /// The threads of messages whose beginning is not among them.
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
