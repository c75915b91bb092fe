/// `benchmarks replies KIND`: measures the reading of damaged or hostile replies, grounding, merging, and random text.
/// Each kind has a type of its own, which this type calls.
struct ReplyBenchmark {
  private let kind: String
  /// The number of replies, messages or sentences, or the bytes of a flood; nil for the default of the kind.
  private let count: Int?
  /// The number of the first window, for `words` and `window`.
  private let first: Int

  init(_ arguments: inout Arguments) throws {
    kind = try arguments.operand()
    count = Int(try arguments.text("--count", else: ""))
    first = try arguments.number("--from", else: 0)
    try arguments.end()
  }

  func run() async throws {
    switch kind {
    case "mutants": ReplyMutants.run(count: count ?? 1_000_000)
    case "floods":
      ReplyFloods.run(bytes: count ?? 10_000_000)
      GroundingFlood.run()
    case "quotes": QuoteAlignment.run()
    case "crowd": await CrowdFlood.run(count: count ?? 100_000)
    case "words": try await WordRounds.run(sentences: count ?? 1_000_000, from: first)
    case "window": try WordRounds.show(first)
    default: throw Arguments.Misused()
    }
  }
}
