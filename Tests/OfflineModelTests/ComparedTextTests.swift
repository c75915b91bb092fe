import Testing

@testable import OfflineModel

@Suite struct ComparedTextTests {
  /// Returns the features of a unit compared with a task. All stems have the weight 5.
  private static func features(
    _ unit: String, _ task: String, relation: UInt64 = 0, _ weights: StemWeights = StemWeights()
  ) -> [Int32] {
    var example = Example(bits: 30)
    ComparedText(unit).addFeatures(
      .linkUnit, with: ComparedText(task), relation, weights, to: &example)
    return example.buckets
  }

  @Test(
    arguments: [
      ("the same forms", "I'll book the van", "I'll print the flyer", true),
      ("other forms", "I've booked the van", "I've printed the flyer", true),
      ("a word that the task lacks", "the van is late", "the flyer is late", true),
      ("other words around", "van is booked", "flyer was printed", false),
      ("another order", "booked the van", "the flyer printed", false),
      ("another form", "booked the van", "print the flyer", false),
    ])
  func `what a unit says is compared regardless of the task's own words`(
    name: String, first: String, second: String, isSame: Bool
  ) {
    let (first, second) = (
      Self.features(first, "book the van"), Self.features(second, "print the flyer")
    )
    #expect((first == second) == isSame, "\(name)")
  }

  @Test func `rare words about something else are all the same`() {
    let common = StemWeights(counts: Array(repeating: 100, count: 1 << StemWeights.bits), of: 1000)
    let rare = StemWeights(counts: Array(repeating: 1, count: 1 << StemWeights.bits), of: 10_000)
    let (ladder, kettle) = ("the ladder broke", "the kettle broke")
    #expect(
      Self.features(ladder, "call", relation: 0, common)
        != Self.features(kettle, "call", relation: 0, common))
    #expect(
      Self.features(ladder, "call", relation: 0, rare)
        == Self.features(kettle, "call", relation: 0, rare))
  }

  @Test func `common words are never shared`() {
    let weights = StemWeights(counts: Array(repeating: 200, count: 1 << StemWeights.bits), of: 1000)
    #expect(
      Self.features("the van", "the van", relation: 0, weights)
        == Self.features("the van", "x", relation: 0, weights))
  }

  @Test func `the relation of the sender counts only beside a shared word`() {
    #expect(Self.features("van", "van", relation: 1) != Self.features("van", "van", relation: 2))
    #expect(Self.features("van", "bus", relation: 1) == Self.features("van", "bus", relation: 2))
  }

  @Test func `only the beginning of a long text is compared`() {
    func hello(_ count: Int) -> String {
      Array(repeating: "hello", count: count).joined(separator: " ")
    }
    #expect(Self.features(hello(24), "van") == Self.features(hello(24) + " again", "van"))
    #expect(Self.features(hello(23), "van") != Self.features(hello(23) + " again", "van"))
    #expect(ComparedText(hello(80) + " van").stems == ComparedText("hello").stems)
    #expect(ComparedText(hello(79) + " van").stems == ComparedText("hello van").stems)
    #expect(Self.features("", "").count == 2)
  }
}
