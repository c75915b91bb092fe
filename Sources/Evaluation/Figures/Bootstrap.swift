/// Intervals by resampling whole conversations, always the same ones for the same counts.
///
/// What is drawn is conversations, not items: items of one conversation are found or missed together.
/// The bounds are percentiles of the resampled figures (Efron and Tibshirani, An Introduction to the
/// Bootstrap, 1993, chapter 13).
public struct Bootstrap: Sendable {
  /// How often is drawn.
  private let rounds: Int
  private let seed: UInt64

  /// Makes a bootstrap; the same seed draws the same.
  public init(rounds: Int = 2000, seed: UInt64 = 20_260_107) {
    self.rounds = rounds
    self.seed = seed
  }

  /// The range that holds 95 of 100 resampled figures; nil where a figure has no value.
  public func interval(_ figure: Figure, of counts: [Counts]) -> ClosedRange<Double>? {
    interval(of: counts.count) { draw in
      var sum = Counts()
      for index in draw { sum += counts[index] }
      return sum.value(of: figure)
    }
  }

  /// The same of the difference `b - a` between two runs over the same conversations.
  public func interval(
    _ figure: Figure, from a: [Counts], to b: [Counts]
  ) -> ClosedRange<Double>? {
    interval(of: min(a.count, b.count)) { draw in
      var (sumA, sumB) = (Counts(), Counts())
      for index in draw {
        sumA += a[index]
        sumB += b[index]
      }
      guard let x = sumA.value(of: figure), let y = sumB.value(of: figure) else { return nil }
      return y - x
    }
  }

  private func interval(of count: Int, _ value: ([Int]) -> Double?) -> ClosedRange<Double>? {
    guard count > 0 else { return nil }
    var random = SplitMix(state: seed)
    var values: [Double] = []
    var draw = Array(repeating: 0, count: count)
    for _ in 0..<rounds {
      for index in draw.indices { draw[index] = random.next(below: count) }
      if let value = value(draw) { values.append(value) }
    }
    guard !values.isEmpty else { return nil }
    values.sort()
    let last = Double(values.count - 1)
    return values[Int((last * 0.025).rounded())]...values[Int((last * 0.975).rounded())]
  }
}
