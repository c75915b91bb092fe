package import Windowing

package struct SecondLook: Sendable {
  /// Lines of a window that are all but certain to hold an item: where a reply is silent of one, its message is
  /// asked about alone, once, and that answer is believed. None where silence is trusted.
  package var certain: @Sendable (Window) -> [Int]
  /// A model that finds nothing in so many windows, and nothing in the whole run, is tried on a
  /// window that holds an item; nil where silence is trusted.
  package var silentWindows: Int?
  /// Whether a window seems to hold an item. Where a whole run is silent about one that does, the model is tried
  /// at its end, however few windows there were.
  package var seemsToHold: @Sendable (Window) -> Bool = { _ in false }

  package init(silentWindows: Int?, certain: @escaping @Sendable (Window) -> [Int]) {
    self.silentWindows = silentWindows
    self.certain = certain
  }

  /// Every reply is believed.
  package static let none = SecondLook(silentWindows: nil) { _ in [] }
}

/// Decides which windows a model is asked about, where a question about each of them would cost too much.
///
/// What it keeps back is marked as skipped, so that a run without it reads that all the same.
package struct WindowSieve: Sendable {
  /// Whether the new messages of a window show a sign of an item. It is asked in Swift's own pool: this may
  /// take a millisecond.
  package var showsSign: @Sendable (Window) -> Bool
  /// About how many tokens the question about a window has.
  package var promptTokens: @Sendable (Window) -> Int

  package init(
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
