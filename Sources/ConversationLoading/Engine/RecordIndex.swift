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
    /// When it was written, in the unit of the index.
    var time = 0
    /// Where the message stands that this one answers, where that is known by its place.
    var parent: Int?
    /// Its mark among heads; zero where it has to be read.
    var mark = 0
  }

  /// One conversation's messages.
  struct Entry {
    let id: String
    private var offsets = PackedNumbers()
    private var times = PackedNumbers()
    /// The parents' offsets and one, or zero.
    private var parents = PackedNumbers()
    private var marks = PackedNumbers()
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
    fileprivate mutating func add(time: Int?, offset: Int, parent: Int?, mark: Int) {
      let time = time ?? last
      parents.append(parent.map { $0 + 1 } ?? 0, behindZeros: count)
      marks.append(mark, behindZeros: count)
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
        var places = places
        while let place = places.next() { try body(place) }
      } else if isBackwards {
        var places = Places(
          offsets: offsets.makeReversedIterator(), times: times.makeReversedIterator(),
          parents: parents.makeReversedIterator(), marks: marks.makeReversedIterator())
        while let place = places.next() { try body(place) }
      } else if let runs = ascendingRuns() {
        try Self.merge(runs, body)
      } else {
        try forEachSorted(body)
      }
    }

    /// The places in the order of the file, or against it.
    private struct Places<Numbers: IteratorProtocol<Int>> {
      var offsets: Numbers
      var times: Numbers
      var parents: Numbers
      var marks: Numbers

      mutating func next() -> Place? {
        guard let offset = offsets.next(), let time = times.next() else { return nil }
        let parent = parents.next() ?? 0
        return Place(
          offset: offset, time: time, parent: parent > 0 ? parent - 1 : nil,
          mark: marks.next() ?? 0)
      }
    }

    private var places: Places<PackedNumbers.Iterator> {
      Places(
        offsets: offsets.makeIterator(), times: times.makeIterator(),
        parents: parents.makeIterator(), marks: marks.makeIterator())
    }

    /// A stretch of messages of which none is older than the one before, from where it begins.
    private struct Run {
      var places: Places<PackedNumbers.Iterator>
      /// How many were not looked at yet.
      var left = 0
      var next: Place?

      mutating func advance() {
        left -= 1
        next = left < 0 ? nil : places.next()
      }
    }

    /// More runs than this are sorted message by message, which takes memory by their number.
    private static let runLimit = 1 << 12

    /// The messages as stretches that are in order, as a file has few of where somebody was late now and
    /// then; nil where those are too many.
    private func ascendingRuns() -> [Run]? {
      var runs: [Run] = []
      var places = places
      var last = Int.max
      for _ in 0..<count {
        let here = places
        let time = places.next()?.time ?? last
        if time < last || runs.isEmpty {
          if runs.count == Self.runLimit { return nil }
          runs.append(Run(places: here))
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
        runs[number].advance()
        if let place = runs[number].next { heap.push(number, time: place.time) }
      }
      while let number = heap.first {
        if let place = runs[number].next { try body(place) }
        runs[number].advance()
        heap.replaceFirst(time: runs[number].next?.time)
      }
    }

    private func forEachSorted(_ body: (Place) throws -> Void) rethrows {
      let (offsets, times) = (Array(offsets), Array(times))
      let (parents, marks) = (Array(parents), Array(marks))
      // No file holds more messages than 32 bits can count.
      var order = Array(0..<UInt32(times.count))
      order.sort { (times[Int($0)], $0) < (times[Int($1)], $1) }
      for index in order.lazy.map({ Int($0) }) {
        let parent = index < parents.count ? parents[index] : 0
        try body(
          Place(
            offset: offsets[index], time: times[index], parent: parent > 0 ? parent - 1 : nil,
            mark: index < marks.count ? marks[index] : 0))
      }
    }
  }

  /// The number of a conversation, its place among all; nil where it was not noted.
  func number(of conversation: String) -> Int? {
    if let last, last.id == conversation { return last.number }
    return numbers[conversation]
  }

  /// The same, to be found more quickly the next time.
  mutating func find(_ conversation: String) -> Int? {
    guard let number = number(of: conversation) else { return nil }
    if last?.number != number { last = (conversation, number) }
    return number
  }

  /// Notes a conversation, which need not have any messages, and returns its number.
  @discardableResult
  mutating func declare(_ conversation: String) -> Int {
    if let number = find(conversation) { return number }
    let number = conversations.count
    numbers[conversation] = number
    conversations.append(Entry(id: conversation))
    last = (conversation, number)
    return number
  }

  /// Notes a message and returns its conversation's number; `time` is in any unit that is the same
  /// throughout.
  @discardableResult
  mutating func add(
    conversation: String, time: Int?, offset: Int, parent: Int? = nil, mark: Int = 0
  ) -> Int {
    let number = declare(conversation)
    add(number, time: time, offset: offset, parent: parent, mark: mark)
    return number
  }

  /// Notes a message of a conversation by its number.
  mutating func add(_ number: Int, time: Int?, offset: Int, parent: Int? = nil, mark: Int = 0) {
    conversations[number].add(time: time, offset: offset, parent: parent, mark: mark)
  }
}
