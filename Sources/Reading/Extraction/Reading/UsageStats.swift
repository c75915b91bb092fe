import ItemRecords

/// The usage and token counts of all requests about a window, as a part of `WindowReading`.
struct UsageStats: Sendable {
  var usage = ModelUsage()
  /// The part of `usage` that was spent on the second model.
  var second = ModelUsage()
  /// Tokens of whole prompts, as estimated and as counted by the endpoint.
  var estimated = 0
  var counted = 0
  /// The counts of a prompt that the endpoint reports to have read only in part.
  var short: PromptCount?
  /// The tokens of new messages that the endpoint accepts at once, if it refused more.
  var fitting: Int?
}
