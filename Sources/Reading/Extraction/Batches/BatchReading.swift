import ActionItems
import CivilTime
import ItemRecords
import LanguageModel
import Store
import System
import Windowing

/// The way through one batch: its windows in their order, each with its answer.
struct BatchReading {
  private let batch: BatchFile
  private let collection: BatchCollection
  private let settings: ReplyCollection.Settings
  private let believesAll: Bool
  /// Places of the windows that wait no more.
  private(set) var done: Set<Int> = []
  /// The marks of the conversation that was looked up last.
  private var known: (conversation: String, marks: ReadMarkers)?
  /// Answers that say that there is nothing, where nothing shows that the model reads at all.
  private(set) var disbelieved = 0

  init(_ batch: BatchFile, _ collection: BatchCollection, run: Int) throws {
    (self.batch, self.collection) = (batch, collection)
    let terms = try collection.windows(of: batch).terms
    let zones = collection.zones
    let zone: Zone
    do {
      zone = try zones.zone(named: terms.grounding.timeZone)
    } catch {
      zone = try Zone(posixRule: terms.grounding.timeZone) ?? collection.teamZone()
      if zone.identifier != terms.grounding.timeZone {
        collection.console.warn(
          "the zone \(terms.grounding.timeZone), set when batch \(batch.header.number) was prepared, is not "
            + "known here; \(zone.identifier) is taken")
      }
    }
    believesAll = terms.trustsSilence || collection.believesSilence
    var settings = ReplyCollection.Settings(
      run: run, model: terms.model, grounder: terms.grounding.grounder(zone, zones),
      omissionRetry: believesAll ? .none : terms.grounding.omissionRetry)
    settings.watch = collection.watch
    self.settings = settings
  }

  /// The windows that wait, in their order, each with the place of its answer.
  private struct Steps: ~Copyable {
    private var kept: WindowFileReader
    private var waiting: BatchFile.WaitingWindows
    private var entry: WindowFileReader.Entry?
    private let results: ResultIndex
    private let batch: Int

    init(_ batch: BatchFile, _ collection: BatchCollection) throws {
      var kept = try collection.windows(of: batch)
      entry = try kept.next()
      self.kept = kept
      waiting = batch.waitingWindows()
      results = collection.results
      self.batch = batch.header.number
    }

    /// The next one, with what was kept of it; nil where that is damaged.
    mutating func next() throws -> (WaitingWindow, WindowFileReader.Entry?, ResultIndex.Place?)? {
      guard let window = try waiting.next() else { return nil }
      try Task.checkCancellation()
      while let found = entry, found.place < window.place { entry = try kept.next() }
      let isIt = entry.map {
        $0.place == window.place && $0.id == window.id && $0.check == window.check
      }
      return (window, isIt == true ? entry : nil, results.place(batch, window.place))
    }
  }

  /// Finds out whether the model reads what it is given, where many answers say that there is nothing:
  /// one that finds anything does.
  mutating func judgeSilence() async throws {
    guard !believesAll, let limit = settings.omissionRetry.silentWindows else { return }
    var silent = 0
    var steps = try Steps(batch, collection)
    while let (_, entry, place) = try steps.next() {
      guard let entry, let place, place.isGood, try await danger(of: entry.window) == .none,
        case .success(let reply)? = try collection.results.answer(at: place, to: entry.id)?
          .windowReply
      else { continue }
      switch await ReplyCollection.isSilent(reply, entry.window, entry.people, settings) {
      case true?: silent += 1
      case false?: return
      case nil: break
      }
    }
    if silent >= limit { disbelieved = silent }
  }

