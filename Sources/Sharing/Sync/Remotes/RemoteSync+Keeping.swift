import CivilTime

/// When incoming versions are applied, and when the state of a remote is stored.
extension RemoteSync {
  /// Requests to apply the inbox. While the server is still sending, it waits for more to arrive.
  mutating func takeOverIfDue(_ now: Duration) {
    let since = inbox.isEmpty ? now : inboxSince ?? now
    inboxSince = inbox.isEmpty ? nil : since
    let mayGather =
      session.isReady && !isCaughtUp && !inbox.isWorthwhile && inbox.count < settings.inbox
    if mayGather, now < since + settings.gatheringTime { return }
    guard let versions = inbox.takeDue() else { return }
    inboxSince = now
    noteExchanged()
    requests.append(.apply(versions))
  }

  mutating func saveIfDue(_ now: Duration) {
    guard state != saved else { return }
    // The remote cursor is not urgent: the server resends whatever a lost cursor does not cover.
    var told = saved
    told.remoteCursor = state.remoteCursor
    let isQuiet = outbox.isIdle && inbox.isEmpty && isCaughtUp && told != state
    guard isQuiet || lastSave + settings.savingInterval <= now else { return }
    lastSave = now
    save()
  }

  mutating func save() {
    noteExchanged()
    saved = state
    requests.append(.save(state))
  }

  /// Requests to store the versions that the server is known to have. This precedes comparing incoming versions with
  /// them, and moving the cursor.
  mutating func noteExchanged() {
    let exchanged = outbox.takeExchanged()
    if !exchanged.isEmpty { requests.append(.exchange(exchanged)) }
  }

  /// Records new failures durably, because another process may ask for them while no session succeeds.
  mutating func noteFailures(at wall: Timestamp) {
    guard session.metrics.failures > countedFailures, let error = session.metrics.lastError else {
      return
    }
    failuresInRow += session.metrics.failures - countedFailures
    countedFailures = session.metrics.failures
    let text = settings.session.shown(error)
    // A connection that is lost and restored at once is not worth a warning. Failures of peers are reported elsewhere.
    if case .reconnecting = session.state, settings.mode == .follow, !settings.session.isPeer,
      failuresInRow >= 2, !hasWarnedOfFailures
    {
      hasWarnedOfFailures = true
      requests.append(.warn("\(text); retrying until it works"))
    } else {
      requests.append(.log(text))
    }
    state.lastError = text
    state.lastErrorAt = wall
    save()
  }
}
