import Encoding

/// The offsets and times of messages by conversation, in one file or in concatenated files.
///
/// Some files interleave conversations, or start with the newest message. A first pass over the file fills the index.
/// A second pass reads each conversation's messages by time.
struct RecordIndex {
  /// The conversations, in the order in which the file first names them.
  private(set) var conversations: [Entry] = []
  private var numbers: [String: Int] = [:]
  /// The last conversation that was looked up. Consecutive messages often belong to the same one.
  private var last: (id: String, number: Int)?

  /// The maximum number of conversations. No real export has more.
  static let conversationLimit = 100_000

  /// The warning about messages whose conversations are beyond the limit.
  static func overflowWarning(_ count: Int) -> LoadingWarning {
    LoadingWarning(
      count, "message names more conversations than any export has; it is in one with others",
      "messages name more conversations than any export has; they are together in one")
  }

  /// The position of a message in the file.
  struct Place {
    let offset: Int
    /// The message's time, in the unit of the index.
    var time = 0
    /// The offset of the message that this one replies to; nil if unknown.
    var parent: Int?
  }

  /// The messages of one conversation.
  struct Entry {
    let id: String
    private var offsets = PackedNumbers()
    private var times = PackedNumbers()
    /// The parents' offsets plus one; zero for messages without a parent.
    private var parents = PackedNumbers()
    private var last = Int.min
    private var isInOrder = true
    private var isBackwards = true

    var count: Int { offsets.count }
    /// The lowest and highest offset of the messages; nil for an empty conversation.
    private(set) var span: ClosedRange<Int>?

    fileprivate init(id: String) {
      self.id = id
    }

    /// Adds a message. A message without a time gets the previous message's time.
    fileprivate mutating func add(time: Int?, offset: Int, parent: Int?) {
      let time = time ?? last
      parents.set(parent.map { $0 + 1 } ?? 0, at: count)
      offsets.append(offset)
      span = min(span?.lowerBound ?? offset, offset)...max(span?.upperBound ?? offset, offset)
      times.append(time)
      if time < last { isInOrder = false }
      if time > last, count > 1 { isBackwards = false }
      last = time
    }

    /// Calls `body` with the places of the messages, sorted by time. Messages with the same time keep the file's
    /// order. A message without a time stays after the previous one.
    ///
    /// Messages that are newest first throughout are read in reverse, including those with the same time.
    func forEachPlace(_ body: (Place) throws -> Void) rethrows {
      var places = Places(
        offsets: offsets.makeIterator(), times: times.makeIterator(),
        parents: parents.makeIterator())
      if isInOrder {
        while let place = places.next() { try body(place) }
        return
      }
      var ordered: [Place] = []
      ordered.reserveCapacity(count)
      while let place = places.next() { ordered.append(place) }
      if isBackwards {
        ordered.reverse()
      } else {
        ordered.sort { ($0.time, $0.offset) < ($1.time, $1.offset) }
      }
      try ordered.forEach(body)
    }

    /// An iterator over places, in the file's order.
    private struct Places {
      var offsets: PackedNumbers.Iterator
      var times: PackedNumbers.Iterator
      var parents: PackedNumbers.Iterator

      mutating func next() -> Place? {
        guard let offset = offsets.next(), let time = times.next() else { return nil }
        let parent = parents.next() ?? 0
        return Place(offset: offset, time: time, parent: parent > 0 ? parent - 1 : nil)
      }
    }
  }

  /// Returns a conversation's number, its index in `conversations`; nil if the conversation is unknown.
  mutating func find(_ conversation: String) -> Int? {
    if let last, last.id == conversation { return last.number }
    guard let number = numbers[conversation] else { return nil }
    last = (conversation, number)
    return number
  }

  /// Adds a conversation unless it is known, and returns its number. It may stay without messages.
  mutating func declare(_ conversation: String) -> Int {
    if let number = find(conversation) { return number }
    let number = conversations.count
    numbers[conversation] = number
    conversations.append(Entry(id: conversation))
    last = (conversation, number)
    return number
  }

  /// Adds a message to the conversation with a number. The caller chooses the unit of `time` and must not change it.
  mutating func add(_ number: Int, time: Int?, offset: Int, parent: Int? = nil) {
    conversations[number].add(time: time, offset: offset, parent: parent)
  }
}
