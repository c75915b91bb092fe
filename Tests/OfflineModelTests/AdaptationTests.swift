import Testing

@testable import OfflineModel

@Suite struct AdaptationTests {
  /// Verdicts of two kinds of acts that weights without knowledge take for equally likely.
  private static func verdicts(
    _ count: Int, isItem: (Int) -> Bool
  ) -> [Adaptation.Verdict] {
    (0..<count).map { .init(features(of: $0 % 2), isItem: isItem($0)) }
  }

  private static func features(of kind: Int) -> Features {
    var features = Features()
    features.add([1, 2, UInt32(100 + kind), UInt32(200 + kind)], length: 3)
    features.add([5, UInt32(300 + kind)])
    return features
  }

  private static func correction(
    of verdicts: [Adaptation.Verdict], to weights: LearnedWeights = weights
  ) -> LocalCorrection? {
    guard case .better(let correction, _) = Adaptation(trying: weights).outcome(of: verdicts)
    else { return nil }
    return correction
  }

  private static var weights: LearnedWeights {
    var weights = LearnedWeights()
    weights.scale = 0.02
    return weights
  }

  @Test func `the kind that people remove scores less, the kind that they keep does not`() throws {
    let correction = try #require(Self.correction(of: Self.verdicts(40) { $0 % 2 == 1 }))
    let corrected = Self.weights.corrected(by: correction)
    #expect(corrected.score(of: Self.features(of: 0)) < -0.3)
    #expect(corrected.score(of: Self.features(of: 1)) > 0.3)
    #expect(correction.yes == 20 && correction.no == 20)
  }

  @Test(arguments: [(19, 9), (20, 4), (20, 16), (0, 0)])
  func `too few verdicts teach nothing`(count: Int, yes: Int) {
    let outcome = Adaptation().outcome(of: Self.verdicts(count) { $0 < yes })
    guard case .tooFew = outcome else {
      Issue.record("\(outcome)")
      return
    }
  }

  @Test func `verdicts that contradict each other change nothing`() {
    let outcome = Adaptation(trying: Self.weights).outcome(
      of: Self.verdicts(40) { $0 / 2 % 2 == 0 })
    guard case .noBetter(let trial) = outcome else {
      Issue.record("\(outcome)")
      return
    }
    #expect(trial.after >= trial.before)
  }

  @Test func `a correction stays within its bounds, however many verdicts there are`() throws {
    var weights = Self.weights
    weights.bias = 9
    let correction = try #require(
      Self.correction(of: Self.verdicts(2000) { $0 < 5 }, to: weights))
    #expect(correction.shift == -LocalCorrection.mostShift)
    #expect(correction.changes.contains { $0.units == -LocalCorrection.mostUnits })
    #expect(LocalCorrection(bytes: correction.bytes) == correction)
  }

  @Test func `the same verdicts give the same bytes, which are read as they were written`() throws {
    let all = Self.verdicts(50) { $0 % 2 == 1 }
    let correction = try #require(Self.correction(of: all))
    #expect(Self.correction(of: all)?.bytes == correction.bytes)
    #expect(LocalCorrection(bytes: correction.bytes) == correction)
  }

  @Test func `a file with any byte changed, missing or added is refused`() throws {
    let bytes = try #require(Self.correction(of: Self.verdicts(30) { $0 % 2 == 1 })).bytes
    for place in bytes.indices {
      var changed = bytes
      changed[place] ^= 0x10
      #expect(LocalCorrection(bytes: changed) == nil)
      #expect(LocalCorrection(bytes: Array(bytes[..<place])) == nil)
    }
    #expect(LocalCorrection(bytes: bytes + [0]) == nil)
  }

  @Test func `a file that goes beyond the bounds is refused`() {
    func isRead(_ shift: Float, _ changes: [(UInt32, Int8)]) -> Bool {
      let correction = LocalCorrection(
        weights: 0, yes: 1, no: 1, shift: shift,
        changes: changes.map { .init(bucket: $0.0, units: $0.1) })
      return LocalCorrection(bytes: correction.bytes) != nil
    }
    #expect(isRead(1.5, [(0, 16), (1, -16)]))
    for shift in [1.6, -1.6, .nan, .infinity] { #expect(!isRead(Float(shift), [])) }
    #expect(!isRead(0, [(0, 17)]) && !isRead(0, [(0, -128)]))
    #expect(!isRead(0, [(1, 1), (1, 1)]) && !isRead(0, [(1 << 19, 1)]))
  }
}
