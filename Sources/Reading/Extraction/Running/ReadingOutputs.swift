import Windowing

/// The files and the page that a run fills window by window: `--rejected`, `--answers-log`, `--page`.
package struct ReadingOutputs: Sendable {
  /// The items that were rejected or changed, and the answers with their results.
  package var rejections: LineFile?
  package var answers: LineFile?
  package var chat: ChatRecord?

  package init() {}

  func write(_ reading: WindowReading, of window: Window) {
    for diagnostic in reading.diagnostics { rejections?.write { diagnostic.line } }
    if reading.answers?.isEmpty == false { answers?.write { AnswersLog.lines(reading) } }
    chat?.note(reading, of: window)
  }

  /// Waits until all is written; returns the errors as sentences.
  func finish() async -> [String] {
    [await rejections?.finish(), await answers?.finish()].compactMap(\.self)
  }
}
