import LanguageModel
import Windowing

/// One request about a window or a part of it, and its answer, for `AnswersLog`.
struct WindowAnswer: Sendable {
  let window: Window
  /// The name of the model.
  let model: String
  let result: Result<WindowReply, ModelFailure>
}
