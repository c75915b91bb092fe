public import ActionItemModel
public import Windowing

/// A window that is to be asked about, and whom its conversation is known to have.
public struct PreparedWindow: Sendable {
  /// The window, with the conversation as it was when the window was cut.
  public var window: Window
  /// Whether it is the first one of its conversation, or of a part of it that came by itself: those who
  /// have spoken before are not known any more then.
  public var isFirst: Bool
  /// Those who have spoken since the window before and were not listed.
  public var speakers: [Participant]

  /// Puts the parts together.
  public init(window: Window, isFirst: Bool, speakers: [Participant]) {
    self.window = window
    self.isFirst = isFirst
    self.speakers = speakers
  }
}
