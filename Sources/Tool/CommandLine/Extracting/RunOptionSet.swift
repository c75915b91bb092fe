import Extraction
import OfflineModel
import System
import Windowing

/// The options that control a run of `extract`, and its output files. `RunOptions` has the values for the run itself.
enum RunOptionSet {
  private static let stream = "; '-' is standard output, with --quiet"
  static let concurrency = Option<Int>.number(
    "concurrency", 1...1024, "the maximum number of concurrent requests"
  ).defaulting(to: "16; 2 on loopback")
  static let windowTokens = Option<Int>.number(
    "window-tokens", 100...100_000,
    "tokens of chat in one request"
  ).defaulting(to: "4000; 1200 on loopback")
  static let grounding = Option<Grounder.Strictness>.choice(
    "grounding", "HOW",
    "reject items whose quote is in no message (strict), or keep them without a quote (lenient)"
  ).defaulting(to: "strict if the prompt asks for quotes")
  static let prompt = Option.text(
    "prompt", "FILE", "use the prompt in FILE instead of the built-in one")
  static let again = Option.flag(
    "again", "read all messages again; items not found again are withdrawn")
  static let triage = Option.flag(
    "triage",
    "send only those windows to the endpoint in which the offline model sees a sign of an item, or that may "
      + "refer to an open one; runs without it read the others"
  )
  static let sensitivity = Option<Sensitivity>.choice(
    "sensitivity", "HOW",
    "the sensitivity of the offline model: about three findings in four are items at low, three in five "
      + "at normal, less than half at high, which misses the fewest"
  ).defaulting(to: "normal")
  static let keepContext = Option<Int>.number(
    "keep-context", 0...20, "messages stored before and after an item's own, 0 for none"
  ).defaulting(to: "2")
  static let dryRun = Option.flag(
    "dry-run", "print what would be sent; send and store nothing"
  ).perCall
  static let showPrompts = Option.flag(
    "show-prompts", "print the requests, one JSON object a line, and send none"
  ).perCall
  static let rejected = Option.text(
    "rejected", "FILE",
    "write to FILE every item that was rejected, and every one that was kept with a changed or dropped field "
      + "(\"kept\":true), with the reason" + stream)
  static let answersLog = Option.text(
    "answers-log", "FILE",
    "append every answer of the model to FILE as JSON lines, with the result of each of its items; FILE "
      + "contains chat" + stream)
  static let page = Option.text(
    "page", "FILE",
    "with --no-store, write a page for a browser to FILE: the chat with the items marked in it, and the "
      + "rejected ones with the reason" + stream
  ).perCall
  static let summary = Option.text(
    "summary", "FILE", "write a summary of the run to FILE as JSON, also if it fails" + stream)
  static let metrics = Option.text(
    "metrics", "FILE",
    "write metrics of the run to FILE in the Prometheus text format, also if it fails" + stream)
  static let retryFailed = Option.flag(
    "retry-failed",
    "retry what is set aside: windows that failed three times or were refused, and windows and files that "
      + "crashed the program"
  ).perCall
  // A bare number would mean seconds, which makes no sense here.
  static let staleAfter = Option<Duration>.value(
    "stale-after", "TIME", expected: "a time such as 36h or 3d",
    "warn if the newest message of a PATH is older than this, such as 3d"
  ) { text in
    text.last?.isLetter == true ? DurationText.read(text) : nil
  }
  static let noStore = Option.flag("no-store", "store nothing: read all, print all")

  static let all: [any OptionDescribing] = [
    concurrency, windowTokens, grounding, prompt, triage, sensitivity, again, retryFailed,
    keepContext, dryRun, showPrompts, rejected, answersLog, page, summary, metrics, staleAfter,
    LockWait.wait,
    PeopleOption.people, noStore,
  ]

  /// Returns the prompt template of `--prompt`; nil if it is not set.
  static func template(_ settings: Settings) throws -> PromptTemplate? {
    guard let path = settings.value(of: prompt) else { return nil }
    let bytes = try SmallFile.read(path, for: prompt.name)
    do {
      return try PromptTemplate(String(decoding: bytes, as: UTF8.self))
    } catch {
      throw CommandFailure(.usage, "--prompt: \(path): \(error)")
    }
  }
}
