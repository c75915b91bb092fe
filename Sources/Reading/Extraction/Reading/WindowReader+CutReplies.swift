import ItemRecords
import LanguageModel
import Windowing

/// Handles replies that end at a token limit. Keeps their items, and asks the second model for the window, or else the
/// first model for the rest. If a reply ends in a loop, asks once more.
extension WindowReader {
  static func cut(_ reply: WindowReply, isLast: Bool = false) -> ModelFailure {
    ModelFailure(isLast ? .later : .window, reply.cut)
  }

  /// Accepts the complete items of a cut reply and asks for the rest.
  mutating func takeCut(
    _ items: [ActionItemJSON], _ reply: WindowReply, _ window: Window
  ) async throws(ModelFailure) {
    discard(reply, window)
    if let part = await readSecond(window) {
      let added = Self.added(ground(items, in: window), to: part.findings)
      reading.parts += [
        part,
        WindowReading.Part(messages: [], read: [], findings: added, readLevel: model.readLevel),
      ]
      return
    }
    let why = Self.cut(reply, isLast: isAskedOnce)
    if let loop = reply.loop {
      return try await leave(loop, items, window, because: why)
    }
    let lines = items.map { window.line(forShortId: $0.messageId) }
    let new = window.lines.indices.filter { window.lines[$0].isNew }
    // If the items are in message order, everything before the last item's message was read.
    let isInOrder = zip(lines, lines.dropFirst()).allSatisfy { ($0 ?? -1) <= ($1 ?? -1) }
    guard isInOrder, let last = lines.last ?? nil, let first = new.first, last > first else {
      cutsInVain += 1
      if new.count > 1, !isAskedOnce, cutsInVain < Self.mostCutsInVain {
        await readHalves(of: window, because: why)
      } else {
        keep(items, of: window, because: why)
      }
      return
    }
    let kept = zip(items, lines).filter { ($0.1 ?? 0) < last }.map(\.0)
    let before = window.part { $0 < last }
    var part = WindowReading.Part(
      of: before, findings: ground(kept, in: window), readLevel: model.readLevel)
    let others = await lookAgain(at: before, &part)
    reading.parts += [part] + others
    let rest = window.part { $0 >= last }
    guard isAskedOnce else { return await readPiece(rest, because: why) }
    let late = zip(items, lines).filter { ($0.1 ?? 0) >= last }.map(\.0)
    keep(late, of: window, leaving: rest, because: why)
  }

  /// Asks once more, with a request that leaves the loop. If it does not help, the window fails alone, because its
  /// parts would cost as much each.
  private mutating func leave(
    _ loop: RepetitionLoop, _ items: [ActionItemJSON], _ window: Window,
    because why: ModelFailure
  ) async throws(ModelFailure) {
    var found = items
    if !isAskedOnce, spendRequest() {
      let mistake = ReplyMistake(kind: .loop(loop), reply: "", problem: why.description)
      let reply = try await ask(window, after: mistake)
      switch ReplyContents(reply) {
      // An empty list does not replace items that were found.
      case .whole(let items) where !items.isEmpty || found.isEmpty:
        return await accept(items, in: window, of: reply.text)
      case .whole: discard(reply, window)
      case .cut(let items):
        if reply.loop == nil, !items.isEmpty { return try await takeCut(items, reply, window) }
        discard(reply, window)
        found += items
      case .damaged(let damaged):
        discard(reply, window)
        found += damaged.items
      }
    }
    var seen: Set<ActionItemJSON> = []
    keep(found.filter { seen.insert($0).inserted }, of: window, because: why)
  }

  /// Keeps the items found before the cut. Their messages count as unread, or only those of `rest`.
  mutating func keep(
    _ items: [ActionItemJSON], of window: Window, leaving rest: Window? = nil,
    because why: ModelFailure
  ) {
    let findings = ground(items, in: window)
    if !findings.isEmpty {
      reading.parts.append(
        WindowReading.Part(messages: [], read: [], findings: findings, readLevel: model.readLevel))
    }
    fail(rest ?? window, why)
  }
}
