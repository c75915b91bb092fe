import ActionItems
import ItemRecords
import LanguageModel
import Windowing

/// Reads one window: request, reply, decoding, grounding, and a second request if the first was not enough.
///
/// Messages that a cut reply leaves unread are sent again in smaller windows, and so are windows that are too long.
/// Unreadable replies are requested once more. Windows refused by a content filter are bisected. The total number of
/// requests is limited.
struct WindowReader {
  let model: any WindowModel
  let grounder: Grounder
  let people: People
  let omissionRetry: OmissionRetry
  /// Whether only the first request is possible, as with the results of a batch. Further requests are left to the next
  /// run.
  var isAskedOnce: Bool { model.isAskedOnce }
  /// Records for the next run that the window is being read.
  let note: (any WindowNote)?
  /// The number of readings of each window, whose findings are united.
  private let passes: Int
  /// The result so far, with the usage of all requests.
  var reading = WindowReading()
  /// The model that is asked if the first one's answer is of no use; nil if there is none.
  let second: (any WindowModel)?
  /// Whether the second model gave no answer when it was last asked.
  var secondIsAway = false
  /// Whether a reply is refused if the endpoint reports that it read only part of the prompt.
  let refusesShort: Bool
  /// The number of requests allowed beyond the first.
  var requestsLeft = 16
  /// The failure that ended all requests.
  var isOver: ModelFailure?
  /// The cut replies without a usable item.
  var cutsInVain = 0

  /// Maximum cut replies without a usable item. A model that finds no end finds none in parts of the window either.
  static let mostCutsInVain = 4
  /// Maximum bisections of a window that a filter refuses.
  private static let bisections = 3
  /// Maximum single-message requests of a window that find nothing.
  private static let asksInVain = 3

  init(
    model: any WindowModel, second: (any WindowModel)? = nil, passes: Int = 1, grounder: Grounder,
    people: People, omissionRetry: OmissionRetry, refusesShort: Bool = false,
    keepsAnswers: Bool = false, note: (any WindowNote)? = nil
  ) {
    self.note = note
    self.model = model
    self.grounder = grounder
    self.people = people
    self.omissionRetry = omissionRetry
    self.passes = model.isAskedOnce ? 1 : passes
    self.second = model.isAskedOnce ? nil : second
    self.refusesShort = refusesShort
    if keepsAnswers { reading.answers = [] }
  }

  /// Reads a window in pieces of at most `tokens` tokens, or as a whole if it is nil.
  mutating func read(_ window: Window, tokens: Int?) async {
    // A window cut to the usual size fits, even if its last message exceeds the limit.
    if let tokens, window.newCount > 1, window.newTokens / 2 > tokens {
      for half in window.halves { await read(half, tokens: tokens) }
    } else {
      await read(window)
    }
  }

  mutating func read(_ window: Window) async {
    do throws(ModelFailure) { try await attempt(window) } catch {
      if [.refused, .window].contains(error.scope), await isReadBySecond(window) { return }
      switch error.scope {
      case .tooLong where isAskedOnce && window.newCount > 1: fail(window, error)
      // A later run that can ask again finds the refused part.
      case .refused where isAskedOnce && window.newCount > 1:
        fail(window, ModelFailure(.window, error.description, error.usage))
      case .tooLong: await readHalves(of: window, because: error)
      case .refused: await narrow(window, because: error, depth: 0)
      default: fail(window, error)
      }
    }
  }

  /// Sends a window and processes the reply.
  private mutating func attempt(_ window: Window) async throws(ModelFailure) {
    defer { note?.leave() }
    let reply = try await ask(window)
    if let claims = reply.claims {
      let findings = grounder.findings(of: claims, in: window, people)
      reading.parts.append(
        WindowReading.Part(
          of: window, findings: inOrder(findings, of: window), readLevel: model.readLevel))
      return
    }
    switch ReplyContents(reply) {
    case .whole(let items): await accept(items, in: window, of: reply.text)
    case .cut(let items): try await takeCut(items, reply, window)
    case .damaged(let damaged):
      discard(reply, window)
      if isAskedOnce {
        noteDropped(damaged, in: window)
        return keep(
          damaged.items, of: window, because: ModelFailure(.later, damaged.problem))
      }
      try await attemptAgain(window, reply.text ?? "", instead: damaged)
    }
  }

