/// Where the messages of each conversation stand in a file, or in files that are read as one.
///
/// Files interleave conversations, or hold the newest message first; a first pass over the file fills
/// the index, a second one reads each conversation's messages in the order of their time.
struct RecordIndex {
  /// The conversations in the order in which the file first names them.
  private(set) var conversations: [Entry] = []
  private var numbers: [String: Int] = [:]
  /// The conversation that was named last: messages come in rows of one.
  private var last: (id: String, number: Int)?

  /// More conversations than this are no export's.
  static let conversationLimit = 100_000

  /// What is said of messages whose conversations are beyond the limit.
  static func overflowWarning(_ count: Int) -> String {
    "\(count) messages name more conversations than any export has; they are together in one"
  }

  /// Where a message stands.
  struct Place {
    let offset: Int
    /// Where the message stands that this one answers, where that is known by its place.
    var parent: Int?
  }

  /// One conversation's messages.
  struct Entry {
    let id: String
    private var offsets = PackedNumbers()
    private var times = PackedNumbers()
    /// The parents' offsets and one, or zero; empty while no message has a parent.
    private var parents = PackedNumbers()
    private var last = Int.min
    private var isInOrder = true
    private var isBackwards = true

    var count: Int { offsets.count }
    /// Where the first message and the last one stand; nil where there are none.
    private(set) var span: ClosedRange<Int>?

    fileprivate init(id: String) {
      self.id = id
    }

    /// Notes a message; without a time it has that of the message before it.
    fileprivate mutating func add(time: Int?, offset: Int, parent: Int?) {
      let time = time ?? last
      if parents.count > 0 || parent != nil {
        // Those before had none.
        while parents.count < count { parents.append(0) }
        parents.append(parent.map { $0 + 1 } ?? 0)
      }
      offsets.append(offset)
      span = min(span?.lowerBound ?? offset, offset)...max(span?.upperBound ?? offset, offset)
      times.append(time)
      if time < last { isInOrder = false }
      if time > last, count > 1 { isBackwards = false }
      last = time
    }

    /// Calls `body` with the places of the messages, by time; those of one time, and those without a
    /// time behind the message that they follow, stay in the order of the file.
    ///
    /// A file that runs backwards throughout is read from its end, messages of one time too.
    func forEachPlace(_ body: (Place) throws -> Void) rethrows {
      if isInOrder {
        var parents = parents.makeIterator()
        for offset in offsets { try body(Self.place(offset, parents.next())) }
      } else if isBackwards {
        var parents = parents.makeReversedIterator()
        var offsets = offsets.makeReversedIterator()
        while let offset = offsets.next() { try body(Self.place(offset, parents.next())) }
      } else if let runs = ascendingRuns() {
        try Self.merge(runs, body)
      } else {
        try forEachSorted(body)
      }
    }

    /// A stretch of messages of which none is older than the one before, from where it begins.
    private struct Run {
      var offsets: PackedNumbers.Iterator
      var times: PackedNumbers.Iterator
      var parents: PackedNumbers.Iterator
      /// How many of its times were not looked at yet.
      var left = 0

      mutating func nextTime() -> Int? {
        left -= 1
        return left < 0 ? nil : times.next()
      }
    }

    /// More runs than this are sorted message by message, which takes memory by their number.
    private static let runLimit = 1 << 12

    /// The messages as stretches that are in order, as a file has few of where somebody was late now and
    /// then; nil where those are too many.
    private func ascendingRuns() -> [Run]? {
      var runs: [Run] = []
      var next = Run(
        offsets: offsets.makeIterator(), times: times.makeIterator(),
        parents: parents.makeIterator())
      var last = Int.max
      for _ in 0..<count {
        let here = next
        let time = next.times.next() ?? last
        _ = next.offsets.next()
        _ = next.parents.next()
        if time < last || runs.isEmpty {
          if runs.count == Self.runLimit { return nil }
          runs.append(here)
        }
        runs[runs.count - 1].left += 1
        last = time
      }
      return runs
    }

    /// Calls `body` with the places of runs by time; of one time, with those of earlier runs first.
    private static func merge(_ runs: [Run], _ body: (Place) throws -> Void) rethrows {
      var runs = runs
      var heap = RunHeap()
      for number in runs.indices {
        if let time = runs[number].nextTime() { heap.push(number, time: time) }
      }
      while let number = heap.first {
        if let offset = runs[number].offsets.next() {
          try body(place(offset, runs[number].parents.next()))
        }
        heap.replaceFirst(time: runs[number].nextTime())
      }
    }

    private func forEachSorted(_ body: (Place) throws -> Void) rethrows {
      let order = sortedOrder()
      let offsets = Array(offsets)
      let parents = Array(parents)
      for index in order.lazy.map({ Int($0) }) {
        try body(Self.place(offsets[index], parents.isEmpty ? nil : parents[index]))
      }
    }

    private static func place(_ offset: Int, _ parent: Int?) -> Place {
      guard let parent, parent > 0 else { return Place(offset: offset) }
      return Place(offset: offset, parent: parent - 1)
    }

    /// No file holds more messages than 32 bits can count.
    private func sortedOrder() -> [UInt32] {
      let times = Array(times)
      var order = Array(0..<UInt32(times.count))
      order.sort { (times[Int($0)], $0) < (times[Int($1)], $1) }
      return order
    }
  }

  /// The number of a conversation, its place among all; nil where it was not noted.
  func number(of conversation: String) -> Int? {
    if let last, last.id == conversation { return last.number }
    return numbers[conversation]
  }

  /// Notes a conversation, which need not have any messages, and returns its number.
  @discardableResult
  mutating func declare(_ conversation: String) -> Int {
    if let last, last.id == conversation { return last.number }
    let number = numbers[conversation] ?? conversations.count
    if number == conversations.count {
      numbers[conversation] = number
      conversations.append(Entry(id: conversation))
    }
    last = (conversation, number)
    return number
  }

  /// Notes a message and returns its conversation's number; `time` is in any unit that is the same
  /// throughout.
  @discardableResult
  mutating func add(
    conversation: String, time: Int?, offset: Int, parent: Int? = nil
  ) -> Int {
    let number = declare(conversation)
    conversations[number].add(time: time, offset: offset, parent: parent)
    return number
  }
}
