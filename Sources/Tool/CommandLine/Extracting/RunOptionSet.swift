import Extraction
import OfflineModel
import System
import Windowing

/// The options that control a run.
enum RunOptionSet {
  static let concurrency = Option<Int>.number(
    "concurrency", 1...1024, "requests under way at the same time"
  ).defaulting(to: "16; 2 on loopback")
  static let windowTokens = Option<Int>.number(
    "window-tokens", 100...100_000,
    "tokens of chat in one request"
  ).defaulting(to: "4000; 1200 on loopback")
  static let grounding = Option<Grounder.Strictness>.value(
    "grounding", "HOW", expected: "strict or lenient",
    "refuse items whose quote no message holds (strict), or keep them without it (lenient)",
    read: Grounder.Strictness.init(rawValue:)
  ).defaulting(to: "strict where the prompt asks for quotes")
  static let prompt = Option.text(
    "prompt", "FILE", "use the prompt in FILE instead of the built-in")
  static let again = Option.flag(
    "again", "read messages again that were read before; items not found again are withdrawn")
  static let triage = Option.flag(
    "triage",
    "ask the endpoint only about windows in which the offline model sees a sign of an item, or that may "
      + "speak of an open one; runs without it read the others"
  )
  static let sensitivity = Option<Sensitivity>.value(
    "sensitivity", "HOW", expected: "low, normal or high",
    "how readily the offline model takes something for an item: about three finds in four are items at low, "
      + "three in five at normal, less than half at high, which misses least",
    read: Sensitivity.init(rawValue:)
  ).defaulting(to: "normal")
  static let keepContext = Option<Int>.number(
    "keep-context", 0...20, "messages kept around an item's own, 0 for none"
  ).defaulting(to: "2")
  static let dryRun = Option.flag(
    "dry-run", "say what would be asked, and ask nothing; nothing is stored"
  ).perCall
  static let showPrompts = Option.flag(
    "show-prompts", "print the requests, one JSON object a line, and send none"
  ).perCall
  static let rejected = Option.text(
    "rejected", "FILE",
    "write to FILE every item that was refused, and every one that was kept with something changed or left out "
      + "(\"kept\":true), with the reason")
  static let summary = Option.text(
    "summary", "FILE", "write what the run did to FILE as JSON, also when it fails")
  static let metrics = Option.text(
    "metrics", "FILE",
    "write the run's figures to FILE in Prometheus text format, also when it fails")
  static let retryFailed = Option.flag(
    "retry-failed",
    "take again what is set aside: windows that failed three times or were refused, and windows and files that the "
      + "program died of"
  ).perCall
  // A bare number would mean seconds, which makes no sense here.
  static let staleAfter = Option<Duration>.value(
    "stale-after", "TIME", expected: "a time such as 36h or 3d",
    "warn of a PATH whose newest message is older than this, such as 3d"
  ) { text in
    text.last?.isLetter == true ? DurationText.read(text) : nil
  }
  static let noStore = Option.flag("no-store", "keep nothing: read all, print all, leave no trace")

  static let all: [any OptionDescribing] = [
    concurrency, windowTokens, grounding, prompt, triage, sensitivity, again, retryFailed,
    keepContext, dryRun, showPrompts, rejected, summary, metrics, staleAfter, LockWait.wait,
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
