package import CivilTime
package import OfflineModel

/// The user's command-line options for a run, from which `RunPlan` makes the settings. Nil means the model's default.
package struct RunOptions: Sendable {
  package var concurrency: Int?
  package var windowTokens: Int?
  /// The template of `--prompt`.
  package var template: PromptTemplate?
  package var dateOrder: DateOrder?
  package var grounding: Grounder.Strictness?
  /// The number of messages kept around an item's own.
  package var keepContext = 2
  package var sensitivity = Sensitivity.normal
  /// Whether the endpoint is only asked about windows that pass the prefilter.
  package var triage = false
  /// The number of readings of each window.
  package var passes = 1
  package var trustSilence = false
  package var again = false
  package var retryFailed = false
  package var maxTime: Duration?
  /// The age of the newest message after which a path gets a warning.
  package var staleAfter: Duration?

  package init() {}
}
