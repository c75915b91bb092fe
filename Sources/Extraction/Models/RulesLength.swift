import Synchronization
import Windowing

/// Counts the tokens of the rules once: they are most of each prompt, and the same in all of a run.
final class RulesLength: Sendable {
  private let last = Mutex<(rules: String, least: Int, estimate: Int)?>(nil)

  /// The least number of tokens that the rules can have, and the estimate for them.
  func length(of rules: String) -> (least: Int, estimate: Int) {
    if let last = last.withLock({ $0 }), last.rules == rules { return (last.least, last.estimate) }
    let least = PromptCount.least(in: rules)
    let estimate = TokenEstimate.tokens(in: rules)
    last.withLock { $0 = (rules, least, estimate) }
    return (least, estimate)
  }
}
