/// The offsets of the messages of each conversation, in a file or in concatenated files.
///
/// Files interleave conversations, or have the newest message first. A first pass over the file fills the index. A
/// second one reads each conversation's messages in the order of their time.
struct RecordIndex {
  /// The conversations in the order in which the file first names them.
  private(set) var conversations: [Entry] = []
  private var numbers: [String: Int] = [:]
  /// The conversation that was named last: often several messages in a row belong to one.
  private var last: (id: String, number: Int)?

  /// The most conversations. No export has more.
  static let conversationLimit = 100_000

  /// The warning about messages whose conversations are beyond the limit.
  static func overflowWarning(_ count: Int) -> String {
    "\(count) messages name more conversations than any export has; they are together in one"
  }

  /// The place of a message.
  struct Place {
    let offset: Int
    /// The message's time, in the unit of the index.
    var time = 0
    /// The offset of the message that this one replies to, if it is known by offset.
    var parent: Int?
  }

  /// The messages of one conversation.
  struct Entry {
    let id: String
    private var offsets = PackedNumbers()
    private var times = PackedNumbers()
    /// The parents' offsets plus one; zero for none.
    private var parents = PackedNumbers()
    private var last = Int.min
    private var isInOrder = true
    private var isBackwards = true

    var count: Int { offsets.count }
    /// The offsets of the first and the last message; nil if there are none.
    private(set) var span: ClosedRange<Int>?

    fileprivate init(id: String) {
      self.id = id
    }

    /// Adds a message. Without a time it gets that of the message before it.
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

    /// Calls `body` with the places of the messages, by time. Messages of the same time keep the file's order. A
    /// message without a time stays after the one that it follows.
    ///
    /// A file that is newest first throughout is read from its end, including messages of the same time.
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

    /// The places in the file's order, or reversed.
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

  /// The number of a conversation, its index among all; nil if it is unknown.
  mutating func find(_ conversation: String) -> Int? {
    if let last, last.id == conversation { return last.number }
    guard let number = numbers[conversation] else { return nil }
    last = (conversation, number)
    return number
  }

  /// Adds a conversation, which need not have messages, and returns its number.
  mutating func declare(_ conversation: String) -> Int {
    if let number = find(conversation) { return number }
    let number = conversations.count
    numbers[conversation] = number
    conversations.append(Entry(id: conversation))
    last = (conversation, number)
    return number
  }

  /// Adds a message to a conversation, by its number. The unit of `time` is up to the caller but must not change.
  mutating func add(_ number: Int, time: Int?, offset: Int, parent: Int? = nil) {
    conversations[number].add(time: time, offset: offset, parent: parent)
  }
}
