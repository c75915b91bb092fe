import ItemRecords
import Store

/// Reading changes from the store for the server, and tracking what it acknowledged.
extension RemoteSync {
  /// Takes the changes that were requested. `place` is the cursor up to which the store was read, and `isAtEnd` is
  /// whether that was its end.
  mutating func fetched(
    _ entries: [ChangeReader.Entry], upTo place: FeedCursor, isAtEnd: Bool, _ now: Duration
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
      // It is recorded as sent even if the other side already has it.
      guard var change = selected(entry, now), standing != .known else { continue }
      if standing == .expected { change.source = source }
      changes.append(change)
    }
    keepTold()
    if !state.setAside.isEmpty {
      // A later version replaces everything in an earlier one.
      let later = Set(changes.map(\.itemID))
      state.setAside.removeAll { later.contains($0.itemID) }
    }
    for aside in outbox.offer(changes, upTo: place, now) { setAside(aside) }
    noteDelivery()
    proceed(now)
  }

  mutating func noteDelivery() {
    let place = outbox.confirmed
    if state.checkpoint == nil, place.sequence == 0 { return }
    // The server does not know the lines after `lastTaken`, and would request them as missing changes.
    state.lastTaken = outbox.lastTaken ?? state.lastTaken ?? (state.checkpoint == nil ? 0 : nil)
    state.checkpoint = place
    session.hello.sequence = state.lastTaken ?? place.sequence
    let count = outbox.acknowledged - countedDeliveries
    state.delivered += count
    deliveredCount += count
    countedDeliveries = outbox.acknowledged
  }

  /// Delivers changes again that were refused for a read-only token, if the server now grants `write`.
  ///
  /// Returns whether there were any. If the list of set-aside changes is full, the first refusal is unknown: everything
  /// is delivered again.
  mutating func takeBackForbidden() -> Bool {
    let forbidden = state.setAside.filter { $0.code == "forbidden" }
    guard session.capabilities.contains("write"), let first = forbidden.map(\.sequence).min() else {
      return false
    }
    let isAll = state.setAside.count >= RemoteState.listed
    // A changed filter may have moved the checkpoint back already.
    let settled = isAll ? 0 : min(first - 1, state.checkpoint?.sequence ?? 0)
    state.setAside.removeAll { $0.code == "forbidden" }
    requests.append(.log("the token allows changes now: refused ones are sent again"))
    goBack(to: settled)
    return true
  }
}
