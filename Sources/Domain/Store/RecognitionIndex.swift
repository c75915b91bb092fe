import ItemRecords

/// Recognises a conversation with a synthetic id in a later export: finds where its messages were read before.
///
/// It contains the markers of the first messages of each conversation and one in eight of the others. Above a million
/// entries it drops half, repeatedly, so it takes at most 16 MB.
struct RecognitionIndex {
  private var conversations: [String] = []
  /// The number of messages of each conversation.
  private var sizes: [Int] = []
  /// The digests in ascending order, and the index of each one's conversation.
  private var digests: [UInt64] = []
  private var places: [UInt32] = []

  private static let remembered = 512
  private static let capacity = 1 << 20
  /// The number of messages that must match; fewer if fewer were read before, or are given now. Two suffice if the
  /// first message is one of them. Otherwise, one of two may be a broadcast.
  private static let needed = 3

  /// Indexes the read markers and waiting messages of all conversations with an id prefix.
  init(_ contents: StoreContents, _ waiting: WaitingMessages, idPrefix: String) throws {
    var numbers: [String: UInt32] = [:]
    var counts: [Int] = []
    var sizes: [Int] = []
    var entries: [(digest: UInt64, place: UInt32)] = []
    var mask: UInt64 = 0
    let undone = contents.undoneRuns
    func take(_ conversation: String, _ digests: [UInt64]) {
      guard conversation.hasPrefix(idPrefix) else { return }
      let number = numbers[conversation] ?? UInt32(numbers.count)
      if numbers.updateValue(number, forKey: conversation) == nil {
        counts.append(0)
        sizes.append(0)
      }
      sizes[Int(number)] += digests.count
      for digest in digests where digest & mask == 0 {
        counts[Int(number)] += 1
        if counts[Int(number)] <= Self.remembered || digest >> 32 & 7 == 0 {
          entries.append((digest, number))
        }
      }
      while entries.count > Self.capacity {
        mask = mask << 1 | 1
        let finer = mask
        entries.removeAll { $0.digest & finer != 0 }
      }
    }
    try contents.forEachMarks { marks, _ in
      if !undone.contains(marks.run) { take(marks.conversation, marks.digests) }
    }
    try waiting.forEachWindow { take($0.conversation, $0.digests) }
    entries.sort { ($0.digest, $0.place) < ($1.digest, $1.place) }
    digests = entries.map(\.digest)
    places = entries.map(\.place)
    self.sizes = sizes
    conversations = numbers.sorted { $0.value < $1.value }.map(\.key)
  }

  /// The conversation that contains most of these messages, which are in the order of their time. Nil if too few match.
  func conversation(holding wanted: [UInt64]) -> String? {
    var counts: [UInt32: Int] = [:]
    var first: Set<UInt32> = []
    for (number, digest) in wanted.enumerated() {
      var place = digests.partitionPoint { $0 < digest }
      while place < digests.count, digests[place] == digest {
        counts[places[place], default: 0] += 1
        if number == 0 { first.insert(places[place]) }
        place += 1
      }
    }
    // If two conversations match equally well, the one whose id comes first wins, regardless of reading order.
    let best = counts.max { one, other in
      one.value == other.value
        ? conversations[Int(one.key)] > conversations[Int(other.key)] : one.value < other.value
    }
    return best.flatMap { place, count in
      let needed = first.contains(place) ? 2 : Self.needed
      return count >= min(needed, wanted.count, sizes[Int(place)]) ? conversations[Int(place)] : nil
    }
  }
}
