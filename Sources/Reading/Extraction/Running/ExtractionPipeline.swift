package import ActionItems
package import ItemRecords
package import Windowing

/// Reads conversations window by window and keeps what is found.
///
/// One loop holds all state; questions to the model, commits and reading the feed are child tasks that report to it. At
/// most `concurrency` questions are under way; commits go one at a time, each with all that has become ready meanwhile.
package struct ExtractionPipeline: Sendable {
  package struct Settings: Sendable {
    package var run: Int
    package var concurrency: Int
    package var windows: WindowBuilder.Settings
    /// So many failures of the endpoint in a row end the run, and after so many windows without an answer of use
    /// it is tried with a small chat.
    package var failureLimit: Int
    /// Whether messages that were read before are read again.
    package var ignoresMarks: Bool
    /// Messages that could not be read in so many runs are left alone, and so are refused ones; nil where all
    /// are taken again.
    package var setAsideAfter: Int?
    /// Who is who across platforms.
    package var people: PeopleDirectory
    package var omissionRetry = OmissionRetry.none
    /// Which windows the model is asked about; nil for all of them.
    package var prefilter: WindowSieve?
    /// How long the run may take; nil for as long as it needs.
    package var timeLimit: TimeLimit?
    /// Follows which windows are read; nil where nobody does.
    package var watch: (any WindowWatch)?
    /// Windows that ended earlier runs: they count among the failures of this one.
    package var fatal: [FailedWindow] = []
    /// Waits for more to commit together while more may come; nil where nothing waits.
    package var gathering: (@Sendable () async -> Void)?
    /// What runs the pipeline's tasks; nil for Swift's own pool. The model, `progress` and `diagnostic` are
    /// called there; replies that hold something are decoded and held against the chat in the pool, and so is
    /// what the sieve is asked.
    package var executor: (any TaskExecutor)?

    package init(
      run: Int, concurrency: Int, windows: WindowBuilder.Settings = .init(), failureLimit: Int = 10,
      ignoresMarks: Bool = false, setAsideAfter: Int? = 3, people: PeopleDirectory = .empty
    ) {
      self.run = run
      self.concurrency = concurrency
      self.windows = windows
      self.failureLimit = failureLimit
      self.ignoresMarks = ignoresMarks
      self.setAsideAfter = setAsideAfter
      self.people = people
    }

    /// The grade from which on a message has been read well enough for a run with a model of some grade.
    func sufficientGrade(_ model: ReadLevel) -> ReadLevel {
      prefilter == nil ? model : min(model, .skipped)
    }

    package struct TimeLimit: Sendable {
      /// From the start of the run until nothing more is begun.
      package var length: Duration
      /// From then until what is under way is given up.
      package var grace: Duration
      /// Waits; throws when the task is cancelled.
      package var wait: @Sendable (Duration) async throws -> Void

      package init(
        length: Duration, grace: Duration, wait: @escaping @Sendable (Duration) async throws -> Void
      ) {
        self.length = length
        self.grace = grace
        self.wait = wait
      }
    }
  }

  let settings: Settings
  let model: any WindowModel
  let memory: any ExtractionMemory
  let grounder: Grounder
  let progress: @Sendable (ExtractionReport) -> Void
  let diagnostic: @Sendable (Diagnostic) -> Void
  private let broken: @Sendable (ExtractionReport) -> Void

  /// Makes a pipeline. `progress` is called after every window, `diagnostic` for everything that
  /// grounding rejects or notes, `broken` with what was done until then where the memory throws. What keeps a
  /// report beyond `progress` makes the next step copy all its ids.
  package init(
    settings: Settings, model: any WindowModel, memory: any ExtractionMemory, grounder: Grounder,
    progress: @escaping @Sendable (ExtractionReport) -> Void = { _ in },
    diagnostic: @escaping @Sendable (Diagnostic) -> Void = { _ in },
    broken: @escaping @Sendable (ExtractionReport) -> Void = { _ in }
  ) {
    self.settings = settings
    self.model = model
    self.memory = memory
    self.grounder = grounder
    self.progress = progress
    self.diagnostic = diagnostic
    self.broken = broken
  }

  /// Reads everything that comes through the feed.
  ///
  /// Failures of windows are in the report. It throws what the memory throws. When the task is cancelled, what
  /// is found already is kept and the report says that it was cancelled.
  package func run(_ feed: MessageFeed) async throws -> ExtractionReport {
    defer { feed.cancel() }
    return try await withTaskExecutorPreference(settings.executor) {
      try await withThrowingTaskGroup(of: ExtractionLoop.Step.self) { group in
        var loop = ExtractionLoop(self, feed)
        do {
          loop.start(&group)
          while !loop.isDone, let step = try await group.next() {
            try await loop.take(step, &group)
          }
          // What is left are alarms that are not needed any more.
          group.cancelAll()
          for change in try await memory.settle(run: settings.run) { loop.report.note(change) }
          try await memory.note(FailedWindow.once(loop.failed), run: settings.run)
        } catch {
          broken(loop.report)
          throw error
        }
        return loop.report
      }
    }
  }
}
