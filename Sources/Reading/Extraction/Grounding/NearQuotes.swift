import ItemRecords

/// Finds quotes that were copied with small errors: commas, markdown, a letter, a function word.
///
/// Every content word has to be in the message, in order, with at most a typo. Numbers, days and negations must match
/// exactly. The permitted difference depends on the length of the quote. A budget limits the work for one reply.
struct NearQuotes {
  private let lines: [[QuoteToken]]
  /// The words of the window by number, and the lines that contain each.
  private var numbers: [String: Int] = [:]
  private var places: [[Int]] = []
  /// The remaining number of word pairs that may be compared.
  private var budget = 8_000_000

  /// Maximum words of a quote in this search.
  private static let mostWords = 80
  /// Maximum lines compared with one quote. Lines that share the most words come first.
  private static let mostLines = 8

  init(_ texts: [NormalisedText]) {
    lines = texts.map(QuoteToken.tokens)
    for (line, tokens) in lines.enumerated() {
      for token in tokens {
        if let number = numbers[token.word] {
          if places[number].last != line { places[number].append(line) }
        } else {
          numbers[token.word] = places.count
          places.append([line])
        }
      }
    }
  }

  struct Match {
    var line: Int
    /// The distance between the quote and the line.
    var distance: Int
    /// The range of the matching words in the folded text.
    var range: Range<Int>
  }

  mutating func matches(of quote: NormalisedText) -> [Match] {
    let wanted = QuoteToken.tokens(of: quote)
    guard wanted.count >= 2, wanted.count <= Self.mostWords else { return [] }
    let content = wanted.count { $0.kind == .content }
    guard content >= 2 || content == 1 && wanted.count >= 3 else { return [] }
    // With only one content word, nothing may differ.
    let most = content < 2 ? 0 : max(1, wanted.count / 4)
    return candidates(for: wanted).compactMap { line in
      budget -= wanted.count * lines[line].count
      guard budget > 0, let (distance, range) = Self.align(wanted, lines[line], most: most) else {
        return nil
      }
      return Match(line: line, distance: distance, range: range)
    }
  }

  private mutating func candidates(for wanted: [QuoteToken]) -> [Int] {
    var counts: [Int: Int] = [:]
    let words = Set(wanted.map(\.word))
    for word in words {
      guard let number = numbers[word] else { continue }
      budget -= places[number].count
      guard budget > 0 else { return [] }
      for line in places[number] { counts[line, default: 0] += 1 }
    }
    let near = counts.filter { $0.value * 2 >= words.count }
      .sorted { ($1.value, $0.key) < ($0.value, $1.key) }
    return near.prefix(Self.mostLines).map(\.key).sorted()
  }

  // MARK: - Alignment

  /// Returns the distance between a quote and the most similar range of a line. Returns nil if it exceeds `most`.
  private static func align(
    _ wanted: [QuoteToken], _ line: [QuoteToken], most: Int
  ) -> (distance: Int, range: Range<Int>)? {
    let far = most + 1
    // Per number of words of the line: the distance so far, and the first word of the range.
    var row = line.indices.map { (cost: 0, start: $0) } + [(cost: 0, start: line.count)]
    for (place, word) in wanted.enumerated() {
      var next = row
      // The first word of a quote must be present: a "not" may follow it.
      let leftOut = word.kind == .filler && place > 0 ? 1 : far
      next[0] = (min(far, row[0].cost + leftOut), 0)
      for (index, other) in line.enumerated() {
        var best = (cost: row[index].cost + difference(word, other), start: row[index].start)
        // The quote has an extra word, or it skips a word of the line.
        let more = row[index + 1].cost + leftOut
        if more < best.cost { best = (more, row[index + 1].start) }
        let passed =
          next[index].cost + (other.kind == .filler ? 1 : other.kind == .negation ? far : 2)
        if passed < best.cost { best = (passed, next[index].start) }
        next[index + 1] = (min(far, best.cost), best.start)
      }
      if !next.contains(where: { $0.cost <= most }) { return nil }
      row = next
    }
    var best: (end: Int, cost: Int)?
    for (end, found) in row.enumerated() where found.cost <= most && end > found.start {
      if found.cost < best?.cost ?? far { best = (end, found.cost) }
    }
    guard let best else { return nil }
    let range = line[row[best.end].start].range.lowerBound..<line[best.end - 1].range.upperBound
    return (best.cost, range)

    func difference(_ a: QuoteToken, _ b: QuoteToken) -> Int {
      if a.word == b.word { return 0 }
      if a.kind == .filler, b.kind == .filler { return 1 }
      return a.kind == .content && b.kind == .content && isTypo(a.word, b.word) ? 1 : far
    }
  }

  /// Returns whether two words differ by one typo, or two in long words.
  private static func isTypo(_ a: String, _ b: String) -> Bool {
    let (a, b) = (Array(a.utf8), Array(b.utf8))
    let shorter = min(a.count, b.count)
    let most = shorter >= 8 ? 2 : 1
    guard shorter >= 4, abs(a.count - b.count) <= most, a[0] == b[0], max(a.count, b.count) <= 40
    else { return false }
    // Edit distance in which swapped neighbours count as one typo.
    var before = [Int](repeating: 0, count: b.count + 1)
    var row = Array(0...b.count)
    for i in 1...a.count {
      var next = [i] + [Int](repeating: 0, count: b.count)
      for j in 1...b.count {
        next[j] = min(row[j] + 1, next[j - 1] + 1, row[j - 1] + (a[i - 1] == b[j - 1] ? 0 : 1))
        if i > 1, j > 1, a[i - 1] == b[j - 2], a[i - 2] == b[j - 1] {
          next[j] = min(next[j], before[j - 2] + 1)
        }
      }
      (before, row) = (row, next)
    }
    return row[b.count] <= most
  }
}
