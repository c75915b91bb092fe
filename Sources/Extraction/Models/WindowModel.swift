public import Windowing

/// Something that answers, in text, which items a window holds.
public protocol WindowModel: Sendable {
  /// The model's name, as items carry it.
  var name: String { get }
  /// How thoroughly it reads.
  var grade: Grade { get }
  /// Reads a window.
  ///
  /// Throws `WindowFailure`.
  func reply(to window: Window) async throws(WindowFailure) -> WindowReply
}

/// A model's answer.
public struct WindowReply: Sendable {
  /// The text, as the model wrote it.
  public var text: String
  /// What it cost.
  public var usage: Usage

  /// Puts the parts together.
  public init(text: String, usage: Usage = Usage()) {
    self.text = text
    self.usage = usage
  }
}

/// Why a window could not be read.
public struct WindowFailure: Error, Sendable {
  /// The sentence that a person reads.
  public var reason: String
  /// What the failure means for the rest of the run.
  public var reach: Reach
  /// What it cost nevertheless.
  public var usage: Usage

  /// What a failure means for the rest of the run.
  public enum Reach: Sendable {
    /// Nothing: the window fails alone.
    case window
    /// The endpoint did not answer; if that goes on, the run ends.
    case endpoint
    /// No window can succeed: the run ends.
    case run
    /// The run was cancelled.
    case cancelled
  }

  /// Puts the parts together.
  public init(_ reason: String, reach: Reach, usage: Usage = Usage()) {
    self.reason = reason
    self.reach = reach
    self.usage = usage
  }
}