  mutating func take(
    into replies: inout ReplyCollection, _ tally: inout BatchCollection.Tally
  ) async throws {
    var seen = 0
    defer {
      let all = collection.results.count(ofBatch: batch.header.number)
      let possible = collection.results.count(ofBatch: batch.header.number, upTo: batch.windows)
      tally.known += possible - seen
      tally.strange += all - possible
    }
    // A later message may close an item of a suspected window, so later windows of its conversation wait.
    var waiting: [(entry: WindowFileReader.Entry, place: ResultIndex.Place, isSuspected: Bool)] = []
    var held: Set<String> = []
    var steps = try Steps(batch, collection)
    while let (question, entry, place) = try steps.next() {
      guard let place else {
        if let entry { replies.pass(entry.window) }
        continue
      }
      seen += 1
      guard let entry else {
        replies.fail(
          what: name(of: question.place),
          why: "what was kept for its answer is damaged; its messages are read again")
        done.insert(question.place)
        continue
      }
      let conversation = entry.window.conversation.id
      let danger = try await danger(of: entry.window)
      switch danger {
      case .none where !held.contains(conversation):
        try await take(entry, place, into: &replies, &tally)
      case .none, .suspected:
        waiting.append((entry, place, danger == .suspected))
        held.insert(conversation)
      case .certain:
        replies.fail(
          what: name(of: question.place),
          why: "it holds messages that are set aside, since the program died while it read them")
        done.insert(question.place)
      }
    }
    for (entry, place, isSuspected) in waiting {
      try Task.checkCancellation()
      if isSuspected { try await replies.commit() }
      try await take(entry, place, into: &replies, &tally, isAlone: isSuspected)
    }
  }

  private func name(of place: Int) -> String {
    "batch \(batch.header.number), question \(place)"
  }

  /// Takes what answers the question about a window.
  private mutating func take(
    _ entry: WindowFileReader.Entry, _ place: ResultIndex.Place,
    into replies: inout ReplyCollection, _ tally: inout BatchCollection.Tally, isAlone: Bool = false
  ) async throws {
    let answer = try collection.results.answer(at: place, to: entry.id)
    if !batch.header.isAgain,
      Self.isRead(entry.window, try await marks(of: entry.window.conversation.id))
    {
      // It was paid for, all the same.
      if let answer { replies.count(answer.windowReply) }
      tally.readMeanwhile += 1
      done.insert(entry.place)
      return
    }
    guard let reply = answer?.windowReply else {
      replies.pass(entry.window)
      return replies.fail(
        what: name(of: entry.place),
        why: "\(collection.results.files[place.file].path) answers another question under its name")
    }
    if disbelieved > 0, case .success(let given) = reply,
      await ReplyCollection.isSilent(given, entry.window, entry.people, settings) == true
    {
      return replies.pass(entry.window)
    }
    try await replies.take(reply, to: entry.window, entry.people, settings, isAlone: isAlone)
    tally.taken += 1
    done.insert(entry.place)
  }

  /// Whether reading a window may end the process.
  private enum Danger {
    case none, suspected, certain
  }

  private mutating func danger(of window: Window) async throws -> Danger {
    let id = window.conversation.id
    let fatal = try await marks(of: id).fatal
    let suspects = collection.watch?.suspects(ofConversation: id) ?? []
    if fatal.isEmpty, suspects.isEmpty { return .none }
    let digests = window.lines.lazy.map(\.message.digest)
    if digests.contains(where: fatal.contains) {
      return batch.header.retriesFailed ? .suspected : .certain
    }
    return digests.contains(where: suspects.contains) ? .suspected : .none
  }

  private mutating func marks(of conversation: String) async throws -> ReadMarkers {
    if let known, known.conversation == conversation { return known.marks }
    let marks = try await collection.store.marks(forConversation: conversation)
    known = (conversation, marks)
    return marks
  }

  /// Whether every message of a window, or a later version of it, was read by an endpoint since. Of parts of
  /// long messages that cannot be told.
  private static func isRead(_ window: Window, _ marks: ReadMarkers) -> Bool {
    window.lines.allSatisfy { line in
      !line.isNew || line.message.isOutdated(by: marks)
        || line.part == nil
          && marks.readLevel(of: line.message.digest).map { $0 >= .endpoint } ?? false
    }
  }
}
