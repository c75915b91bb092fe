import ActionItems
import ItemRecords
import Windowing

/// Reads one window from end to end: question, reply, decoding, grounding, and a second look where
/// the first was not enough.
///
/// What a cut reply leaves unread is asked again smaller, and so is what is too long; a reply that cannot be read is
/// asked for once more; what a filter refuses is narrowed down. All that together has a limit.
struct WindowReader {
  let model: any WindowModel
  let grounder: Grounder
  let people: People
  let secondLook: SecondLook
  /// Whether there is nobody to ask anything beyond the first question, as where the answers of a batch
  /// are read: what would be asked then is left to the next run.
  let isAskedOnce: Bool
  /// The note that the window is being read.
  private let note: (any WindowNote)?
  private(set) var reading = WindowReading()
  var inquiry: Inquiry

  /// A filter's refusal is narrowed down by so many halvings.
  private static let bisections = 3
  /// A reply of so many bytes holds hardly an item.
  private static let shortReply = 64
  /// So many messages of a window are asked about alone without finding anything.
  private static let asksInVain = 3

  init(
    model: any WindowModel, grounder: Grounder, people: People, secondLook: SecondLook,
    isAskedOnce: Bool = false, refusesShort: Bool = false, note: (any WindowNote)? = nil
  ) {
    self.isAskedOnce = isAskedOnce
    self.note = note
    self.model = model
    self.grounder = grounder
    self.people = people
    self.secondLook = secondLook
    inquiry = Inquiry(model: model, refusesShort: refusesShort)
  }

  /// Reads a window, in pieces of at most so many tokens; as a whole where none are said.
  mutating func read(_ window: Window, tokens: Int?) async {
    // What was cut by the usual size fits, however the last message of it counts.
    if let tokens, window.newCount > 1, window.newTokens / 2 > tokens {
      for half in window.halves { await read(half, tokens: tokens) }
    } else {
      await read(window)
    }
  }

  private mutating func read(_ window: Window) async {
    do throws(WindowFailure) { try await attempt(window) } catch {
      switch error.reach {
      case .tooLong where isAskedOnce && window.newCount > 1: fail(window, error)
      // Who can ask again finds the part that is refused.
      case .refused where isAskedOnce && window.newCount > 1:
        fail(window, WindowFailure(error.reason, reach: .window, usage: error.usage))
      case .tooLong: await readHalves(of: window, because: error)
      case .refused: await narrow(window, because: error, depth: 0)
      default: fail(window, error)
      }
    }
  }

  /// Asks about a window and takes what comes.
  private mutating func attempt(_ window: Window) async throws(WindowFailure) {
    let reply = try await ask(window)
    // What receives replies is not to be held up by one that is long to decode and to prove, or by a second
    // look at the window.
    let isShort =
      reply.text.map { $0.utf8.count <= Self.shortReply }
      ?? (reply.items.isEmpty && reply.claims?.isEmpty ?? true)
    let isQuick = isShort && secondLook.silentWindows == nil
    note?.leave()
    try await withTaskExecutorPreference(isQuick ? nil : globalConcurrentExecutor) {
      () throws(WindowFailure) in try await take(reply, window)
    }
  }

  private mutating func take(_ reply: WindowReply, _ window: Window) async throws(WindowFailure) {
    note?.enter()
    defer { note?.leave() }
    if let claims = reply.claims {
      let findings = grounder.findings(of: claims, in: window, people)
      reading.parts.append(
        WindowReading.Part(
          of: window, findings: inOrder(findings, of: window), grade: model.grade))
      return
    }
    switch ReplyContents(reply) {
    case .whole(let items): await accept(items, in: window, of: reply.text)
    case .cut(let items): await takeCut(items, window)
    case .damaged(let damaged):
      model.discardReply(to: window)
      if isAskedOnce {
        noteDropped(damaged, in: window)
        return keep(
          damaged.items, of: window, because: WindowFailure(damaged.problem, reach: .later))
      }
      try await attemptAgain(window, reply.text ?? "", instead: damaged)
    }
  }

