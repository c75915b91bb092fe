import ActionItems
import ItemRecords
import Store

/// Applies a `RemoteFilter` to the store's changes for `RemoteSync`: returns the messages for a remote, including
/// deletions of items that no longer fit. A changed filter makes it go through all items again.
struct OutgoingSelection: Sendable {
  private let settings: RemoteSync.Settings
  private(set) var identity: MessageIdentity
  /// The items that were sent to the remote, if that is tracked.
  private var sent: SentItems
  /// Whether the remote supports `fields`.
  var knowsFields = false

  init(_ settings: RemoteSync.Settings, store: String, generation: Int, sent: SentItems) {
    (self.settings, self.sent) = (settings, sent)
    identity = MessageIdentity(store: store, remote: settings.name, generation: generation)
  }

  /// Forgets the sent items, because delivery starts over.
  mutating func startOver(generation: Int) {
    identity = MessageIdentity(
      store: identity.store, remote: identity.remote, generation: generation)
    sent = SentItems()
  }

  /// Records the current filter in the state. Returns whether it changed, so that all items are visited again.
  mutating func noteFilter(_ state: inout RemoteState) -> Bool {
    let filter = settings.filter
    let delivered = state.checkpoint?.sequence
    guard var record = state.filter else {
      // Everything delivered so far was unfiltered.
      if filter == .all { return false }
      state.filter = FilterRecord(filter)
      guard let delivered else { return false }
      state.filter?.isTracked = true
      state.filter?.unrecorded = delivered
      state.filter?.unrecordedWithDirect = true
      beginWalk(after: nil, settled: delivered, &state)
      return true
    }
    guard record.text != filter.text else { return false }
    if !record.isTracked {
      record.isTracked = true
      record.unrecorded = delivered ?? 0
    }
    record.text = filter.text
    state.filter = record
    beginWalk(after: nil, settled: delivered ?? 0, &state)
    return true
  }

  /// Moves delivery back to a cursor (nil for the start). Items that were sent up to the number `settled` are known to
  /// be at the remote, and are not sent again.
  mutating func beginWalk(after place: FeedCursor?, settled: Int, _ state: inout RemoteState) {
    state.checkpoint = place
    guard state.filter?.isTracked == true else { return }
    state.filter?.walk += 1
    state.filter?.upTo = settled
    sent.doubt(after: settled)
  }

  /// Returns what to send for a change; nil for nothing. `isAsked` is whether the remote requested the item.
  mutating func selected(
    _ entry: ChangeReader.Entry, _ record: FilterRecord?, _ now: Duration, isAsked: Bool = false
  ) -> OutgoingChange? {
    let known = entry.change.change.known
    let fits = settings.filter.matches(known.item)
    guard let record, record.isTracked else { return fits ? outgoing(entry) : nil }
    let id = known.item.id
    let sequence = entry.change.sequence
    let before = sent[id] ?? unrecorded(entry.change, record)
    guard known.removal == nil else {
      // The removal of an item that the remote never got is not sent. A purge is sent even if the item left the filter
      // before.
      guard before?.isThere == true || (before != nil && known.removal == .purged) else {
        return nil
      }
      return outgoing(entry)
    }
    var entry = entry
    if fits {
      let isSent = before?.isThere == true
      if let before, isSent, before.sequence >= sequence, !before.isDoubtful, !isAsked {
        // A later walk must know that this was sent.
        if sent[id] == nil { sent.note(before, of: id) }
        return nil
      }
      if !isSent || sent[id] == nil || before?.isDoubtful == true {
        sent.note(
          .init(
            isThere: true, sequence: sequence, leftAt: before?.leftAt ?? 0, walk: record.walk),
          of: id)
      }
      if !isSent, known.item.conversationId != "sync:\(settings.name)" {
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
    sent.note(
      .init(isThere: false, sequence: sequence, leftAt: time, walk: record.walk), of: id)
    return OutgoingChange(entry, leavingAt: time, identity: identity)
  }

  private func outgoing(_ entry: ChangeReader.Entry) -> OutgoingChange {
    OutgoingChange(
      entry, identity: identity, knowsFields: knowsFields, tellsPlace: settings.session.isPeer)
  }

  /// Whether a received version only repeats the deletion that this side sent when an item left the filter. A server
  /// that does not know the scope `left` may return the deletion as a person's removal.
  func isEcho(_ version: RemoteVersion) -> Bool {
    guard case .deletion = version.content, let entry = sent[version.id] else { return false }
    return !entry.isThere
  }

  /// Returns and clears the new records of sent items, which are stored before the items are sent.
  mutating func takeUnkept() -> [UInt8]? { sent.takeUnkept() }

  /// Whether an unacknowledged change still has to be sent.
  func isWanted(_ change: StoreChange, _ record: FilterRecord?) -> Bool {
    let item = change.change.known.item
    if settings.filter.matches(item) { return true }
    return record?.isTracked == true && sent[item.id]?.isThere == true
  }

  /// Makes the entry of an item that may have been sent before sent items were recorded; nil if it cannot have been.
  private func unrecorded(_ change: StoreChange, _ record: FilterRecord) -> SentItems.Entry? {
    guard record.unrecorded > 0 else { return nil }
    // A later change may have been sent as well. A needless deletion does no harm.
    guard change.sequence <= record.unrecorded || change.change.kind != .created else { return nil }
    let isDirect = change.change.known.item.conversationKind == .direct
    if isDirect, !record.unrecordedWithDirect { return nil }
    return .init(
      isThere: true, sequence: min(change.sequence, record.unrecorded), walk: record.walk)
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
