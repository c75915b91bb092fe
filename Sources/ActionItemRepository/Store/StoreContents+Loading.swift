import ActionItemModel
import CivilTime
import Dispatch
import Extraction
import Journal
import Synchronization

extension StoreContents {
  /// Where an item that is there stands in the list, and where its line is.
  struct ListedPlace {
    let order: OrderKey
    let key: ItemKey
    let line: Line

    enum Line {
      case journal(TailIndex.Item)
      case snapshot(offset: Int)
    }
  }

  /// Hands out the places of the items that are there, from a place in the repository's order on, until `body`
  /// returns false.
  func forEachPlace(
    from first: OrderKey = .least, _ body: (ListedPlace) throws -> Bool
  ) throws {
    var next = tail.inOrder(from: first)
    var waiting = next.next()
    func take(_ item: TailIndex.Item) throws -> Bool {
      defer { waiting = next.next() }
      return try body(ListedPlace(order: item.order, key: item.key, line: .journal(item)))
    }
    let start = try snapshot?.firstPlace(from: first) ?? 0
    for place in start..<max(start, try snapshot?.counts.open ?? 0) {
      guard let snapshot else { break }
      let older = try snapshot.orderRecord(at: place)
      while let item = waiting, (item.order, item.key) < (older.order, older.key) {
        guard try take(item) else { return }
      }
      if tail.item(older.key) != nil { continue }
      let listed = ListedPlace(
        order: older.order, key: older.key, line: .snapshot(offset: older.offset))
      guard try body(listed) else { return }
    }
    while let item = waiting {
      guard try take(item) else { return }
    }
  }

  /// All items that are there, in repository order.
  ///
  /// Lines are read in the order of the files and understood on several threads; what is damaged is
  /// left out.
  func allItems() throws -> [ActionItem] {
    var inJournal: [(place: TailIndex.Item, rank: Int)] = []
    var inSnapshot: [(offset: Int, rank: Int)] = []
    var count = 0
    try forEachPlace { place in
      switch place.line {
      case .journal(let item): inJournal.append((item, count))
      case .snapshot(let offset): inSnapshot.append((offset, count))
      }
      count += 1
      return true
    }
    inSnapshot.sort { $0.offset < $1.offset }
    inJournal.sort { $0.place.place.offset < $1.place.place.offset }
    var gaps: [Int] = []
    var failure: (any Error)?
    let items = [ActionItem](unsafeUninitializedCapacity: count) { slots, initialized in
      func take(_ part: LoadedPart) {
        for rank in part.gaps { slots.initializeElement(at: rank, to: LoadedPart.nobody) }
        for problem in part.problems { damages.note(problem) }
        gaps += part.gaps
        failure = failure ?? part.failure
      }
      if let lines = snapshot?.items {
        let ranks = inSnapshot.map(\.rank)
        Self.load(inSnapshot.map(\.offset), of: lines, to: slots, at: ranks, take) { _, _ in true }
      }
      if let journal {
        let (ranks, places) = (inJournal.map(\.rank), inJournal.map(\.place.place))
        Self.load(places.map(\.offset), of: journal, to: slots, at: ranks, take) { index, line in
          line.sequence == places[index].sequence && line.checksum == places[index].checksum
        }
      }
      initialized = count
    }
    if let failure { throw failure }
    if gaps.isEmpty { return items }
    let isGap = Set(gaps)
    return items.enumerated().lazy.filter { !isGap.contains($0.offset) }.map(\.element)
  }

  /// Reads the lines at some places, in rising order, and initialises a slot with each one's item, or has
  /// `take` do so.
  private static func load(
    _ offsets: [Int], of lines: PlacedLines, to slots: UnsafeMutableBufferPointer<ActionItem>,
    at ranks: [Int], _ take: (LoadedPart) -> Void,
    where isMeant: @escaping @Sendable (Int, JournalLine) -> Bool
  ) {
    // A thread has to be worth its start.
    let count = min(max(offsets.count / 1000, 1), 8)
    let parts = Mutex([LoadedPart](repeating: LoadedPart(), count: count))
    // Each slot has one rank and each rank is in one part, so no two threads touch the same slot.
    nonisolated(unsafe) let slots = slots
    DispatchQueue.concurrentPerform(iterations: count) { number in
      let range = offsets.count * number / count..<offsets.count * (number + 1) / count
      var part = LoadedPart()
      part.load(lines, offsets[range], to: slots, at: ranks[range], isMeant)
      parts.withLock { $0[number] = part }
    }
    for part in parts.withLock({ $0 }) { take(part) }
  }
}

/// What one thread has to tell of many lines that it read.
private struct LoadedPart: Sendable {
  /// The ranks of the items that could not be read; their slots are not initialised.
  var gaps: [Int] = []
  /// What is not as it was written.
  var problems: [String] = []
  /// Why reading ended early.
  var failure: (any Error)?

  /// What stands in for an item that could not be read.
  static var nobody: ActionItem {
    ActionItem(
      id: "", conversationId: "", task: "", messageId: "", source: .init(platform: ""),
      extractedAt: .epoch, model: "")
  }

  mutating func load(
    _ lines: PlacedLines, _ offsets: ArraySlice<Int>,
    to slots: UnsafeMutableBufferPointer<ActionItem>, at ranks: ArraySlice<Int>,
    _ isMeant: (Int, JournalLine) -> Bool
  ) {
    var next = offsets.startIndex
    do {
      try lines.forEachLine(at: offsets) { index, line in
        if let line, isMeant(index, line), let item = try? StoreChange.item(in: line.bytes) {
          slots.initializeElement(at: ranks[index], to: item)
        } else {
          gaps.append(ranks[index])
          problems.append("\(lines.damaged(offsets[index]))")
        }
        next = index + 1
      }
    } catch {
      failure = error
      gaps += ranks[next...]
    }
  }
}
