import Windowing

struct WindowTask: Sendable {
  let window: Window
  /// Its place among those of its conversation.
  let place: Int
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

  struct Result: Sendable {
    let task: WindowTask
    var reading: WindowReading
  }

  /// Reads the window, in pieces of at most so many tokens, unless it is one to be skipped.
  func run(_ pipeline: ExtractionPipeline, tokens: Int) async -> Result {
    // What is read again was let through before.
    if let sieve = pipeline.settings.sieve, pieces == nil {
      // What receives replies is not to be held up by a look at a window.
      let skipped = await withTaskExecutorPreference(globalConcurrentExecutor) {
        sieve.reading(of: window, openItems, people)
      }
      if let skipped { return Result(task: self, reading: skipped) }
    }
    var reader = WindowReader(
      model: pipeline.model, grounder: pipeline.grounder, people: people,
      secondLook: pipeline.settings.secondLook, refusesShort: refusesShort)
    // What was cut by a size that is still good is not measured again.
    let isWhole = pieces == nil && tokens >= self.tokens
    await reader.read(window, tokens: isWhole ? nil : tokens)
    return Result(task: self, reading: reader.reading)
  }
}
