@testable import LanguageModel

/// The start times and limits of pacers.
enum Pacing {
  static let start = 1_767_600_000_000

  static func limits(_ set: (inout RequestLimits) -> Void) -> RequestLimits {
    var limits = RequestLimits()
    set(&limits)
    return limits
  }
}
