package import Windowing

/// Decides when replies without items are doubted: which lines are asked about again, and when the model is tested.
package struct OmissionRetry: Sendable {
  /// Returns the lines of a window that almost certainly contain an item. If the reply has no item for such a line, its
  /// message is sent alone, once, and that answer is final. Empty if replies without items are trusted.
  package var certain: @Sendable (Window) -> [Int]
  /// The number of windows without a finding after which the model is tested, as long as the whole run has no finding.
  /// The test uses a window that contains an item. Nil disables it.
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
