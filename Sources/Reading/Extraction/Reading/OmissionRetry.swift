package import Windowing

package struct OmissionRetry: Sendable {
  /// Returns the lines of a window that almost certainly contain an item. If the reply has no item for such a line, its
  /// message is sent alone, once, and that answer is final. Empty if replies without items are trusted.
  package var certain: @Sendable (Window) -> [Int]
  /// The number of windows without a finding, and without one in the whole run, before the model is tested. The test
  /// uses a window that contains an item. Nil disables it.
  package var silentWindows: Int?
  /// Returns whether a window seems to contain an item. If a whole run finds nothing despite such a window, the model
  /// is tested at its end. The number of windows does not matter then.
  package var seemsToHold: @Sendable (Window) -> Bool = { _ in false }

  package init(silentWindows: Int?, certain: @escaping @Sendable (Window) -> [Int]) {
    self.silentWindows = silentWindows
    self.certain = certain
  }

  /// Accepts every reply.
  package static let none = OmissionRetry(silentWindows: nil) { _ in [] }
}

/// A prefilter that decides which windows are sent to a model, if sending each of them would cost too much.
///
/// Windows that it holds back are marked as skipped, so that a run without the prefilter still reads them.
package struct WindowPrefilter: Sendable {
  /// Returns whether the new messages of a window show a sign of an item. Runs in Swift's global executor, because it
  /// may take a millisecond.
  package var showsSign: @Sendable (Window) -> Bool
  /// Estimates the prompt tokens of a window.
  package var promptTokens: @Sendable (Window) -> Int

  package init(
    showsSign: @escaping @Sendable (Window) -> Bool,
    promptTokens: @escaping @Sendable (Window) -> Int
  ) {
    self.showsSign = showsSign
    self.promptTokens = promptTokens
  }

  /// Returns the reading of a window that need not be sent; nil for one that must be.
  func reading(of window: Window, _ openItems: OpenItems?, _ people: People) -> WindowReading? {
    // A read marker covers a whole message and cannot record that one part was skipped.
    if window.lines.contains(where: { $0.isNew && $0.part != nil }) { return nil }
    // A completion is not an item, but it still matters.
    if showsSign(window) || openItems?.mayBeMeant(in: window, people) ?? false { return nil }
    return WindowReading(skipping: window, promptTokens: promptTokens(window))
  }
}
