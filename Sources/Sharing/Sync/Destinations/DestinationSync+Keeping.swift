import CivilTime

/// When what came in is taken over, and what is to be kept of a destination is written down.
extension DestinationSync {
  /// Has what came in taken over, with what comes at the same time.
  mutating func takeOverIfDue(_ now: Duration) {
    let since = intake.isEmpty ? now : intakeSince ?? now
    intakeSince = intake.isEmpty ? nil : since
    let mayGather =
      session.isReady && !isCaughtUp && !intake.isWorthwhile && intake.count < settings.intake
    if mayGather, now < since + settings.gatheringTime { return }
    guard let versions = intake.takeDue() else { return }
    intakeSince = now
    noteExchanged()
    requests.append(.apply(versions))
  }

  mutating func saveIfDue(_ now: Duration) {
    guard state != saved else { return }
    // How far the other side has told is no hurry: what is lost of it is told again.
    var told = saved
    told.enginePlace = state.enginePlace
    let isQuiet = delivery.isIdle && intake.isEmpty && isCaughtUp && told != state
    guard isQuiet || lastSave + settings.savingInterval <= now else { return }
    lastSave = now
    save()
  }

  mutating func save() {
    noteExchanged()
    saved = state
    requests.append(.save(state))
  }

  /// Has kept what the engine is known to have: before what it tells is held against that, and before the place
  /// moves on.
  mutating func noteExchanged() {
    let exchanged = delivery.takeExchanged()
    if !exchanged.isEmpty { requests.append(.exchange(exchanged)) }
  }

  /// Notes what failed since the last look, durably: somebody may ask while no session comes about.
  mutating func noteFailures(at wall: Timestamp) {
    guard session.metrics.failures > countedFailures, let error = session.metrics.lastError else {
      return
    }
    failuresInRow += session.metrics.failures - countedFailures
    countedFailures = session.metrics.failures
    let text = settings.session.shown(error)
    // One that is lost now and then stands again at once: that is no news. Peers are told of otherwise.
    if case .reconnecting = session.state, settings.mode == .follow, !settings.session.isPeer,
      failuresInRow >= 2, !hasWarnedOfFailures
    {
      hasWarnedOfFailures = true
      requests.append(.warn("\(text); it is tried again until it works"))
    } else {
      requests.append(.log(text))
    }
    state.lastError = text
    state.lastErrorAt = wall
    save()
  }
}
