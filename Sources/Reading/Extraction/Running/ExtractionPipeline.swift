package import ActionItems
package import ItemRecords
import System
package import Windowing

/// Reads the conversations of a feed window by window and commits their items: the settings and the entry point.
///
/// `ExtractionLoop` holds the state. Child tasks ask the model, commit and read the feed, and report to the loop. At
/// most `concurrency` requests are in flight. There is one commit at a time, with all results that are ready.
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
    /// The number of readings of each window, whose findings are united.
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

    /// Returns the lowest read level at which a model of this level need not read a message again.
    func sufficientLevel(_ model: ReadLevel) -> ReadLevel {
      prefilter == nil ? model : min(model, .skipped)
    }

    package struct TimeLimit: Sendable {
      /// The time from the start of the run until no more requests are begun.
      package var length: Duration
      /// The time from then until requests in flight are given up.
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
  /// Called with the final reading of each window, and the window.
  var read: @Sendable (WindowReading, Window) -> Void = { _, _ in }
  private let broken: @Sendable (ExtractionReport) -> Void

  /// Makes a pipeline. `progress` is called after every step, and `broken` if the memory throws; both get the report.
  /// If `progress` keeps a report, the next step copies all its ids.
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

  /// Reads the feed to its end.
  ///
  /// Failures of windows are in the report. Errors of the memory are thrown. If the task is cancelled, the items found
  /// so far are kept, and the report says so.
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
