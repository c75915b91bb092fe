extension Snapshot {
  /// The conversations that lose an open item with damaged places of `items`, as the indexes tell.
  ///
  /// Places at which only items stood that were taken away or are done are left out: to read their messages
  /// again would make open items of them. The places have to be in order.
  func conversations(losing damaged: [Range<Int>]) throws -> Set<ConversationKey> {
    if damaged.isEmpty { return [] }
    var lines = Array(repeating: 0, count: damaged.count)
    var open = lines
    for place in 0..<(try counts.all) {
      if let index = Self.index(of: try idRecord(at: place).offset, in: damaged) {
        lines[index] += 1
      }
    }
    for place in 0..<(try orderedCount) {
      let record = try orderRecord(at: place)
      if let index = Self.index(of: record.offset, in: damaged), !record.order.isComplete {
        open[index] += 1
      }
    }
    // Where the indexes know of no line, nothing is known of it.
    let losing = damaged.indices.filter { open[$0] > 0 || lines[$0] == 0 }.map { damaged[$0] }
    var keys: Set<ConversationKey> = []
    for place in 0..<(try conversationCount) {
      let record = try conversationRecord(at: place)
      if losing.contains(where: { $0.overlaps(record.items) }) { keys.insert(record.key) }
    }
    return keys
  }

  private static func index(of offset: Int, in ranges: [Range<Int>]) -> Int? {
    var (low, high) = (0, ranges.count)
    while low < high {
      let middle = (low + high) / 2
      if ranges[middle].upperBound <= offset { low = middle + 1 } else { high = middle }
    }
    return low < ranges.count && ranges[low].contains(offset) ? low : nil
  }
}
