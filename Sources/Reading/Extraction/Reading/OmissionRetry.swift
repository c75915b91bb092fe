package import Windowing

/// Decides when a reply without an item is doubted: for a line that certainly has one, and after many empty replies.
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
