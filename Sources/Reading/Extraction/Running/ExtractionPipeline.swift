package import ActionItems
package import ItemRecords
import System
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
    /// The number of endpoint failures in a row that ends the run. After as many windows without a usable answer, a
    /// small chat tests the endpoint.
    package var failureLimit: Int
    /// Whether messages that were read before are read again.
    package var again: Bool
    /// The number of failed runs after which a message is set aside, as refused ones are; nil to read all again.
    package var setAsideAfter: Int?
    /// Maps the names of people across platforms.
    package var people: PeopleDirectory
    package var omissionRetry = OmissionRetry.none
    /// Selects the windows to send to the model; nil to send all.
    package var prefilter: WindowPrefilter?
    /// The time limit of the run; nil for none.
    package var timeLimit: TimeLimit?
    /// Records which windows are being read; nil to record nothing.
    package var watch: (any WindowWatch)?
    /// The number of readings of each window, which are united.
    package var passes = 1
    /// The model that is asked if the first one's answer is of no use; nil if there is none.
    package var second: (any WindowModel)?
    /// Whether readings contain the answers, for a log.
    package var keepsAnswers = false
    /// Windows that crashed earlier runs. They count as failures of this run.
    package var fatal: [FailedWindow] = []
    /// Waits a moment for more outcomes to commit together; nil to commit at once.
    package var gathering: (@Sendable () async -> Void)?

    package init(
      run: Int, concurrency: Int, windows: WindowBuilder.Settings = .init(), failureLimit: Int = 10,
      again: Bool = false, setAsideAfter: Int? = 3, people: PeopleDirectory = .empty
    ) {
      self.run = run
      self.concurrency = concurrency
      self.windows = windows
      self.failureLimit = failureLimit
      self.again = again
      self.setAsideAfter = setAsideAfter
      self.people = people
    }

    /// Returns the read level at which a message need not be read again by a model of a level.
    func sufficientLevel(_ model: ReadLevel) -> ReadLevel {
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
  /// Called with each reading that counts, and its window.
  var read: @Sendable (WindowReading, Window) -> Void = { _, _ in }
  private let broken: @Sendable (ExtractionReport) -> Void

  /// Makes a pipeline. `progress` is called after every window, `broken` with what was done until then where the
  /// memory throws. What keeps a
  /// report beyond `progress` makes the next step copy all its ids.
  package init(
    settings: Settings, model: any WindowModel, memory: any ExtractionMemory, grounder: Grounder,
    progress: @escaping @Sendable (ExtractionReport) -> Void = { _ in },
    broken: @escaping @Sendable (ExtractionReport) -> Void = { _ in }
  ) {
    self.settings = settings
    self.model = model
    self.memory = memory
    self.grounder = grounder
    self.progress = progress
    self.broken = broken
  }

  /// The addresses of the models that read.
  var address: String { model.address(before: settings.second) }

  /// Reads everything that comes through the feed.
  ///
  /// Failures of windows are in the report. It throws what the memory throws. When the task is cancelled, what
  /// is found already is kept and the report says that it was cancelled.
  package func run(_ feed: MessageFeed) async throws -> ExtractionReport {
    defer { feed.cancel() }
    return try await withThrowingTaskGroup(of: ExtractionLoop.Step.self) { group in
      var loop = ExtractionLoop(self, feed)
      do {
        loop.start(&group)
        while !loop.isDone, let step = try await group.next() {
          try await loop.take(step, &group)
        }
        // Only unneeded alarms remain.
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
