public import Windowing

/// Decides which windows a model is asked about, where a question about each of them would cost too much.
///
/// What it keeps back is marked as skipped, so that a run without it reads that all the same.
public struct WindowSieve: Sendable {
  /// Whether the new messages of a window show a sign of an item. It is asked in Swift's own pool: this may
  /// take a millisecond.
  public var showsSign: @Sendable (Window) -> Bool
  /// About how many tokens the question about a window has.
  public var promptTokens: @Sendable (Window) -> Int

  /// Sets what counts as a sign, and what a question costs.
  public init(
    showsSign: @escaping @Sendable (Window) -> Bool,
    promptTokens: @escaping @Sendable (Window) -> Int
  ) {
    self.showsSign = showsSign
    self.promptTokens = promptTokens
  }

  /// What becomes of a window that nobody has to be asked about; nil for one that is to be asked about.
  func reading(of window: Window, _ openItems: OpenItems?, _ people: People) -> WindowReading? {
    // A mark stands for a message as a whole: that one part of it was skipped could not be told.
    if window.lines.contains(where: { $0.isNew && $0.part != nil }) { return nil }
    // That something is done is no item, and news all the same.
    if showsSign(window) || openItems?.mayBeMeant(in: window, people) ?? false { return nil }
    return WindowReading(skipping: window, promptTokens: promptTokens(window))
  }
}
