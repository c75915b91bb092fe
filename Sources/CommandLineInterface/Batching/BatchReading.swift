import ActionItemModel
import ActionItemRepository
import Extraction
import LanguageModel
import TimeZones
import Windowing

/// The way through one batch: its windows in their order, each with its answer.
struct BatchReading {
  private let batch: BatchFile
  private let collection: BatchCollection
  private let settings: ReplyCollection.Settings
  private let believesAll: Bool
  /// Places of the windows that wait no more.
  private(set) var done: Set<Int> = []
  /// Answers that say that there is nothing, where nothing shows that the model reads at all.
  private(set) var disbelieved = 0

  init(_ batch: BatchFile, _ collection: BatchCollection, run: Int) throws {
    self.batch = batch
    self.collection = collection
    let terms = try collection.windows(of: batch).terms
    let invocation = collection.invocation
    let zones = invocation.zones
    let zone: Zone
    do {
      zone = try zones.zone(named: terms.grounding.timeZone)
    } catch {
      zone = try Zone(posixRule: terms.grounding.timeZone) ?? invocation.teamZone()
      if zone.identifier != terms.grounding.timeZone {
        invocation.console.warn(
          "the zone \(terms.grounding.timeZone), set when batch \(batch.header.number) was prepared, is not "
            + "known here; \(zone.identifier) is taken")
      }
    }
    believesAll =
      terms.trustsSilence || invocation.settings.isOn(EndpointOptionSet.trustSilence)
    settings = ReplyCollection.Settings(
      run: run, model: terms.model, grounder: terms.grounding.grounder(zone, zones),
      secondLook: believesAll ? .none : terms.grounding.secondLook)
  }

  /// A window that waits, with the place of its answer.
  private struct Step {
    var waiting: WaitingWindow
    /// What was kept of it; nil where that is damaged.
    var entry: WindowFileReader.Entry?
    var place: ResultIndex.Place?
  }

  /// Goes through the windows that wait, in their order, until `body` returns false.
  private func forEachStep(_ body: (Step) async throws -> Bool) async throws {
    var kept = try collection.windows(of: batch)
    var waiting = batch.waitingWindows()
    var entry = try kept.next()
    while let window = try waiting.next() {
      try Task.checkCancellation()
      while let found = entry, found.place < window.place { entry = try kept.next() }
      let isIt = entry.map {
        $0.place == window.place && $0.id == window.id && $0.check == window.check
      }
      let step = Step(
        waiting: window, entry: isIt == true ? entry : nil,
        place: collection.results.place(batch.header.number, window.place))
      if try await !body(step) { return }
    }
  }

  /// Finds out whether the model reads what it is given, where many answers say that there is nothing:
  /// one that finds anything does.
  mutating func judgeSilence() async throws {
    guard !believesAll, let limit = settings.secondLook.silentWindows else { return }
    var silent = 0
    var reads = false
    try await forEachStep { step in
      guard let entry = step.entry, let place = step.place, place.isGood,
        case .success(let reply)? = try collection.results.answer(at: place, to: entry.id)?
          .windowReply
      else { return true }
      switch await ReplyCollection.isSilent(reply, entry.window, entry.people, settings) {
      case true?: silent += 1
      case false?: reads = true
      case nil: break
      }
      return !reads
    }
    if !reads, silent >= limit { disbelieved = silent }
  }

  /// Takes all answers.
  mutating func take(
    into replies: inout ReplyCollection, _ tally: inout BatchCollection.Tally
  ) async throws {
    var taken: Set<Int> = []
    var (answered, readMeanwhile, seen) = (0, 0, 0)
    var result = replies
    defer {
      replies = result
      done = taken
      tally.taken += answered
      tally.readMeanwhile += readMeanwhile
      let all = collection.results.count(ofBatch: batch.header.number)
      let possible = collection.results.count(ofBatch: batch.header.number, upTo: batch.windows)
      tally.known += possible - seen
      tally.strange += all - possible
    }
    var marks: (conversation: String, marks: Marks)?
    try await forEachStep { step in
      guard let place = step.place else {
        if let entry = step.entry { result.pass(entry.window) }
        return true
      }
      seen += 1
      let number = step.waiting.place
      guard let entry = step.entry else {
        result.fail(
          what: "batch \(batch.header.number), question \(number)",
          why: "what was kept for its answer is damaged; its messages are read again")
        taken.insert(number)
        return true
      }
      if marks?.conversation != step.waiting.conversation {
        marks = (
          step.waiting.conversation,
          try await collection.store.marks(forConversation: step.waiting.conversation)
        )
      }
      if !batch.header.isAgain, let marks, Self.isRead(entry.window, marks.marks) {
        // It was paid for, all the same.
        if let answer = try collection.results.answer(at: place, to: entry.id) {
          result.count(answer.windowReply)
        }
        readMeanwhile += 1
        taken.insert(number)
        return true
      }
      guard let answer = try collection.results.answer(at: place, to: entry.id) else {
        result.pass(entry.window)
        result.fail(
          what: "batch \(batch.header.number), question \(number)",
          why:
            "\(collection.results.files[place.file].path) answers another question under its name")
        return true
      }
      let reply = answer.windowReply
      if disbelieved > 0, case .success(let given) = reply,
        await ReplyCollection.isSilent(given, entry.window, entry.people, settings) == true
      {
        result.pass(entry.window)
        return true
      }
      try await result.take(reply, to: entry.window, entry.people, settings)
      answered += 1
      taken.insert(number)
      return true
    }
  }

  /// Whether every message of a window, or a later version of it, was read by an endpoint since. Of parts of
  /// long messages that cannot be told.
  private static func isRead(_ window: Window, _ marks: Marks) -> Bool {
    window.lines.allSatisfy { line in
      !line.isNew || line.message.isOutdated(by: marks)
        || line.part == nil && marks.grade(of: line.message.digest).map { $0 >= .endpoint } ?? false
    }
  }
}
