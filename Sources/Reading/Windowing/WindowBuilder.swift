package import ActionItems
import CivilTime

/// Cuts a conversation into windows, message by message, in little memory.
///
/// A window is a run of new messages, not interrupted by a read one, within a token budget. A thread stays whole if it
/// fits: its later messages are moved forward. A long pause ends a window that is half full. A window begins with the
/// preceding messages as context, read or not. So an interrupted run that continues cuts the same windows. Bot messages
/// are context within its budget; system messages are skipped. A message longer than a window is split into parts.
package struct WindowBuilder: Sendable {
  package struct Settings: Hashable, Sendable {
    /// Estimated tokens of the new messages in a window.
    package var tokens: Int
    /// Maximum messages of context before the new ones.
    package var contextBefore: Int
    /// Maximum messages of context after the new ones, if those were read before.
    package var contextAfter: Int
    /// Maximum tokens of all context before the window, and separately of the context between and after.
    package var contextTokens: Int
    /// A pause of this many seconds ends a window that is at least half full.
    package var silence: Int
    /// The correction factor for token estimates, from an endpoint's counts.
    package var scale: Double

    package init(
      tokens: Int = 2000, contextBefore: Int = 8, contextAfter: Int = 4, contextTokens: Int = 600,
      silence: Int = 3 * 3600, scale: Double = 1
    ) {
      self.tokens = tokens
      self.contextBefore = contextBefore
      self.contextAfter = contextAfter
      self.contextTokens = contextTokens
      self.silence = silence
      self.scale = scale
    }
  }

  private let conversation: Conversation
  private let settings: Settings
  private var number = 0
  private var place = 0
  private var memory: ContextMemory
  /// New messages that are in no window yet, and the other messages between them.
  private var pending: [PlacedLine] = []
  /// Tokens of the new messages in `pending`.
  private var pendingTokens = 0
  /// The number of new messages of each thread.
  private var threads: [String: Int] = [:]
  /// Read messages of the main line since the last new one.
  private var readInARow = 0
  /// All messages that are not new since the last new one, including threads and bots.
  private var restInARow = 0

  /// Maximum messages that are not new after a new one, of any kind.
  private static let restLimit = 1024
  /// Tokens of a message in addition to its text: id, time and sender.
  private static let overhead = 12

  package init(conversation: Conversation, settings: Settings) {
    self.conversation = conversation
    self.settings = settings
    memory = ContextMemory(settings)
  }

  package mutating func add(_ message: consuming Message, isNew: Bool) -> [Window] {
    if message.kind == .system { return [] }
    let isNew = isNew && message.kind == .message
    let tokens = cost(TokenEstimate.tokens(in: message))
    if pending.isEmpty, !isNew {
      memory.add(PlacedLine(Window.Line(message, isNew: false), place: place, tokens: tokens))
      place += 1
      return []
    }
    if isNew, tokens > settings.tokens { return addParts(of: message) }
    return add(Window.Line(message, isNew: isNew), tokens)
  }

  package mutating func finish() -> [Window] {
    var windows: [Window] = []
    while let window = cut(isEnd: true) { windows.append(window) }
    return windows
  }

  /// Returns the cost of a message whose text has `tokens` tokens.
  private func cost(_ tokens: Int) -> Int { Int(Double(tokens) * settings.scale) + Self.overhead }

  private mutating func addParts(of message: Message) -> [Window] {
    Self.parts(of: message, settings).flatMap { line in
      add(line, cost(TokenEstimate.tokens(in: line.message.text)))
    }
  }

  /// Returns the parts of a message that is longer than a window.
  package static func parts(of message: Message, _ settings: Settings) -> [Window.Line] {
    let tokens = Int(Double(settings.tokens - Self.overhead) / settings.scale)
    let texts = MessageParts.split(message.text, tokens: tokens)
    return texts.enumerated().map { index, text in
      var part = message
      part.text = text
      return Window.Line(part, isNew: true, part: .init(number: index + 1, count: texts.count))
    }
  }

  private mutating func add(_ line: consuming Window.Line, _ tokens: Int) -> [Window] {
    if line.message.kind == .bot { thinOutBots() }
    restInARow += 1
    if line.isNew {
      pendingTokens += tokens
      readInARow = 0
      restInARow = 0
      if let thread = line.message.threadId { threads[thread, default: 0] += 1 }
    } else if line.message.kind == .message, line.message.threadId == nil {
      readInARow += 1
    }
    pending.append(PlacedLine(line, place: place, tokens: tokens))
    place += 1
    var windows: [Window] = []
    // Threads are looked for up to two windows ahead.
    while pendingTokens > 2 * settings.tokens || readInARow > settings.contextAfter + 64
      || restInARow > Self.restLimit
    {
      guard let window = cut() else { break }
      windows.append(window)
    }
    return windows
  }

  /// Drops the first of a row of bot messages that is as long as the context. The later ones have the current state.
  private mutating func thinOutBots() {
    let limit = max(1, settings.contextBefore)
    guard pending.count > limit, pending.suffix(limit).allSatisfy({ $0.message.kind == .bot })
    else { return }
    pending.remove(at: pending.count - limit)
    restInARow -= 1
  }

  // MARK: - Cutting

  /// Takes the next window out of `pending`.
  private mutating func cut(isEnd: Bool = false) -> Window? {
    forget(upTo: pending.firstIndex { $0.isOpen } ?? pending.count)
    if pending.isEmpty { return nil }
    let (taken, end) = choose()
    // Without threads, the context does not depend on the window's messages.
    let messages = threads.isEmpty ? [] : taken.map { pending[$0].message }
    let lines = memory.context(before: messages) + lines(taken, end: end)
    for index in taken {
      pending[index].isTaken = true
      pendingTokens -= pending[index].tokens
      if let thread = pending[index].message.threadId {
        let rest = (threads[thread] ?? 1) - 1
        threads[thread] = rest > 0 ? rest : nil
      }
    }
    defer { number += 1 }
    let open = pending.firstIndex { $0.isOpen }
    if isEnd, open == nil {
      // No further window needs this as context.
      pending = []
    } else {
      forget(upTo: open ?? pending.count)
    }
    return Window(conversation: conversation, number: number, lines: lines)
  }

  private mutating func forget(upTo end: Int) {
    // Messages that would be displaced at once are not added, unless a thread may have begun with them.
    let isPlain = !pending[..<end].contains { $0.isAside }
    let first = isPlain ? max(0, end - ContextMemory.mostRecent) : 0
    for index in first..<end { memory.add(pending[index]) }
    pending.removeFirst(end)
    if pending.isEmpty { (readInARow, restInARow) = (0, 0) }
  }

  /// Returns the new messages of the next window, and the end of the read ones after them.
  private func choose() -> (taken: [Int], end: Int) {
    var taken: [Int] = []
    var inWindow: Set<Int> = []
    var tokens = 0
    var read = 0
    var index = 0
    var end = 0
    while index < pending.count {
      // Accessed in place, because copying each message would retain its references.
      defer { index += 1 }
      if pending[index].isTaken || inWindow.contains(index) { continue }
      let cost = pending[index].tokens
      guard pending[index].isOpen else {
        // A message that was read before ends the run of new ones. Threads are separate from the main line.
        if !pending[index].isAside {
          read += 1
          if read <= settings.contextAfter { end = index + 1 }
          if read >= settings.contextAfter { break }
        }
        continue
      }
      if read > 0 { break }
      if let last = taken.last, tokens * 2 > settings.tokens,
        pause(between: pending[last].message, and: pending[index].message)
      {
        break
      }
      // Most messages belong to no thread.
      if isAlone(index), tokens + cost <= settings.tokens {
        taken.append(index)
        tokens += cost
        end = max(end, index + 1)
        continue
      }
      let unit = unit(from: index).filter { !inWindow.contains($0) }
      let costOfAll = unit.reduce(0) { $0 + pending[$1].tokens }
      if tokens + costOfAll <= settings.tokens {
        taken += unit
        inWindow.formUnion(unit)
        tokens += costOfAll
      } else if taken.isEmpty {
        // A thread that exceeds a window is taken in order.
        for member in unit {
          if !taken.isEmpty, tokens + pending[member].tokens > settings.tokens { break }
          taken.append(member)
          tokens += pending[member].tokens
        }
        break
      } else if unit.count > 1, costOfAll > settings.tokens, tokens + cost <= settings.tokens {
        taken.append(index)
        inWindow.insert(index)
        tokens += cost
      } else {
        break
      }
      end = max(end, index + 1)
    }
    return (taken.sorted(), end)
  }

  /// Returns the new messages of a message's thread, from that message on.
  private func unit(from index: Int) -> [Int] {
    if isAlone(index) { return [index] }
    let message = pending[index].message
    let thread = message.threadId ?? message.id
    return (index..<pending.count).filter { other in
      other == index
        || pending[other].isOpen && pending[other].line.part == nil
          && pending[other].message.threadId == thread
    }
  }

  /// Returns whether no other new message belongs to a message's thread.
  private func isAlone(_ index: Int) -> Bool {
    if threads.isEmpty || pending[index].line.part != nil { return true }
    let message = pending[index].message
    return threads[message.threadId ?? message.id] == nil
  }

  private func pause(between earlier: Message, and later: Message) -> Bool {
    guard let earlier = earlier.timestamp, let later = later.timestamp else { return false }
    return later.seconds - earlier.seconds > settings.silence
  }

  /// Returns the lines of a window: the chosen ones, messages of bots and of its threads in between, and some read
  /// messages after it.
  private func lines(_ taken: [Int], end: Int) -> [Window.Line] {
    let count = max(end, (taken.last ?? -1) + 1)
    if taken.count == count { return pending[..<count].map(\.line) }
    let own = Set(taken)
    let kept = companions(of: taken, own, end: end)
    return (0..<count).compactMap { index in
      let line = pending[index].line
      if own.contains(index) { return line }
      return kept.contains(index) ? Window.Line(line.message, isNew: false, part: line.part) : nil
    }
  }

  /// Returns the messages that serve as context: those nearest to the new ones, within the budget.
  private func companions(of taken: [Int], _ own: Set<Int>, end: Int) -> Set<Int> {
    let threads = Set(taken.compactMap { pending[$0].message.threadId })
    var candidates: [(distance: Int, index: Int)] = []
    var next = 0
    for index in 0..<end where !own.contains(index) && !pending[index].isOpen {
      let thread = pending[index].message.threadId
      guard thread == nil || threads.contains(thread ?? "") else { continue }
      while next < taken.count, taken[next] < index { next += 1 }
      let before = next > 0 ? index - taken[next - 1] : .max
      let after = next < taken.count ? taken[next] - index : .max
      candidates.append((min(before, after), index))
    }
    var budget = settings.contextTokens
    var kept: Set<Int> = []
    for (_, index) in candidates.sorted(by: { $0 < $1 }) where pending[index].tokens <= budget {
      budget -= pending[index].tokens
      kept.insert(index)
    }
    return kept
  }
}
