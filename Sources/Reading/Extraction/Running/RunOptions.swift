package import CivilTime
package import OfflineModel

/// The user's options for a run; nil for the model's default.
package struct RunOptions: Sendable {
  package var concurrency: Int?
  package var windowTokens: Int?
  package var template: PromptTemplate?
  package var dateOrder: DateOrder?
  package var strictness: Grounder.Strictness?
  /// The number of messages kept around an item's own.
  package var contextLines = 2
  package var sensitivity = Sensitivity.normal
  /// Whether the endpoint is only asked about windows that pass the prefilter.
  package var isTriaged = false
  /// The number of readings of each window.
  package var passes = 1
  package var believesSilence = false
  package var readsAgain = false
  package var retriesFailed = false
  package var maximumTime: Duration?
  /// The age of the newest message after which a path gets a warning.
  package var staleAfter: Duration?

  package init() {}
}