  /// Asks for the reply once more, with the reason why it could not be read; `instead` is what could be read of it.
  private mutating func attemptAgain(
    _ window: Window, _ text: String, instead: ReplyContents.Damaged
  ) async throws(WindowFailure) {
    guard inquiry.asksLeft > 0 else {
      if instead.items.isEmpty { throw WindowFailure(instead.problem, reach: .window) }
      noteDropped(instead, in: window)
      return await accept(instead.items, in: window)
    }
    inquiry.asksLeft -= 1
    let reply = try await ask(window, after: ReplyMistake(reply: text, problem: instead.problem))
    var readable = instead
    switch ReplyContents(reply) {
    case .cut(let items): return await takeCut(items, window)
    // No items is no answer to what is wrong with one of several.
    case .whole(let items):
      if instead.items.isEmpty || !items.isEmpty { return await accept(items, in: window) }
    case .damaged(let damaged):
      if !damaged.items.isEmpty { readable = damaged }
      if readable.items.isEmpty {
        throw WindowFailure("\(damaged.problem), asked again as well", reach: .window)
      }
    }
    noteDropped(readable, in: window)
    await accept(readable.items, in: window)
  }

  /// Notes the entries of a reply that are no items, where the others are used.
  private mutating func noteDropped(_ damaged: ReplyContents.Damaged, in window: Window) {
    for entry in damaged.entries {
      let line = window.line(forShortId: entry.remains.messageId)
      reading.remarks.append(
        Remark(
          item: entry.remains, what: .rejection(.noItem), words: entry.error.description,
          conversationId: window.conversation.id,
          sourceMessageId: line.map { window.lines[$0].message.id }))
    }
  }

  mutating func ask(
    _ window: Window, after mistake: ReplyMistake? = nil
  ) async throws(WindowFailure) -> WindowReply {
    if model.isAwaited { note?.leave() } else { note?.enter() }
    defer {
      note?.enter()
      reading.toll = inquiry.toll
    }
    return try await inquiry.ask(window, after: mistake)
  }

  // MARK: - What was read

  /// Takes items; where `reply` is given and some of them are lost, they are asked for once more.
  private mutating func accept(
    _ items: [ActionItemJSON], in window: Window, of reply: String? = nil
  ) async {
    var grounded = grounder.ground(items, in: window, people: people)
    if let reply { grounded = await proven(grounded, in: window, reply) }
    var part = WindowReading.Part(of: window, findings: take(grounded), grade: model.grade)
    await lookAgain(at: window, &part)
    reading.parts.append(part)
  }

  /// Holds items against the window and notes what does not stand.
  private mutating func ground(_ items: [ActionItemJSON], in window: Window) -> [Finding] {
    take(grounder.ground(items, in: window, people: people))
  }

  private mutating func take(_ grounded: Grounder.Result) -> [Finding] {
    reading.remarks += grounded.remarks
    reading.moved += grounded.moved
    return grounded.findings
  }

