import ActionItems
import CivilTime
import Dispatch
import ItemRecords
import Synchronization

/// The current items in list order: their places, or all of them decoded.
extension StoreContents {
  /// The place of a current item in the list, and of its line.
  struct ListedPlace {
    let order: OrderKey
    let key: ItemKey
    /// The offset of its line.
    let offset: Int
    /// The line's place in the journal; nil for a line of the snapshot.
    var place: LinePlace?
  }

  /// Passes the places of the current items to `body`, in list order from `first` on, until it returns false.
  func forEachPlace(
    from first: OrderKey = .least, _ body: (ListedPlace) throws -> Bool
  ) throws {
    var next = tail.inOrder(from: first)
    var waiting = next.next()
    func take(_ item: TailIndex.Item) throws -> Bool {
      defer { waiting = next.next() }
      return try body(
        ListedPlace(
          order: item.order, key: item.key, offset: item.place.offset, place: item.place))
    }
    let start = try snapshot?.firstPlace(from: first) ?? 0
    for place in start..<max(start, try snapshot?.count ?? 0) {
      guard let snapshot else { break }
      let older = try snapshot.orderRecord(at: place)
      while let item = waiting, (item.order, item.key) < (older.order, older.key) {
        guard try take(item) else { return }
      }
      if tail.item(older.key) != nil { continue }
      guard
        try body(ListedPlace(order: older.order, key: older.key, offset: older.offset))
      else { return }
    }
    while let item = waiting {
      guard try take(item) else { return }
    }
  }

  /// All current items, in list order.
  ///
  /// Lines are read in file order and decoded on several threads. Damaged items are left out.
  func allItems() throws -> [ActionItem] {
    var inJournal: [WantedLine] = []
    var inSnapshot: [WantedLine] = []
    var count = 0
    try forEachPlace { listed in
      let line = WantedLine(offset: listed.offset, place: listed.place, rank: count)
      if listed.place == nil { inSnapshot.append(line) } else { inJournal.append(line) }
      count += 1
      return true
    }
    let nobody = ActionItem(
      id: "", conversationId: "", task: "", messageId: "", source: .init(platform: ""),
      extractedAt: .epoch, model: "")
    // The array is filled in place: a second one would double the memory.
    var items = Array(repeating: nobody, count: count)
    let gaps = try items.withUnsafeMutableBufferPointer { items in
      var gaps = try snapshot.map { try load(inSnapshot, of: $0.items, to: items) } ?? []
      if !inJournal.isEmpty { gaps += try load(inJournal, of: try journalLines(), to: items) }
      return gaps
    }
    if gaps.isEmpty { return items }
    let isGap = Set(gaps)
    return items.indices.lazy.filter { !isGap.contains($0) }.map { items[$0] }
  }

  /// Stores the items of some lines at their ranks. Returns the ranks of damaged items.
  private func load(
    _ wanted: [WantedLine], of lines: PlacedLines, to items: UnsafeMutableBufferPointer<ActionItem>
  ) throws -> [Int] {
    let wanted = wanted.sorted { $0.offset < $1.offset }
    // A thread must be worth the cost of starting it.
    let count = min(max(wanted.count / 1000, 1), 8)
    let parts = Mutex(
      [(gaps: [WantedLine], end: Result<Void, any Error>)](
        repeating: ([], .success(())), count: count))
    // Each rank belongs to one part, so no two threads touch the same item.
    nonisolated(unsafe) let items = items
    DispatchQueue.concurrentPerform(iterations: count) { number in
      let part = wanted[wanted.count * number / count..<wanted.count * (number + 1) / count]
      var gaps: [WantedLine] = []
      let end = Result {
        try lines.forEachLine(at: part) { line, wanted in
          if let line, wanted.place?.isPlace(of: line) ?? true,
            let item = try? StoreChange.item(in: line.bytes)
          {
            items[wanted.rank] = item
          } else {
            gaps.append(wanted)
          }
        }
      }
      parts.withLock { $0[number] = (gaps, end) }
    }
    return try parts.withLock { $0 }.flatMap { part in
      for gap in part.gaps { damages.note("\(lines.damaged(gap.offset))") }
      try part.end.get()
      return part.gaps.map(\.rank)
    }
  }
}

/// One of many lines to be read, with its expected place if that is known.
struct WantedLine {
  var offset: Int
  var place: LinePlace?
  /// The index at which to store its item.
  var rank: Int
}
