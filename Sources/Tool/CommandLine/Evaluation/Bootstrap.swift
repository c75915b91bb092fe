/// Confidence intervals of `eval`'s figures, by resampling whole conversations. The same counts give the same interval.
///
/// Conversations are drawn, not items, because items of one conversation are found or missed together. The bounds are
/// percentiles of the resampled figures (Efron and Tibshirani, An Introduction to the Bootstrap, 1993, chapter 13).
package struct Bootstrap: Sendable {
  private let seed: UInt64
  private static let rounds = 2000

  package init(seed: UInt64 = 20_260_107) { self.seed = seed }

  /// Returns the 95 percent interval of a figure; nil if the figure has no value.
  package func interval(_ figure: Figure, of counts: [Counts]) -> ClosedRange<Double>? {
    interval(of: counts.count) { draw in
      draw.reduce(into: Counts()) { $0 += counts[$1] }.value(of: figure)
    }
  }

  /// Returns the interval of the difference `b - a` between two runs over the same conversations.
  package func interval(
    _ figure: Figure, from a: [Counts], to b: [Counts]
  ) -> ClosedRange<Double>? {
    interval(of: min(a.count, b.count)) { draw in
      guard let x = draw.reduce(into: Counts(), { $0 += a[$1] }).value(of: figure),
        let y = draw.reduce(into: Counts(), { $0 += b[$1] }).value(of: figure)
      else { return nil }
      return y - x
    }
  }

  private func interval(of count: Int, _ value: ([Int]) -> Double?) -> ClosedRange<Double>? {
    guard count > 0 else { return nil }
    var random = SplitMix(state: seed)
    var values: [Double] = []
    var draw = Array(repeating: 0, count: count)
    for _ in 0..<Self.rounds {
      for index in draw.indices { draw[index] = random.next(below: count) }
      if let value = value(draw) { values.append(value) }
    }
    guard !values.isEmpty else { return nil }
    values.sort()
    let last = Double(values.count - 1)
    return values[Int((last * 0.025).rounded())]...values[Int((last * 0.975).rounded())]
  }
}

/// Steele, Lea and Flood's SplitMix64, which gives the same numbers on every machine.
private struct SplitMix {
  var state: UInt64

  /// Returns a number from zero to `bound - 1`. `bound` is at least 1.
  mutating func next(below bound: Int) -> Int {
    state &+= 0x9e37_79b9_7f4a_7c15
    var z = state
    z = (z ^ (z >> 30)) &* 0xbf58_476d_1ce4_e5b9
    z = (z ^ (z >> 27)) &* 0x94d0_49bb_1331_11eb
    z ^= z >> 31
    return Int(z.multipliedFullWidth(by: UInt64(bound)).high)
  }
}
