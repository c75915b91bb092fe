import CivilTime

/// When what is to be kept of a destination is written down.
extension DestinationSync {
  mutating func saveIfDue(_ now: Duration) {
    guard state != saved else { return }
    guard delivery.isIdle || lastSave + settings.savingInterval <= now else { return }
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
    countedFailures = session.metrics.failures
    let text = settings.session.shown(error)
    requests.append(.log(text))
    state.lastError = text
    state.lastErrorAt = wall
    save()
  }
}
