import Windowing

/// The features of a unit: its words, pairs and triples of them, the words of nearby units, and their senders.
extension Talk {
  /// Maximum words of a unit and of its neighbours that become features.
  private static let mostWords = 120
  private static let mostNext = 12
  private static let mostPrevious = 25
  private static let reach = 3
  private static let shortAnswer = 4

  package func addFeatures(of unit: Int, to sink: inout some FeatureSink) {
    addFeatures(ofAlone: unit, to: &sink)
    addAnswers(to: unit, to: &sink)
    for distance in 1...Self.reach {
      if unit + distance < units.count {
        addNext(unit + distance, distance, of: unit, to: &sink)
      }
      if unit >= distance { addPrevious(unit - distance, distance, of: unit, to: &sink) }
    }
    for kind in kinds { sink.add(.talk, kind) }
  }

  /// Adds the features of a unit without its neighbours.
  package func addFeatures(ofAlone unit: Int, to sink: inout some FeatureSink) {
    let range = units[unit].tokens
    let count = min(range.count, Self.mostWords)
    text.tokens.withUnsafeBufferPointer { all in
      let own = UnsafeBufferPointer(rebasing: all[range.lowerBound..<range.lowerBound + count])
      for (index, token) in own.enumerated() {
        sink.add(.one, token.hash)
        if index + 1 < count { sink.add(.two, token.hash, own[index + 1].hash) }
        if index + 2 < count {
          sink.add(.three, token.hash, own[index + 1].hash, own[index + 2].hash)
        }
        if index + 3 < count { sink.add(.skip, token.hash, own[index + 3].hash) }
      }
      if let first = own.first, let last = own.last {
        sink.add(.start, first.hash, count > 1 ? own[1].hash : 0)
        sink.add(.start, first.hash)
        sink.add(.end, count > 1 ? own[count - 2].hash : 0, last.hash)
      }
      sink.add(.length, UInt64(min(6, count / 8)))
    }
  }

  /// Adds whether a named person speaks next or spoke before.
  private func addAnswers(to unit: Int, to sink: inout some FeatureSink) {
    let named = self.named(in: unit)
    guard !named.isEmpty else { return }
    let next = (unit + 1..<min(units.count, unit + 7)).first { !isSameSender($0, unit) }
    if let next { sink.add(.answers, named.contains(sender(next)) ? 1 : 2) }
    sink.add(.answers, named.contains(sender(unit)) ? 3 : 4)
    sink.add(.answers, 10 + UInt64(min(3, named.count)))
  }

  private func addNext(
    _ other: Int, _ distance: Int, of unit: Int, to sink: inout some FeatureSink
  ) {
    let who = UInt64(min(distance, 2) * 2) + (isSameSender(other, unit) ? 1 : 0)
    let words = tokens(other)
    for token in words.prefix(Self.mostNext) { sink.add(.next, who, token.hash, 0.5) }
    if distance == 1, let first = words.first {
      sink.add(.nextStart, who, first.hash, words.dropFirst().first?.hash ?? 0)
    }
  }

  private func addPrevious(
    _ other: Int, _ distance: Int, of unit: Int, to sink: inout some FeatureSink
  ) {
    let who = UInt64(min(distance, 2) * 2) + (isSameSender(other, unit) ? 1 : 0)
    // What a short answer means depends more on what was said before.
    let isShort = tokens(unit).count <= Self.shortAnswer
    for token in tokens(other).prefix(Self.mostPrevious) {
      sink.add(.previous, who, token.hash, 0.3)
      if isShort { sink.add(.previous, 10 + who, token.hash, 0.3) }
    }
  }
}
