import Extraction
import Synchronization

/// How far a run is, for when an error ends it.
final class LatestReport: Sendable {
  private let latest = Mutex(ExtractionReport())

  /// What was read and kept until now.
  var report: ExtractionReport { latest.withLock { $0 } }

  /// Takes over how far the run is now.
  func take(_ report: ExtractionReport) { latest.withLock { $0 = report } }
}
