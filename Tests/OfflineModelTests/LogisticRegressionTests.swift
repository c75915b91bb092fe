import Glibc
import OfflineModel
import TestSupport
import Testing

@Suite struct LogisticRegressionTests {
  /// Fits rows with some of sixteen buckets.
  private static func fit(
    _ buckets: [[UInt64]], _ isPositive: [Bool], weights: [Float]? = nil
  ) -> [Double] {
    var rows = Rows(bits: 4)
    for (place, row) in buckets.enumerated() {
      rows.append([Label(isPositive[place], weight: weights?[place] ?? 1)]) { example in
        for bucket in row { example.add(bucket << 60, 1) }
      }
    }
    let fit = LogisticRegression(rows, c: 10).fit()
    return (0..<16).map { fit[$0] } + [fit.bias]
  }

  @Test func `rows that can be told apart are, and what one row alone has is not learned`() {
    let buckets = (0..<20).map { [UInt64($0 % 2), 3] } + [[0, 7]]
    let weights = Self.fit(buckets, (0..<21).map { $0 % 2 == 0 })
    let bias = weights[16] + weights[3]
    #expect(sigmoid(Float(weights[0] + bias)) > 0.9 && sigmoid(Float(weights[1] + bias)) < 0.1)
    #expect(weights[7] == 0 && weights[5] == 0 && weights.count == 17)
  }

  @Test func `the bias is that of the share of positive rows`() {
    let weights = Self.fit([[], [], [], []], [true, true, true, false])
    #expect(abs(weights[16] - log(3)) < 0.02)
    #expect(Self.fit([], []) == [Double](repeating: 0, count: 17))
  }

  @Test(arguments: [("all buckets", []), ("the lower half", [0])] as [(String, Set<Int>)])
  func `a model may learn from the lower half of the buckets alone`(
    name: String, lowerOnly: Set<Int>
  ) {
    var rows = Rows(bits: 4, lowerOnly: lowerOnly)
    for place in 0..<20 {
      rows.append([Label(place % 2 == 0, weight: 1)]) {
        $0.add(UInt64(4 + place % 2) << 60, 1)
        $0.add(UInt64(12 + place % 2) << 60, 1)
      }
    }
    let fit = LogisticRegression(rows, c: 10).fit()
    #expect(fit[4] > 0 && fit[5] < 0, "\(name)")
    #expect((fit[12] == 0 && fit[13] == 0) == !lowerOnly.isEmpty, "\(name)")
  }

  @Test func `rows without weight are left out, and the same rows give the same bits`() {
    var random = SeededRandom(seed: 9)
    let buckets = (0..<60).map { _ in
      (0..<3).map { _ in UInt64.random(in: 0..<16, using: &random) }
    }
    let isPositive = buckets.map { $0.contains(4) || $0.contains(5) }
    let once = Self.fit(buckets, isPositive)
    #expect(Self.fit(buckets, isPositive).map(\.bitPattern) == once.map(\.bitPattern))
    let more = Self.fit(
      buckets + buckets, isPositive + isPositive.map { !$0 },
      weights: [Float](repeating: 1, count: 60) + [Float](repeating: 0, count: 60))
    #expect(more == once)
  }
}
