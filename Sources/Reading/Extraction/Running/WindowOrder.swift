import ItemRecords

/// Puts the outcomes of a conversation's windows back in order, whatever the order of the replies.
///
/// Findings are merged in message order, so that two runs over the same replies agree.
struct WindowOrder {
  private var next = 0
  private var waiting: [Int: [WindowOutcome]] = [:]
  private var issued = 0

  /// Whether every window that was started has ended.
  var isIdle: Bool { next == issued }
  /// The number of ended windows that wait for earlier ones.
  var waitingCount: Int { waiting.count }

  mutating func issue() -> Int {
    issued += 1
    return issued - 1
  }

  /// Notes the end of a window and its outcomes, none if it failed. Returns the outcomes whose turn it is.
  mutating func end(_ place: Int, _ outcomes: [WindowOutcome]) -> [WindowOutcome] {
    waiting[place] = outcomes
    var ready: [WindowOutcome] = []
    while let outcomes = waiting.removeValue(forKey: next) {
      next += 1
      ready += outcomes
    }
    return ready
  }
}
