import Windowing

/// A model whose one answer came beforehand.
struct GivenReply: WindowModel {
  let name: String
  let answer: Result<WindowReply, WindowFailure>
  var grade: Grade { .endpoint }

  func reply(to window: Window) async throws(WindowFailure) -> WindowReply { try answer.get() }
}