  /// Requests the reply again, with the reason why it could not be read. `instead` is the readable part of the first
  /// one.
  /// - Throws: `ModelFailure` if the request fails, or if neither reply has a readable item.
  private mutating func attemptAgain(
    _ window: Window, _ text: String, instead: ReplyContents.Damaged
  ) async throws(ModelFailure) {
    guard spendRequest() else {
      if instead.items.isEmpty { throw ModelFailure(.window, instead.problem) }
      noteDropped(instead, in: window)
      return await accept(instead.items, in: window)
    }
    let reply = try await ask(window, after: ReplyMistake(reply: text, problem: instead.problem))
    var readable = instead
    switch ReplyContents(reply) {
    case .cut(let items): return try await takeCut(items, reply, window)
    // An empty list does not correct a reply in which one of several items was wrong.
    case .whole(let items):
      if instead.items.isEmpty || !items.isEmpty { return await accept(items, in: window) }
      noteUnused(reply)
    case .damaged(let damaged):
      if damaged.items.isEmpty {
        noteUnused(reply)
      } else {
        readable = damaged
      }
      if readable.items.isEmpty {
        throw ModelFailure(.window, "\(damaged.problem), also after a retry")
      }
    }
    noteDropped(readable, in: window)
    await accept(readable.items, in: window)
  }

  /// Records the entries of a reply that are not items, if the others are used.
  private mutating func noteDropped(_ damaged: ReplyContents.Damaged, in window: Window) {
    for entry in damaged.entries {
      let line = window.line(forShortId: entry.remains.messageId)
      reading.diagnostics.append(
        Diagnostic(
          item: entry.remains, what: .rejection(.noItem), words: entry.error.description,
          conversationId: window.conversation.id,
          sourceMessageId: line.map { window.lines[$0].message.id }))
    }
  }

  /// Discards a reply that is cut, or that is asked for again.
  mutating func discard(_ reply: WindowReply, _ window: Window) {
    model.discardReply(to: window)
    noteUnused(reply)
  }

  // MARK: - Accepting items

  /// Accepts items. If `reply` is given and some items lack evidence, asks for those once more.
  mutating func accept(
    _ items: [ActionItemJSON], in window: Window, of reply: String? = nil
  ) async {
    var grounded = grounder.ground(items, in: window, people: people)
    if let reply { grounded = await proven(grounded, in: window, reply) }
    var part = WindowReading.Part(of: window, findings: take(grounded), readLevel: model.readLevel)
    for pass in 1..<max(1, passes) { await unite(&part, in: window, pass: pass) }
    let others = await lookAgain(at: window, &part)
    reading.parts += [part] + others
  }

  /// Grounds items against the window and records the rejected ones.
  mutating func ground(_ items: [ActionItemJSON], in window: Window) -> [Finding] {
    take(grounder.ground(items, in: window, people: people))
  }

  mutating func take(_ grounded: Grounder.Result) -> [Finding] {
    reading.diagnostics += grounded.diagnostics
    reading.kept += grounded.kept
    reading.moved += grounded.moved
    return grounded.findings
  }

  /// Sends messages alone that almost certainly contain an item, but for which the reply has none. The model may have
  /// overlooked them or been misled by nearby messages. This answer is final.
  ///
  /// If there is a second model, it is asked instead. Returns what it read, and removes its messages from the part.
  mutating func lookAgain(
    at window: Window, _ part: inout WindowReading.Part
  ) async -> [WindowReading.Part] {
    let certain = omissionRetry.certain(window).filter { window.lines[$0].isNew }
    if certain.isEmpty { return [] }
    var others: [WindowReading.Part] = []
    var coverage = Coverage(window)
    var asksInVain = 0
    var lastFailure: ModelFailure?
    for line in certain where !coverage.covers(line, part.findings) {
      let message = window.lines[line].message
      let alone = window.part { $0 == line }
      do throws(ModelFailure) {
        // So many empty replies are no coincidence.
        if asksInVain >= Self.asksInVain, lastFailure == nil { break }
        if isAskedOnce {
          // The message was already sent alone.
          if window.newCount == 1 { continue }
          throw Self.unasked(.later)
        }
        if asksInVain >= Self.asksInVain, let lastFailure { throw lastFailure }
        if let second = await readSecond(alone) {
          asksInVain += second.findings.isEmpty ? 1 : 0
          part.findings.removeAll {
            $0.messageId == message.id && Coverage.isUnlinkedCompletion($0)
          }
          part.messages.removeAll { $0.digest == message.digest }
          part.read.removeAll { $0.digest == message.digest }
          others.append(second)
          continue
        }
        // The same request may just have been answered.
        if window.newCount == 1 { model.discardReply(to: alone) }
        let found = try await found(in: alone)
        if found.isEmpty {
          asksInVain += 1
          continue
        }
        part.findings.removeAll { $0.messageId == message.id && Coverage.isUnlinkedCompletion($0) }
        part.findings += found
      } catch {
        asksInVain += 1
        lastFailure = error
        part.messages.removeAll { $0.digest == message.digest }
        part.read.removeAll { $0.digest == message.digest }
        fail(alone, error)
      }
    }
    part.findings = inOrder(part.findings, of: window)
    return others
  }

