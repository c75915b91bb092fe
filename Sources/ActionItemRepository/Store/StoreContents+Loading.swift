import ActionItemModel
import CivilTime
import Dispatch
import Extraction
import Foundation
import Journal
import Synchronization

extension StoreContents {
  /// Where an item that is there has its line.
  enum ItemPlace {
    case journal(TailIndex.Item)
    case snapshot(offset: Int)
  }

  /// Hands out the places of the items that are there, in repository order, until `body` returns
  /// false.
  func forEachPlace(_ body: (ItemPlace) throws -> Bool) throws {
    var next = tail.inOrder()
    var waiting = next.next()
    for place in 0..<(try snapshot?.orderedCount ?? 0) {
      guard let snapshot else { break }
      let older = try snapshot.orderRecord(at: place)
      while let item = waiting, (item.order, item.key) < (older.order, older.key) {
        guard try body(.journal(item)) else { return }
        waiting = next.next()
      }
      if tail.item(older.key) != nil { continue }
      guard try body(.snapshot(offset: older.offset)) else { return }
    }
    while let item = waiting {
      guard try body(.journal(item)) else { return }
      waiting = next.next()
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
      switch place {
      case .journal(let item): inJournal.append((item, count))
      case .snapshot(let offset): inSnapshot.append((offset, count))
      }
      count += 1
      return true
    }
    var loaded = LoadedItems(count: count)
    inSnapshot.sort { $0.offset < $1.offset }
    if let lines = snapshot?.items {
      try load(inSnapshot.map(\.offset), of: lines, ranks: inSnapshot.map(\.rank), into: &loaded) {
        _, _ in true
      }
    }
    inJournal.sort { $0.place.place.offset < $1.place.place.offset }
    if let journal {
      let places = inJournal.map(\.place.place)
      try load(places.map(\.offset), of: journal, ranks: inJournal.map(\.rank), into: &loaded) {
        index, line in
        line.sequence == places[index].sequence && line.checksum == places[index].checksum
      }
    }
    return loaded.finish()
  }

  /// Reads the lines at some places, in rising order, and puts their items in the places of an array.
  private func load(
    _ offsets: [Int], of lines: PlacedLines, ranks: [Int], into loaded: inout LoadedItems,
    where isMeant: @escaping @Sendable (Int, JournalLine) -> Bool
  ) throws {
    // A thread has to be worth its start.
    let count = min(max(offsets.count / 1000, 1), ProcessInfo.processInfo.activeProcessorCount, 8)
    let parts = Mutex([Result<LoadedPart, any Error>?](repeating: nil, count: count))
    DispatchQueue.concurrentPerform(iterations: count) { number in
      let range = offsets.count * number / count..<offsets.count * (number + 1) / count
      let part = Result { try LoadedPart(lines, offsets[range], isMeant) }
      parts.withLock { $0[number] = part }
    }
    for number in 0..<count {
      // Taken out, so that there is one reference and the items can be moved.
      guard var part = try parts.withLock({ $0[number].take() })?.get() else { continue }
      for index in part.items.indices {
        loaded.take(&part.items[index].item, at: ranks[part.items[index].index])
      }
      for problem in part.problems { damages.note(problem) }
    }
  }
}

/// Items in their order, as they come in any other; they are moved, not copied.
private struct LoadedItems {
  private var items: [ActionItem]
  private var isThere: [Bool]

  init(count: Int) {
    let nobody = ActionItem(
      id: "", conversationId: "", task: "", messageId: "", source: .init(platform: ""),
      extractedAt: .epoch, model: "")
    items = Array(repeating: nobody, count: count)
    isThere = Array(repeating: false, count: count)
  }

  mutating func take(_ item: inout ActionItem, at place: Int) {
    swap(&items[place], &item)
    isThere[place] = true
  }

  /// The items that came.
  consuming func finish() -> [ActionItem] {
    if isThere.allSatisfy(\.self) { return items }
    return zip(items, isThere).filter(\.1).map(\.0)
  }
}

/// What one thread has read of many lines.
private struct LoadedPart: Sendable {
  /// The items, with the numbers of their lines.
  var items: [(index: Int, item: ActionItem)] = []
  /// What is not as it was written.
  var problems: [String] = []

  init(
    _ lines: PlacedLines, _ offsets: ArraySlice<Int>,
    _ isMeant: (Int, JournalLine) -> Bool
  ) throws {
    items.reserveCapacity(offsets.count)
    try lines.forEachLine(at: offsets) { index, line in
      if let line, isMeant(index, line),
        let item = try? StoreChange.item(in: line.bytes)
      {
        items.append((index, item))
      } else {
        problems.append("\(lines.damaged(offsets[index]))")
      }
    }
  }
}
