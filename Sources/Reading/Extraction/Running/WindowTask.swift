import ItemRecords
import Windowing

struct WindowTask: Sendable {
  let window: Window
  /// Its place among those of its conversation, once it has one.
  var place = 0
  let people: People
  /// The open items of its conversation, where they were looked up.
  var openItems: OpenItems?
  /// Tokens that windows were cut to when it was.
  let tokens: Int
  /// Tokens that it is read in pieces of, where as a whole it was more than the endpoint reads.
  var pieces: Int?
  /// Whether the endpoint is known to leave out a part of what is too long, and to say so.
  var refusesShort = false
  /// Windows that had ended well when it was begun.
  var goodBefore = 0
  /// Whether it is read with nothing else under way.
  var isAlone = false
  /// The note that it is being read.
  var note: (any WindowNote)?

  struct Result: Sendable {
    let task: WindowTask
    var reading: WindowReading
  }

  /// Reads the window, in pieces of at most so many tokens, unless it is one to be skipped.
  func run(_ pipeline: ExtractionPipeline, tokens: Int) async -> Result {
    note?.beginReading()
    defer { note?.finishReading() }
    return Result(task: self, reading: await reading(pipeline, tokens: tokens))
  }

  private func reading(_ pipeline: ExtractionPipeline, tokens: Int) async -> WindowReading {
    // What is read again was let through before.
    if let prefilter = pipeline.settings.prefilter, pieces == nil {
      // What receives replies is not to be held up by a look at a window.
      let skipped = await withTaskExecutorPreference(globalConcurrentExecutor) {
        note?.enter()
        defer { note?.leave() }
        return prefilter.reading(of: window, openItems, people)
      }
      if let skipped { return skipped }
    }
    var reader = WindowReader(
      model: pipeline.model, grounder: pipeline.grounder, people: people,
      omissionRetry: pipeline.settings.omissionRetry, refusesShort: refusesShort, note: note)
    // What was cut by a size that is still good is not measured again.
    let isWhole = pieces == nil && tokens >= self.tokens
    await reader.read(window, tokens: isWhole ? nil : tokens)
    return reader.reading
  }
}
