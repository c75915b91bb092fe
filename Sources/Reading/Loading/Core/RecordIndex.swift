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
  }

  /// One conversation's messages.
  struct Entry {
    let id: String
    private var offsets = PackedNumbers()
    private var times = PackedNumbers()
    /// The parents' offsets and one, or zero.
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
      parents.append(parent.map { $0 + 1 } ?? 0, behindZeros: count)
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
      var places = places
      if isInOrder {
        while let place = places.next() { try body(place) }
        return
      }
      if isBackwards {
        var places = Places(
          offsets: offsets.makeReversedIterator(), times: times.makeReversedIterator(),
          parents: parents.makeReversedIterator())
        while let place = places.next() { try body(place) }
        return
      }
      var sorted: [Place] = []
      sorted.reserveCapacity(count)
      while let place = places.next() { sorted.append(place) }
      sorted.sort { ($0.time, $0.offset) < ($1.time, $1.offset) }
      try sorted.forEach(body)
    }

    /// The places in the order of the file, or against it.
    private struct Places<Numbers: IteratorProtocol<Int>> {
      var offsets: Numbers
      var times: Numbers
      var parents: Numbers

      mutating func next() -> Place? {
        guard let offset = offsets.next(), let time = times.next() else { return nil }
        let parent = parents.next() ?? 0
        return Place(offset: offset, time: time, parent: parent > 0 ? parent - 1 : nil)
      }
    }

    private var places: Places<PackedNumbers.Iterator> {
      Places(
        offsets: offsets.makeIterator(), times: times.makeIterator(),
        parents: parents.makeIterator())
    }
  }

  /// The number of a conversation, its place among all; nil where it was not noted.
  mutating func find(_ conversation: String) -> Int? {
    if let last, last.id == conversation { return last.number }
    guard let number = numbers[conversation] else { return nil }
    last = (conversation, number)
    return number
  }

  /// Notes a conversation, which need not have any messages, and returns its number.
  mutating func declare(_ conversation: String) -> Int {
    if let number = find(conversation) { return number }
    let number = conversations.count
    numbers[conversation] = number
    conversations.append(Entry(id: conversation))
    last = (conversation, number)
    return number
  }

  /// Notes a message of a conversation, by its number; `time` is in any unit that is the same throughout.
  mutating func add(_ number: Int, time: Int?, offset: Int, parent: Int? = nil) {
    conversations[number].add(time: time, offset: offset, parent: parent)
  }
}
