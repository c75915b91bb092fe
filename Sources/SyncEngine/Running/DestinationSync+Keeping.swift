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
    saved = state
    requests.append(.save(state))
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
