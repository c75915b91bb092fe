import ItemRecords
import Windowing

/// A window on its way through `ExtractionLoop`: first queued, then read, with the result in `reading`.
struct WindowTask: Sendable {
  let window: Window
  /// The window's index in its conversation, once it is assigned.
  var place = 0
  let people: People
  /// The open items of its conversation, if they were looked up.
  var openItems: OpenItems?
  /// The window size in tokens when it was cut.
  let tokens: Int
  /// The size of its pieces in tokens, if the whole was too long for the endpoint.
  var pieces: Int?
  /// Whether the endpoint is known to cut long prompts and to report it.
  var refusesShort = false
  /// The number of windows that had succeeded when this one was started.
  var goodBefore = 0
  /// Whether the window is read with nothing else under way.
  var isAlone = false
  /// Records for the next run that the window is being read.
  var note: (any WindowNote)?
  /// The result, once it was read.
  var reading = WindowReading()

  /// Reads the window, in pieces of at most `tokens` tokens, unless the prefilter skips it.
  mutating func read(_ pipeline: ExtractionPipeline, tokens: Int) async {
    note?.beginReading()
    defer { note?.finishReading() }
    // A window that is read again has passed the prefilter before.
    if let prefilter = pipeline.settings.prefilter, pieces == nil {
      note?.enter()
      let skipped = prefilter.reading(of: window, openItems, people)
      note?.leave()
      if let skipped {
        reading = skipped
        return
      }
    }
    var reader = WindowReader(
      model: pipeline.model, second: pipeline.settings.second, passes: pipeline.settings.passes,
      grounder: pipeline.grounder, people: people,
      omissionRetry: pipeline.settings.omissionRetry, refusesShort: refusesShort,
      keepsAnswers: pipeline.settings.keepsAnswers, note: note)
    // A window cut to a size that still fits is not measured again.
    let isWhole = pieces == nil && tokens >= self.tokens
    await reader.read(window, tokens: isWhole ? nil : tokens)
    reading = reader.reading
  }
}