  /// Asks about messages alone that are all but certain to hold an item and of which the reply says nothing: it
  /// may have overlooked them, or been talked into it by their neighbours. What is said then is believed.
  private mutating func lookAgain(at window: Window, _ part: inout WindowReading.Part) async {
    let certain = secondLook.certain(window).filter { window.lines[$0].isNew }
    if certain.isEmpty { return }
    var coverage = Coverage(window)
    var asksInVain = 0
    var lastFailure: WindowFailure?
    for line in certain where !coverage.covers(line, part.findings) {
      let message = window.lines[line].message
      let alone = window.part { $0 == line }
      do throws(WindowFailure) {
        // So much silence is meant.
        if asksInVain >= Self.asksInVain, lastFailure == nil { break }
        if isAskedOnce {
          // It was alone when it was asked about.
          if window.newCount == 1 { continue }
          throw Self.unasked(.later)
        }
        if asksInVain >= Self.asksInVain, let lastFailure { throw lastFailure }
        // It may be the very question that was just answered.
        if window.newCount == 1 { model.discardReply(to: alone) }
        let found = try await found(in: alone)
        if found.isEmpty {
          asksInVain += 1
          continue
        }
        part.findings.removeAll { $0.messageId == message.id && Coverage.isUnheard($0) }
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
  }

  /// Why a message is left that would have to be asked about alone.
  private static func unasked(_ reach: WindowFailure.Reach) -> WindowFailure {
    WindowFailure(
      "the reply passes over what seems to be an item, and is not asked for again", reach: reach)
  }

  /// What a message holds when it is asked about alone.
  private mutating func found(in window: Window) async throws(WindowFailure) -> [Finding] {
    if let isOver = inquiry.isOver { throw isOver }
    guard inquiry.asksLeft > 0 else { throw Self.unasked(.window) }
    inquiry.asksLeft -= 1
    let reply = try await ask(window)
    let items: [ActionItemJSON]
    switch ReplyContents(reply) {
    case .whole(let whole): items = whole
    case .cut:
      model.discardReply(to: window)
      throw Self.cut
    case .damaged(let damaged):
      if damaged.items.isEmpty {
        model.discardReply(to: window)
        throw WindowFailure(damaged.problem, reach: .window)
      }
      noteDropped(damaged, in: window)
      items = damaged.items
    }
    return ground(items, in: window).filter { !Coverage.isUnheard($0) }
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

  // MARK: - Replies that were cut

  private static var cut: WindowFailure {
    WindowFailure("the reply was cut before it was whole", reach: .window)
  }

  /// Takes the whole items of a reply that was cut, and asks for the rest.
  private mutating func takeCut(_ items: [ActionItemJSON], _ window: Window) async {
    model.discardReply(to: window)
    let why = isAskedOnce ? WindowFailure(Self.cut.reason, reach: .later) : Self.cut
    let lines = items.map { window.line(forShortId: $0.messageId) }
    let new = window.lines.indices.filter { window.lines[$0].isNew }
    // Up to the message of the last item all was read, if the items come in order of the messages.
    let isInOrder = zip(lines, lines.dropFirst()).allSatisfy { ($0 ?? -1) <= ($1 ?? -1) }
    guard isInOrder, let last = lines.last ?? nil, let first = new.first, last > first else {
      if new.count > 1, !isAskedOnce {
        await readHalves(of: window, because: why)
      } else {
        keep(items, of: window, because: why)
      }
      return
    }
    let kept = zip(items, lines).filter { ($0.1 ?? 0) < last }.map(\.0)
    let before = window.part { $0 < last }
    var part = WindowReading.Part(
      of: before, findings: ground(kept, in: window), grade: model.grade)
    await lookAgain(at: before, &part)
    reading.parts.append(part)
    let rest = window.part { $0 >= last }
    guard isAskedOnce else { return await readPiece(rest, because: why) }
    let late = zip(items, lines).filter { ($0.1 ?? 0) >= last }.map(\.0)
    keep(late, of: window, leaving: rest, because: why)
  }

  /// Keeps what messages yielded before the cut; they count as unread, or those of `rest` alone.
  private mutating func keep(
    _ items: [ActionItemJSON], of window: Window, leaving rest: Window? = nil,
    because why: WindowFailure
  ) {
    let findings = ground(items, in: window)
    if !findings.isEmpty {
      reading.parts.append(
        WindowReading.Part(messages: [], read: [], findings: findings, grade: model.grade))
    }
    fail(rest ?? window, why)
  }

  private mutating func readHalves(of window: Window, because why: WindowFailure) async {
    let halves = window.halves
    guard halves.count > 1 else { return fail(window, why) }
    for half in halves { await readPiece(half, because: why) }
  }

  private mutating func readPiece(_ window: Window, because why: WindowFailure) async {
    // What is known not to fit is not asked first.
    if let fitting = inquiry.toll.fitting, window.newTokens > fitting, window.newCount > 1 {
      return await readHalves(of: window, because: why)
    }
    guard inquiry.asksLeft > 0, inquiry.isOver == nil else {
      return fail(window, inquiry.isOver ?? why)
    }
    inquiry.asksLeft -= 1
    await read(window)
  }

  // MARK: - What was refused

  /// Finds the part of a window that a filter refuses; the rest of it is read.
  private mutating func narrow(_ window: Window, because why: WindowFailure, depth: Int) async {
    let halves = window.halves
    guard halves.count > 1, depth < Self.bisections, inquiry.asksLeft > 1 else {
      return fail(window, why)
    }
    var refused: [(Window, WindowFailure)] = []
    for half in halves {
      inquiry.asksLeft -= 1
      do throws(WindowFailure) { try await attempt(half) } catch {
        switch error.reach {
        case .refused: refused.append((half, error))
        case .tooLong: await readHalves(of: half, because: error)
        default: fail(half, error)
        }
      }
    }
    // What is refused whatever is asked is not worth more questions.
    if refused.count == halves.count { return fail(window, why) }
    for (half, why) in refused { await narrow(half, because: why, depth: depth + 1) }
  }

  private mutating func fail(_ window: Window, _ failure: WindowFailure) {
    reading.failures.append(WindowReading.Failure(of: window, failure))
  }
}
