public import Windowing

/// When a reply is not believed at once.
public struct SecondLook: Sendable {
  /// Lines of a window that are all but certain to hold an item: where a reply is silent of one, its message is
  /// asked about alone, once, and that answer is believed. None where silence is trusted.
  public var certain: @Sendable (Window) -> [Int]
  /// A model that finds nothing in so many windows, and nothing in the whole run, is tried on a
  /// window that holds an item; nil where silence is trusted.
  public var silentWindows: Int?
  /// Whether a window seems to hold an item. Where a whole run is silent about one that does, the model is tried
  /// at its end, however few windows there were.
  public var seemsToHold: @Sendable (Window) -> Bool = { _ in false }

  /// Sets what is looked at again.
  public init(silentWindows: Int?, certain: @escaping @Sendable (Window) -> [Int]) {
    self.silentWindows = silentWindows
    self.certain = certain
  }

  /// Every reply is believed.
  public static let none = SecondLook(silentWindows: nil) { _ in [] }
}
