import Glibc
import OfflineModel
import Testing

@Suite struct CalibrationTests {
  /// Scores with items in the proportion that a curve gives.
  private static func cases(slope: Double, shift: Double) -> [Calibration.Case] {
    stride(from: -4.0, through: 4, by: 0.25).flatMap { score in
      (0..<200).map { number in
        (score, (Double(number) + 0.5) / 200 < 1 / (1 + exp(-(slope * score + shift))))
      }
    }
  }

  @Test(arguments: [("flat", 0.3, 0.5), ("as shipped", 0.729, -0.4), ("steep", 2.5, -3)])
  func `the curve that scores were made by is found`(name: String, slope: Double, shift: Double)
    throws
  {
    let found = try #require(Calibration(Self.cases(slope: slope, shift: shift)))
    #expect(abs(found.slope - slope) < 0.02 && abs(found.shift - shift) < 0.02, "\(name): \(found)")
    #expect(abs(found.probability(of: 0) - 1 / (1 + exp(-shift))) < 0.01, "\(name)")
  }

  @Test func `scores for which whole steps lead astray are fitted all the same`() throws {
    // Hardly any items, at scores that seem certain: the first full step goes far beyond the target.
    var cases: [Calibration.Case] = []
    for number in 0..<2000 { cases.append((8 + Double(number % 7), number % 97 < number % 7)) }
    let found = try #require(Calibration(cases))
    let expected = cases.reduce(0.0) { sum, one in sum + found.probability(of: one.score) }
    let items = cases.filter { $0.isItem }.count
    #expect(abs(expected - Double(items)) < 0.1, "\(found)")
    #expect(abs(found.slope - 0.384) < 0.001, "\(found)")
  }

  @Test(
    arguments: [
      ("parted", [(-2, false), (-1, false), (1, true), (2, true)]),
      (
        "the wrong way round",
        [(-2, true), (-1, false), (-1, true), (1, false), (1, true), (2, false)]
      ),
      ("not numbers", [(.nan, true), (1, false)]),
      ("without end", [(.infinity, true), (1, false), (1, true)]),
    ] as [(String, [(Double, Bool)])])
  func `no curve comes of what has no sound one`(name: String, cases: [(Double, Bool)]) {
    #expect(Calibration(cases.map { (score: $0.0, isItem: $0.1) }) == nil, "\(name)")
  }
}
