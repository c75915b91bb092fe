@testable import LanguageModel

/// When pacers begin, and to what they keep.
enum Pacing {
  static let start = 1_767_600_000_000

  static func limits(_ set: (inout AskingLimits) -> Void) -> AskingLimits {
    var limits = AskingLimits()
    set(&limits)
    return limits
  }
}
