import ActionItems
import ItemRecords
import Windowing

/// The long messages of which a run could not read every part. They stay unread, so that the next run reads them whole.
struct PartlyReadMessages {
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

  /// Returns an outcome without the read markers of partly read messages.
  func removed(from outcome: WindowOutcome) -> WindowOutcome {
    guard let digests = digests[outcome.reading.conversation.id] else { return outcome }
    var outcome = outcome
    outcome.digests.removeAll(where: digests.contains)
    return outcome
  }
}
