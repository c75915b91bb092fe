import Windowing

/// The outputs that follow the readings of a run.
package struct ReadingOutputs: Sendable {
  package var rejections: RejectionFile?
  package var answers: AnswersLog?
  package var chat: ChatRecord?

  package init() {}

  func write(_ reading: WindowReading, of window: Window) {
    for diagnostic in reading.diagnostics { rejections?.write(diagnostic) }
    answers?.write(reading)
    chat?.note(reading, of: window)
  }

  /// Waits until all is written; returns the errors as sentences.
  func finish() async -> [String] {
    [await rejections?.finish(), await answers?.finish()].compactMap(\.self)
  }
}
