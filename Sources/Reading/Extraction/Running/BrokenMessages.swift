import ActionItems
import ItemRecords
import Windowing

/// Long messages that were read only in part. They are read again as a whole.
struct BrokenMessages {
  private var digests: [String: Set<UInt64>] = [:]

  mutating func note(_ reading: WindowReading, of window: Window) {
    guard window.lines.contains(where: { $0.isNew && $0.part != nil }) else { return }
    let failed = Set(reading.failures.flatMap(\.digests))
    note(window, where: failed.contains)
  }

  mutating func note(_ window: Window) { note(window) { _ in true } }

  private mutating func note(_ window: Window, where isBroken: (UInt64) -> Bool) {
    let parts = window.lines.filter { $0.isNew && $0.part != nil }
    let found = parts.map(\.message.digest).filter(isBroken)
    if !found.isEmpty { digests[window.conversation.id, default: []].formUnion(found) }
  }

  /// The outcome without the read markers of such messages.
  func removed(from outcome: WindowOutcome) -> WindowOutcome {
    guard let digests = digests[outcome.reading.conversation.id] else { return outcome }
    var outcome = outcome
    outcome.digests.removeAll(where: digests.contains)
    return outcome
  }
}

/// Puts the windows of a conversation back in order, whatever the order of the replies.
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
