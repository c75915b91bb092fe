/// What was done, as it is told at the end.
extension DestinationSync {
  /// What was done since a state, with an engine or a peer at an address.
  func report(
    _ ending: SyncReport.Ending, since before: DestinationState, at address: String
  ) -> SyncReport {
    var report = SyncReport(ending: ending, metrics: metrics)
    if ending == .timeUp, report.metrics.lastError == nil {
      switch sessionState {
      case .connecting: report.metrics.lastError = "still connecting to \(address)"
      case .tunnelling:
        report.metrics.lastError = "the tunnel through \(address) is not connected yet"
      case .authenticating:
        report.metrics.lastError = "\(address) has not said yet whom it takes this for"
      case .connected where unavailableSince != nil: report.metrics.lastError = state.lastError
      case .disconnected, .connected, .reconnecting, .failed: break
      }
    }
    report.delivered = deliveredCount
    report.takenOver = state.takenOver - before.takenOver
    report.setAside = setAsideCount
    report.setAsideBefore = max(0, state.setAside.count - setAsideCount)
    return report
  }
}
