import ActionItems
import Store
import ItemRecords

/// What of the store's changes the destination is told, by its filter.
extension DestinationSync {
  /// Notes under which filter delivery goes on; true where it is another one than before, so that all items are
  /// gone through once more.
  mutating func noteFilter() -> Bool {
    let filter = settings.filter
    guard var record = state.filter else {
      // All that was delivered up to here was, whatever it was.
      if filter == .all { return false }
      state.filter = FilterRecord(filter)
      guard let checkpoint = state.checkpoint else { return false }
      state.filter?.isTracked = true
      state.filter?.unnoted = checkpoint.sequence
      state.filter?.unnotedWithDirect = true
      beginWalk(after: nil, settled: checkpoint.sequence)
      return true
    }
    guard record.text != filter.text else { return false }
    if !record.isTracked {
      record.isTracked = true
      record.unnoted = state.checkpoint?.sequence ?? 0
    }
    record.text = filter.text
    state.filter = record
    requests.append(.log("another filter than before: all items are gone through"))
    beginWalk(after: nil, settled: state.checkpoint?.sequence ?? 0)
    return true
  }

  /// Goes through the changes behind a place once more. What was told up to the number `settled` the destination
  /// has: it need not be told again.
  mutating func beginWalk(after place: FeedPosition?, settled: Int) {
    state.checkpoint = place
    guard state.filter?.isTracked == true else { return }
    state.filter?.walk += 1
    state.filter?.upTo = settled
    told.doubt(after: settled)
  }

  /// What the destination is told of a change; nil for nothing.
  mutating func selected(
    _ entry: ChangeReader.Entry, _ now: Duration, isAsked: Bool = false
  ) -> OutgoingChange? {
    let known = entry.change.change.known
    let fits = settings.filter.takes(known.item)
    guard let record = state.filter, record.isTracked else {
      return fits ? outgoing(entry) : nil
    }
    let id = known.item.id
    let sequence = entry.change.sequence
    let before = told[id] ?? unnoted(entry.change, record)
    guard known.removal == nil else {
      // Of what was never told nobody needs to hear that it is gone; but nothing is left of what was purged.
      guard before?.isThere == true || (before != nil && known.removal == .purged) else {
        return nil
      }
      return outgoing(entry)
    }
    var entry = entry
    if fits {
      let isTold = before?.isThere == true
      if let before, isTold, before.sequence >= sequence, !before.isDoubtful, !isAsked {
        // The walk has to know later that this was told.
        if told[id] == nil { told.note(before, of: id) }
        return nil
      }
      if !isTold || told[id] == nil || before?.isDoubtful == true {
        told.note(
          .init(
            isThere: true, sequence: sequence, leftAt: before?.leftAt ?? 0, walk: record.walk),
          of: id)
      }
      if !isTold, known.item.conversationId != "sync:\(settings.name)" {
        entry.change.change.kind = .created
      }
      if let leftAt = before?.leftAt, leftAt > 0 { entry.change.bringBack(after: leftAt) }
      return outgoing(entry)
    }
    guard let before, before.isThere || before.isDoubtful || isAsked else { return nil }
    // Said once more, it is of the same time.
    let time =
      before.isThere
      ? known.leaving(at: Int64(settings.session.milliseconds(now)), after: before.leftAt)
      : before.leftAt
    told.note(
      .init(isThere: false, sequence: sequence, leftAt: time, walk: record.walk), of: id)
    return OutgoingChange(entry, leavingAt: time, identity: identity)
  }

  private func outgoing(_ entry: ChangeReader.Entry) -> OutgoingChange {
    OutgoingChange(
      entry, identity: identity, knowsFields: knowsFields, tellsPlace: settings.session.isPeer)
  }

  /// Whether a version says no more than that an item is gone which was said to leave the engine: one that knows
  /// nothing of that may tell it back as somebody's removal.
  func isEcho(_ version: PeerVersion) -> Bool {
    guard case .deletion = version.content, let entry = told[version.id] else { return false }
    return !entry.isThere
  }

  /// Has what is told be kept before it is sent.
  mutating func keepTold() {
    guard let records = told.takeUnkept() else { return }
    requests.append(.keepTold(records, generation: state.generation))
  }

  /// Whether a change is still to be told, of those that the destination has not taken.
  func isWanted(_ change: StoreChange) -> Bool {
    let item = change.change.known.item
    if settings.filter.takes(item) { return true }
    return state.filter?.isTracked == true && told[item.id]?.isThere == true
  }

  /// An item that was told before that was noted.
  private func unnoted(_ change: StoreChange, _ record: FilterRecord) -> ToldItems.Entry? {
    guard record.unnoted > 0 else { return nil }
    // One that was changed since may have been told; a word too much of it does no harm.
    guard change.sequence <= record.unnoted || change.change.kind != .created else { return nil }
    let isDirect = change.change.known.item.conversationKind == .direct
    if isDirect, !record.unnotedWithDirect { return nil }
    return .init(
      isThere: true, sequence: min(change.sequence, record.unnoted), walk: record.walk)
  }
}

extension KnownItem {
  /// When it is said to leave: later than whatever was said before of its being there.
  fileprivate func leaving(at now: Int64, after before: Int64) -> Int64 {
    max(now, register(of: .presence).standing.stamp.milliseconds + 1, before + 2)
  }
}

extension StoreChange {
  /// Has the item be there again where it was said to have left: unless a person has said more of that, it is
  /// there as of just after.
  fileprivate mutating func bringBack(after leftAt: Int64) {
    let known = change.known
    let stamp = SettingStamp(.model, leftAt + 1, device: "")
    let register = known.register(of: .presence)
    guard register.standing.stamp < stamp else { return }
    change.known.settings[.presence] = FieldRegister(
      FieldSetting(stamp, known.value(of: .presence)))
  }
}
