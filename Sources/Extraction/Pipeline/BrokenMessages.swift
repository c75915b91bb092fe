import ActionItemModel
import Windowing

/// Long messages of which a part could not be read: they are read again as a whole.
struct BrokenMessages {
  /// Their digests, by conversation.
  private var digests: [String: Set<UInt64>] = [:]

  /// Notes the parts of a window that failed.
  mutating func note(_ reading: WindowReading, of window: Window) {
    guard window.lines.contains(where: { $0.isNew && $0.part != nil }) else { return }
    let failed = Set(reading.failures.flatMap(\.digests))
    note(window, where: failed.contains)
  }

  /// Notes all parts in a window that was not read at all.
  mutating func note(_ window: Window) { note(window) { _ in true } }

  private mutating func note(_ window: Window, where isBroken: (UInt64) -> Bool) {
    let parts = window.lines.filter { $0.isNew && $0.part != nil }
    let found = parts.map(\.message.digest).filter(isBroken)
    if !found.isEmpty { digests[window.conversation.id, default: []].formUnion(found) }
  }

  /// An outcome without the marks of such messages.
  func removed(from outcome: WindowOutcome) -> WindowOutcome {
    guard let digests = digests[outcome.reading.conversation.id] else { return outcome }
    var outcome = outcome
    outcome.digests.removeAll(where: digests.contains)
    return outcome
  }
}
