import Store
import ItemRecords

/// What is read of the store for the engine, and how far the engine has taken it.
extension DestinationSync {
  /// Changes that were asked for; the store was read up to `place`, and to its present end or not.
  mutating func fetched(
    _ entries: [ChangeReader.Entry], upTo place: FeedPosition, isAtEnd: Bool, _ now: Duration
  ) {
    isFetching = false
    self.isAtEnd = isAtEnd
    if let problem = contradiction(entries, upTo: place, isAtEnd: isAtEnd) {
      return contradict(problem, now)
    }
    let own = origin
    var changes: [OutgoingChange] = []
    changes.reserveCapacity(entries.count)
    for entry in latest(entries) where entry.change.origin != own {
      let (standing, source) = standing(of: entry)
      // It counts as told, also where the other side has it already.
      guard var change = selected(entry, now), standing != .known else { continue }
      if standing == .expected { change.source = source }
      changes.append(change)
    }
    keepTold()
    if !state.setAside.isEmpty {
      // A later version says all that the one before it said.
      let later = Set(changes.map(\.itemID))
      state.setAside.removeAll { later.contains($0.itemID) }
    }
    for aside in delivery.offer(changes, upTo: place, now) { setAside(aside) }
    noteDelivery()
    proceed(now)
  }

  mutating func noteDelivery() {
    let place = delivery.confirmed
    if state.checkpoint == nil, place.sequence == 0 { return }
    // Of the lines behind it the engine knows nothing: it would take them for changes that it lacks.
    state.lastTaken = delivery.lastTaken ?? state.lastTaken ?? (state.checkpoint == nil ? 0 : nil)
    state.checkpoint = place
    session.hello.sequence = state.lastTaken ?? place.sequence
    let count = delivery.acknowledged - countedDeliveries
    state.delivered += count
    deliveredCount += count
    countedDeliveries = delivery.acknowledged
  }

  /// What was set aside because the token was for reading is delivered again, where the engine says that this one is
  /// not; returns whether there is such a thing. Of more than are listed the first is not known: all is told again.
  mutating func takeBackForbidden() -> Bool {
    let forbidden = state.setAside.filter { $0.code == "forbidden" }
    guard session.capabilities.contains("write"), let first = forbidden.map(\.sequence).min() else {
      return false
    }
    let isAll = state.setAside.count >= DestinationState.listed
    // Another filter may have begun anew already.
    let settled = isAll ? 0 : min(first - 1, state.checkpoint?.sequence ?? 0)
    state.setAside.removeAll { $0.code == "forbidden" }
    requests.append(.log("changes may be made with this token: what was refused is sent again"))
    goBack(to: settled)
    return true
  }
}
