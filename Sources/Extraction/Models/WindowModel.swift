public import Windowing

/// Something that answers, in text, which items a window holds.
public protocol WindowModel: Sendable {
  /// The model's name, as items carry it.
  var name: String { get }
  /// The model and where it is: another one may answer what this one refuses.
  var address: String { get }
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
  /// The name alone, for models that are wherever the program is.
  public var address: String { name }

  /// Asks as if for the first time.
  public func reply(
    to window: Window, after mistake: ReplyMistake
  ) async throws(WindowFailure) -> WindowReply {
    try await reply(to: window)
  }

  /// Nothing, for models without a memory.
  public func discardReply(to window: Window) {}
}
