package import CivilTime
package import OfflineModel

/// How a run is to go about it, as far as somebody said; nil is what is usual with the model.
package struct RunOptions: Sendable {
  package var concurrency: Int?
  package var windowTokens: Int?
  package var template: PromptTemplate?
  package var dateOrder: DateOrder?
  package var strictness: Grounder.Strictness?
  /// Messages that are kept around an item's own.
  package var contextLines = 2
  package var sensitivity = Sensitivity.normal
  /// Whether an endpoint is asked only about windows in which the offline model sees a sign of an item.
  package var isTriaged = false
  package var believesSilence = false
  package var readsAgain = false
  package var retriesFailed = false
  package var maximumTime: Duration?
  /// A path whose newest message is older is warned of.
  package var staleAfter: Duration?

  package init() {}
}
