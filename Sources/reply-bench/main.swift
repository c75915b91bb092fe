import FoundationEssentials

/// Measures the reading of replies. Run by hand:
///
///     swift run -c release reply-bench cases FILE…        rows {"input","expected"}, read as expected or not
///     swift run -c release reply-bench mutants [COUNT]    damaged replies: time, and no harm
///     swift run -c release reply-bench floods [BYTES]     the same again and again; a reply as hostile
///     swift run -c release reply-bench quotes             ten quotes in 26 kB of chat
///     swift run -c release reply-bench crowd [COUNT]      the same task of very many people, merged
///     swift run -c release reply-bench words [COUNT] [FIRST]  mutated sentences, from a window on: no harm
///     swift run -c release reply-bench window NUMBER      one such window: its messages, and what comes of it
let arguments = Array(CommandLine.arguments.dropFirst())
let number = arguments.dropFirst().first.flatMap { Int($0) }
switch arguments.first {
case "cases": try ReplyCases.run(arguments.dropFirst())
case "mutants": ReplyMutants.run(count: number ?? 1_000_000)
case "floods":
  ReplyFloods.run(bytes: number ?? 10_000_000)
  GroundingFlood.run()
case "quotes": QuoteAlignment.run()
case "crowd": await CrowdFlood.run(count: number ?? 100_000)
case "words":
  try await WordRounds.run(
    sentences: number ?? 1_000_000, from: arguments.dropFirst(2).first.flatMap { Int($0) } ?? 0)
case "window": try WordRounds.show(number ?? 0)
default:
  print(
    "usage: reply-bench cases FILE… | mutants [COUNT] | floods [BYTES] | quotes | crowd [COUNT] | "
      + "words [COUNT] [FIRST] | window NUMBER")
}
