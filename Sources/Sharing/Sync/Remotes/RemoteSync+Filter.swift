import ActionItems
import ItemRecords
import Store

/// The part of the store's changes that the remote gets, by its filter.
extension RemoteSync {
  /// Records the filter of the delivery. Returns true if it changed, so that all items are visited again.
  mutating func noteFilter() -> Bool {
    let filter = settings.filter
    guard var record = state.filter else {
      // Everything delivered so far was unfiltered.
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
    requests.append(.log("the filter has changed: checking all items"))
    beginWalk(after: nil, settled: state.checkpoint?.sequence ?? 0)
    return true
  }

  /// Visits the changes after a cursor again. The remote has everything sent up to the number `settled`, which is not
  /// sent again.
  mutating func beginWalk(after place: FeedCursor?, settled: Int) {
    state.checkpoint = place
    guard state.filter?.isTracked == true else { return }
    state.filter?.walk += 1
    state.filter?.upTo = settled
    told.doubt(after: settled)
  }

  /// Returns what to send for a change; nil for nothing.
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
      // The remote need not hear about the removal of an item that it never got. A purge is sent even after the item
      // left.
      guard before?.isThere == true || (before != nil && known.removal == .purged) else {
        return nil
      }
      return outgoing(entry)
    }
    var entry = entry
    if fits {
      let isTold = before?.isThere == true
      if let before, isTold, before.sequence >= sequence, !before.isDoubtful, !isAsked {
        // A later walk must know that this was sent.
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
    // A repeated message keeps the time of the first one.
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

  /// Whether a version only repeats the deletion of an item that left the filter. A server that does not know the
  /// `left` scope may send it back as a person's removal.
  func isEcho(_ version: RemoteVersion) -> Bool {
    guard case .deletion = version.content, let entry = told[version.id] else { return false }
    return !entry.isThere
  }

  /// Requests that new records of sent items are stored before the items are sent.
  mutating func keepTold() {
    guard let records = told.takeUnkept() else { return }
    requests.append(.keepTold(records, generation: state.generation))
  }

  /// Whether an unacknowledged change still has to be sent.
  func isWanted(_ change: StoreChange) -> Bool {
    let item = change.change.known.item
    if settings.filter.takes(item) { return true }
    return state.filter?.isTracked == true && told[item.id]?.isThere == true
  }

  /// Returns the entry of an item that may have been sent before sent items were recorded.
  private func unnoted(_ change: StoreChange, _ record: FilterRecord) -> SentItems.Entry? {
    guard record.unnoted > 0 else { return nil }
    // A later change may have been sent as well. A needless deletion does no harm.
    guard change.sequence <= record.unnoted || change.change.kind != .created else { return nil }
    let isDirect = change.change.known.item.conversationKind == .direct
    if isDirect, !record.unnotedWithDirect { return nil }
    return .init(
      isThere: true, sequence: min(change.sequence, record.unnoted), walk: record.walk)
  }
}

extension ItemRecord {
  /// Returns the time of leaving, in milliseconds since 1970: later than everything known about the item's presence.
  fileprivate func leaving(at now: Int64, after before: Int64) -> Int64 {
    max(now, register(of: .presence).standing.stamp.milliseconds + 1, before + 2)
  }
}

extension StoreChange {
  /// Marks the item as present again just after `leftAt`, unless its presence was set later.
  fileprivate mutating func bringBack(after leftAt: Int64) {
    let known = change.known
    let stamp = VersionStamp(.model, leftAt + 1, device: "")
    let register = known.register(of: .presence)
    guard register.standing.stamp < stamp else { return }
    change.known.settings[.presence] = MultiValueRegister(
      FieldSetting(stamp, known.value(of: .presence)))
  }
}
