import Encoding
import Extraction
import TestSupport

/// `benchmarks replies mutants`: measures the decoding of randomly damaged replies, the same ones in every run.
enum ReplyMutants {
  private static let item =
    #"{"task":"Send \"it\"","assignee":"Anna","deadline":null,"priority":"high","messageId":"m1","quote":"q"}"#
  private static let other = #"{"task":"Book it","messageId":"m2"}"#

  private static let seeds = [
    "```json\n[\(item),\(other)]\n```", "<think>[\(other)]</think>{\"items\": [\(item)]}",
    "\"[{\\\"task\\\":\\\"Book it\\\",\\\"messageId\\\":\\\"m2\\\"}]\"", "\(item)\n\(other)",
    "[{'task': 'It's “so”', 'messageId': 'm1', assignee: [Ann, 'Ben'],}, // end\n]",
    "Here:\n{\"Anna\": [\(item)], 'Ben': (\(other),)} /* that's all */ [1]",
    "{\"items\":[\((0..<20).map { _ in item }.joined(separator: ",\n"))]}",
  ]

  static func run(count: Int) {
    var mutator = ByteMutator(
      seed: 2026,
      tokens: [
        "\"", "[", "{", "}", "]", ",", ":", "```", "\\", "</think>", "<think>", "'", "“", "\n",
        "//", "/*", "\\\"", "\\u", "null", "task", "messageId", "(", "...", "\u{0}",
      ])
    var (read, cut, refused, tooMany) = (0, 0, 0, 0)
    var slowest = 0.0
    let whole = ThreadClock()
    for round in 0..<count {
      let bytes = mutator.mutate(Array(seeds[round % seeds.count].utf8))
      let text = String(decoding: bytes, as: UTF8.self)
      let clock = ThreadClock()
      do {
        let decoded = try ReplyDecoder.decode(text)
        read += 1
        if decoded.isCut { cut += 1 }
        // No mutant contains many more items than its seed.
        if decoded.items.count > 48 { tooMany += 1 }
      } catch {
        refused += 1
      }
      slowest = max(slowest, clock.seconds)
    }
    print(
      "\(count) mutants: \(read) read (\(cut) cut), \(refused) refused with a reason, "
        + "\(tooMany) with more items than can be")
    print("slowest \(slowest * 1000) ms, \(whole.seconds) s of processor time in all")
  }
}