  /// Returns the failure for a message that would have to be sent alone.
  private static func unasked(_ scope: FailureScope) -> ModelFailure {
    ModelFailure(scope, "the reply omits what seems to be an item, and no retries are left")
  }

  /// Returns the findings of a message that is sent alone.
  private mutating func found(in window: Window) async throws(ModelFailure) -> [Finding] {
    if let isOver { throw isOver }
    guard spendRequest() else { throw Self.unasked(.window) }
    let reply = try await ask(window)
    let items: [ActionItemJSON]
    switch ReplyContents(reply) {
    case .whole(let whole): items = whole
    case .cut:
      discard(reply, window)
      throw Self.cut(reply)
    case .damaged(let damaged):
      if damaged.items.isEmpty {
        discard(reply, window)
        throw ModelFailure(.window, damaged.problem)
      }
      noteDropped(damaged, in: window)
      items = damaged.items
    }
    return ground(items, in: window).filter { !Coverage.isUnlinkedCompletion($0) }
  }

  func inOrder(_ findings: [Finding], of window: Window) -> [Finding] {
    var places: [String: Int] = [:]
    for (place, line) in window.lines.enumerated() where places[line.message.id] == nil {
      places[line.message.id] = place
    }
    return findings.enumerated().sorted {
      (places[$0.element.messageId] ?? 0, $0.offset) < (
        places[$1.element.messageId] ?? 0, $1.offset
      )
    }.map(\.element)
  }

  // MARK: - Parts of a window

  mutating func readHalves(of window: Window, because why: ModelFailure) async {
    let halves = window.halves
    guard halves.count > 1 else { return fail(window, why) }
    for half in halves { await readPiece(half, because: why) }
  }

  mutating func readPiece(_ window: Window, because why: ModelFailure) async {
    // A window that is known to be too long is not sent first.
    if let fitting = reading.usageStats.fitting, window.newTokens > fitting,
      window.newCount > 1
    {
      return await readHalves(of: window, because: why)
    }
    if maySend(window, because: why) { await read(window) }
  }

  /// Spends a request on a part of a window. If none is left, the part fails.
  private mutating func maySend(_ part: Window, because why: ModelFailure) -> Bool {
    if isOver == nil, spendRequest() { return true }
    fail(part, isOver ?? why)
    return false
  }

  // MARK: - Refused windows

  /// Finds the part of a window that a filter refuses, and reads the rest.
  private mutating func narrow(_ window: Window, because why: ModelFailure, depth: Int) async {
    let halves = window.halves
    guard halves.count > 1, depth < Self.bisections, requestsLeft > 0 else {
      return fail(window, why)
    }
    var refused: [(Window, ModelFailure)] = []
    for half in halves where maySend(half, because: why) {
      do throws(ModelFailure) { try await attempt(half) } catch {
        switch error.scope {
        case .refused: refused.append((half, error))
        case .tooLong: await readHalves(of: half, because: error)
        default: fail(half, error)
        }
      }
    }
    // If every half is refused, further requests are pointless.
    if refused.count == halves.count { return fail(window, why) }
    for (half, why) in refused { await narrow(half, because: why, depth: depth + 1) }
  }

  mutating func fail(_ window: Window, _ failure: ModelFailure) {
    var failure = failure
    // The second model may read later what the first one refused.
    if failure.scope == .refused, secondIsAway { failure.scope = .later }
    reading.failures.append(
      FailedWindow(window, failure, by: model.address(before: second)))
  }
}
