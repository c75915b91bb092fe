package import Windowing

/// Decides which windows are sent to a model, if sending each of them would cost too much (`--triage`).
///
/// Windows that it holds back are marked as skipped, so that a run without the prefilter still reads them.
package struct WindowPrefilter: Sendable {
  /// Returns whether the new messages of a window show a sign of an item. Runs in Swift's global executor, because it
  /// may take a millisecond.
  package var mayContainItem: @Sendable (Window) -> Bool
  /// Estimates the prompt tokens of a window.
  package var promptTokens: @Sendable (Window) -> Int

  package init(
    mayContainItem: @escaping @Sendable (Window) -> Bool,
    promptTokens: @escaping @Sendable (Window) -> Int
  ) {
    self.mayContainItem = mayContainItem
    self.promptTokens = promptTokens
  }

  /// Returns the reading of a window that need not be sent; nil for one that must be.
  func reading(of window: Window, _ openItems: OpenItems?, _ people: People) -> WindowReading? {
    // A read marker covers a whole message and cannot record that one part was skipped.
    if window.lines.contains(where: { $0.isNew && $0.part != nil }) { return nil }
    // A completion is not an item, but it still matters.
    if mayContainItem(window) || openItems?.mayBeMeant(in: window, people) ?? false { return nil }
    return WindowReading(skipping: window, promptTokens: promptTokens(window))
  }
}
