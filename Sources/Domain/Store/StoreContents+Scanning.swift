import ActionItems
import ItemRecords

/// Iterating over all lines, changes, items or read markers; and answers that need that: whether a run's messages were
/// read again, and which windows failed.
extension StoreContents {
  /// Passes every line in the journal to `body`, in order. Returns the places where lines may be missing.
  ///
  /// This is for a writer, who has set aside unfinished writes. Other callers use `StoreJournal.Opened.reader`.
  @discardableResult
  func forEachLine(_ body: (JournalLine) throws -> Void) throws -> [JournalDamage] {
    guard let journal else { return [] }
    var reader = JournalReader(journal.file, path: journal.path)
    try reader.readCommitted(body)
    return reader.damages
  }

  /// Passes every change in the journal to `body`, in order. Returns the places where lines may be missing.
  func forEachChange(_ body: (StoreChange) throws -> Void) throws -> [JournalDamage] {
    try forEachLine { line in
      if case .change(let change) = try StoreLine(line) { try body(change) }
    }
  }

  /// Passes every item, including removed ones, to `body`, in no particular order.
  func forEachKnown(_ body: (ItemRecord) throws -> Void) throws {
    try forEachChangeOfKnown { try body($0.change.known) }
  }

  /// Passes every removed item to `body`, in no particular order. Most lines of current items are checked for damage,
  /// but not decoded.
  func forEachRemoved(_ body: (ItemRecord) throws -> Void) throws {
    let prefilter = LinePrefilter(["removal"])
    try snapshot?.items.forEachLine(onDamage: damages.note) { line, _ in
      guard prefilter.mayHold(line.bytes), case .change(let change) = try StoreLine(line),
        change.change.known.removal != nil, tail.item(ItemKey(change.item.id)) == nil
      else { return }
      try body(change.change.known)
    }
    for item in tail.items {
      _ = try damages.passing {
        if item.isRemoved {
          try body(change(of: item).change.known)
        } else {
          try journalLines().line(at: item.place) { _ in }
        }
      }
    }
  }

  /// Passes the last change of every item, including removed ones, to `body`, in no particular order.
  func forEachChangeOfKnown(_ body: (StoreChange) throws -> Void) throws {
    try snapshot?.items.forEach(onDamage: damages.note) { line, _ in
      guard case .change(let change) = line, tail.item(ItemKey(change.item.id)) == nil else {
        return
      }
      try body(change)
    }
    for item in tail.items {
      guard let change = try damages.passing({ try change(of: item) }) else { continue }
      try body(change)
    }
  }

  func forEachMarkLine(_ body: (MarkLine) throws -> Void) throws {
    try snapshot?.marks.forEach(onDamage: damages.note) { line, _ in
      if case .marks(let marks) = line { try body(marks) }
    }
    // Sorted in file order, because a dictionary's order differs between processes.
    try forEachMarkLine(at: tail.marks.values.joined().sorted { $0.offset < $1.offset }, body)
  }

  /// Passes the read markers at some places of the journal to `body`, and skips damaged lines.
  func forEachMarkLine(at places: [LinePlace], _ body: (MarkLine) throws -> Void) throws {
    for place in places {
      try damages.passing {
        try journal?.line(at: place) {
          if case .marks(let marks) = try StoreLine($0) { try body(marks) }
        }
      }
    }
  }

  /// Passes every line of read markers to `body`, with its read level.
  func forEachMarks(_ body: (MarkLine, ReadLevel) throws -> Void) throws {
    try forEachMarkLine { line in
      if let readLevel = line.readLevel { try body(line, readLevel) }
    }
  }

  /// Whether any read markers still belong to a run.
  func hasMarks(ofRun run: Int) throws -> Bool {
    var found = false
    try forEachMarks { marks, _ in if marks.run == run { found = true } }
    return found
  }

  /// The last run that read messages of a run again; nil if no run did.
  func runThatRead(messagesOfRun run: Int) throws -> Int? {
    var own: [String: Set<UInt64>] = [:]
    try forEachMarks { marks, readLevel in
      guard marks.run == run, readLevel != .edited else { return }
      own[marks.conversation, default: []].formUnion(marks.digests)
    }
    let undone = undoneRuns
    var last: Int?
    try forEachMarks { marks, _ in
      guard marks.run > run, !undone.contains(marks.run),
        let digests = own[marks.conversation], !digests.isDisjoint(with: marks.digests)
      else { return }
      last = max(last ?? 0, marks.run)
    }
    return last
  }

  /// The windows that failed and were not read since.
  func failures() throws -> [FailureSummary] {
    var found: [MarkLine] = []
    try forEachMarkLine { if $0.readLevel == nil { found.append($0) } }
    var summaries: [FailureSummary] = []
    var places: [String: Int] = [:]
    var known: [String: ReadMarkers] = [:]
    let undone = undoneRuns
    for failure in found.sorted(by: { $0.run < $1.run }) {
      let isRefusal = failure.refusedBy != nil
      if isRefusal, undone.contains(failure.run) { continue }
      let marks =
        try known[failure.conversation] ?? marks(ofConversation: failure.conversation)
      known[failure.conversation] = marks
      // A refusal stays open even if the offline model read the message.
      let isOpen = failure.digests.contains {
        isRefusal
          ? marks.readLevel(of: $0) != .endpoint
          : failure.fatalAt == nil ? marks.readLevel(of: $0) == nil : marks.fatal.contains($0)
      }
      guard isOpen else { continue }
      let asked = failure.refusedBy ?? ""
      let key = "\(failure.conversation)\u{0}\(failure.digests)\u{0}\(asked)"
      if let place = places[key] {
        summaries[place].count += 1
        summaries[place].why = failure.why
        if failure.fatalAt != nil { summaries[place].isFatal = true }
        summaries[place].lastRun = failure.run
      } else {
        places[key] = summaries.count
        summaries.append(
          FailureSummary(
            conversationId: failure.conversation, what: failure.what, why: failure.why, count: 1,
            lastRun: failure.run, refusedBy: failure.refusedBy,
            isFatal: failure.fatalAt != nil))
      }
    }
    return summaries
  }
}
