/// Where the messages of each conversation stand in a file.
///
/// Files interleave conversations, or hold the newest message first; a first pass over the file fills
/// the index, a second one reads each conversation's messages in the order of their time.
struct RecordIndex {
  /// The conversations in the order in which the file first names them.
  private(set) var conversations: [Entry] = []
  private var numbers: [String: Int] = [:]

  /// One conversation's messages.
  struct Entry {
    let id: String
    fileprivate var offsets = PackedNumbers()
    fileprivate var times = PackedNumbers()
    fileprivate var last = Int.min
    fileprivate var isInOrder = true

    var count: Int { offsets.count }

    /// The places of the messages, by time; those of one time, and those without a time behind the
    /// message that they follow, stay in the order of the file.
    ///
    /// A file that runs backwards throughout is read from its end, messages of one time too.
    func orderedOffsets() -> [Int] {
      let places = Array(offsets)
      if isInOrder { return places }
      let times = Array(self.times)
      if zip(times, times.dropFirst()).allSatisfy({ $0 >= $1 }) { return places.reversed() }
      return places.indices.sorted { (times[$0], $0) < (times[$1], $1) }.map { places[$0] }
    }
  }

  /// Whether a conversation has any messages.
  func contains(_ conversation: String) -> Bool { numbers[conversation] != nil }

  /// Notes a message; `time` is in any unit that is the same throughout the file.
  mutating func add(conversation: String, time: Int?, offset: Int) {
    let number: Int
    if let known = numbers[conversation] {
      number = known
    } else {
      number = conversations.count
      numbers[conversation] = number
      conversations.append(Entry(id: conversation))
    }
    let time = time ?? conversations[number].last
    conversations[number].offsets.append(offset)
    conversations[number].times.append(time)
    if time < conversations[number].last { conversations[number].isInOrder = false }
    conversations[number].last = time
  }
}
