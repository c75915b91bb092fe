@testable import LanguageModel

/// The start times and limits of pacers.
enum Pacing {
  static let start = 1_767_600_000_000

  static func limits(_ set: (inout AskingLimits) -> Void) -> AskingLimits {
    var limits = AskingLimits()
    set(&limits)
    return limits
  }
}
