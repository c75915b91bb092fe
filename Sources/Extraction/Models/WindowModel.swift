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

  /// Reads a window again whose reply could not be read.
  func reply(to window: Window, after mistake: ReplyMistake) async throws(WindowFailure)
    -> WindowReply

  /// Says that the reply to a window was of no use, so that it is not given again from memory.
  func discardReply(to window: Window)
}

extension WindowModel {
  /// Asks as if for the first time.
  public func reply(
    to window: Window, after mistake: ReplyMistake
  ) async throws(WindowFailure) -> WindowReply {
    try await reply(to: window)
  }

  /// Nothing, for models without a memory.
  public func discardReply(to window: Window) {}
}

/// A model's answer.
public struct WindowReply: Sendable {
  /// The text, as the model wrote it.
  public var text: String
  /// What it cost.
  public var usage: Usage
  /// Whether it was cut at a limit of tokens.
  public var isCut: Bool
  /// How much of the prompt the endpoint says to have read, where it does.
  public var prompt: PromptCount?

  /// Puts the parts together.
  public init(
    text: String, usage: Usage = Usage(), isCut: Bool = false, prompt: PromptCount? = nil
  ) {
    self.text = text
    self.usage = usage
    self.isCut = isCut
    self.prompt = prompt
  }
}

/// A reply that could not be read, and why.
public struct ReplyMistake: Hashable, Sendable {
  /// The reply.
  public var reply: String
  /// The sentence that says what is wrong with it.
  public var problem: String

  /// Puts the parts together.
  public init(reply: String, problem: String) {
    self.reply = reply
    self.problem = problem
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
}
