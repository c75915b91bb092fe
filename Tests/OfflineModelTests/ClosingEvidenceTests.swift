import Testing

@testable import OfflineModel

@Suite struct ClosingEvidenceTests {
  private static func numbers(logit: Float, weight: Float) -> SIMD16<Float>? {
    var evidence = ClosingEvidence()
    let logits = SIMD16<Float>(repeating: logit)
    var match = LinkContext.Match()
    (match.lead, match.taskWeight, match.unitWeight) = (-weight, weight, weight)
    (match.tasks, match.distance) = (60, 120)
    evidence.add(0, logits, logits, 1, alone: logits, match)
    return evidence.numbers([logits])
  }

  @Test func `a unit that reports no completion gives no numbers`() {
    #expect(Self.numbers(logit: -3, weight: 10) == nil)
    #expect(ClosingEvidence().numbers([]) == nil)
  }

  @Test(arguments: [("ordinary", 2, 20), ("extreme", 90, 1280)] as [(String, Float, Float)])
  func `long messages and extreme logits stay within the bounds`(
    name: String, logit: Float, weight: Float
  ) throws {
    let numbers = try #require(Self.numbers(logit: logit, weight: weight))
    #expect(numbers.min() >= -2 && numbers.max() <= 2, "\(name): \(numbers)")
    #expect(numbers[15] == 1)
  }
}
