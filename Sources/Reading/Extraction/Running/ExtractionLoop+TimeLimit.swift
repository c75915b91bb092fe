/// Ends a run at its time limit (`--max-time`), with a grace period for requests in flight.
extension ExtractionLoop {
  /// Starts the time limit of the run, if it has one.
  func watchTime(_ group: inout Group) {
    guard let limit = pipeline.settings.timeLimit else { return }
    group.addTask { await Self.alarm(limit, isLast: false) }
  }

  /// Ends the run at its time limit. Requests in flight may end within the limit's grace.
  mutating func timeIsUp(isLast: Bool, _ group: inout Group) {
    guard let limit = pipeline.settings.timeLimit, !Task.isCancelled else { return }
    guard !isLast else {
      if !isCancelled { group.cancelAll() }
      isCancelled = true
      return
    }
    wantStop(.limit("the time limit of \(limit.length.components.seconds) s is reached"))
    group.addTask { await Self.alarm(limit, isLast: true) }
  }

  private static func alarm(
    _ limit: ExtractionPipeline.Settings.TimeLimit, isLast: Bool
  ) async -> Step {
    // The step of a cancelled alarm is ignored.
    try? await limit.wait(isLast ? limit.grace : limit.length)
    return .timeIsUp(isLast: isLast)
  }
}
