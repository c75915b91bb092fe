/// Why a window could not be read.
public struct WindowFailure: Error, Sendable {
  /// The sentence that a person reads.
  public var reason: String
  /// What the failure means for the rest of the run.
  public var reach: Reach
  /// What it cost nevertheless.
  public var usage: Usage
  /// Of a window that is too long: the share of its chat that fits, where that is known.
  public var fittingShare: Double?

  /// What a failure means for the window and for the rest of the run.
  public enum Reach: Sendable {
    /// Nothing: the window fails alone.
    case window
    /// The window is longer than the model can take; parts of it may not be.
    case tooLong
    /// The endpoint's filter refuses the window, or something in it.
    case refused
    /// There is more to be asked, and nobody to ask in this run.
    case later
    /// The endpoint did not answer; if that goes on, the run ends.
    case endpoint
    /// The endpoint has too much to do; if that goes on, the run ends.
    case busy
    /// No window can succeed: the run ends.
    case run
    /// A limit that the user set is reached: nothing more is asked.
    case limit
    /// The run was cancelled.
    case cancelled
  }

  /// Puts the parts together.
  public init(_ reason: String, reach: Reach, usage: Usage = Usage()) {
    self.reason = reason
    self.reach = reach
    self.usage = usage
  }

  /// The endpoint read only a part of the prompt.
  static func short(_ count: PromptCount, usage: Usage = Usage()) -> WindowFailure {
    WindowFailure(
      "the endpoint read \(count.counted) tokens of a prompt that has at least \(count.least): its context "
        + "is too small", reach: .tooLong, usage: usage)
  }
}
