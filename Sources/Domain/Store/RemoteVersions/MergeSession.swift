import ActionItems
import CivilTime
import ItemRecords

/// Merges versions of items from other devices, and collects the changes for the caller to write. All stores and hubs
/// merge alike, each field on its own: a person's setting takes precedence over a model's, then the later one.
struct MergeSession {
  /// This store's id, which is also its device id.
  let store: String
  /// The time of the merge.
  let at: Timestamp
  /// The rule for conflicts; nil if a person decides.
  let rule: ConflictRule?
  /// The items that changed so far, in their latest version.
  private(set) var current: [String: StoreChange] = [:]
  private(set) var changes: [StoreChange] = []
  private(set) var outcome = MergeOutcome()

  /// Merges a version; `stored` returns the last change of an item in the store.
  mutating func take(_ version: RemoteVersion, stored: (String) throws -> StoreChange?) throws {
    let here = try current[version.id] ?? stored(version.id)
    var ours = here?.change.known.named(store)
    // A run number has a meaning only in its own store.
    ours?.item.run = nil
    var version = version
    version.exchanged = outcome.exchanged[version.origin]?[version.id] ?? version.exchanged
    var received = received(version, over: ours)
    // Only the store in which a person merges items knows of that.
    received.known.merge = nil
    if let person = version.person {
      received.known = received.known.signed(by: person.name, on: person.device, over: ours)
    }
    // An item that was never here need not be remembered as left.
    if ours == nil, !received.isWhole, received.fields == [.presence], received.known.hasLeft {
      outcome.repeated += 1
      return
    }
    var merged =
      ours?.joined(with: received.known, in: received.fields) ?? received.known.asFirstReceived
    merged.reclaim(from: store, as: ours)
    merged.item.run = nil
    // An item that was purged anywhere is kept nowhere.
    if merged.settings[.presence]?.standing.stamp.author == .purge { merged = merged.blank }
    let isBehind = received.isBehind(merged)
    if let ours, merged.isSame(as: ours) {
      guard received.isWhole, isBehind, merged.item.updatedAt.milliseconds <= received.time else {
        if isBehind { outcome.outdated += 1 } else { outcome.repeated += 1 }
        return
      }
      // A remote that compares only the times of whole items must receive this one again, with a later time.
    } else {
      outcome.applied += 1
    }
    merged = merged.localised(store)
    if received.isWhole, isBehind { touch(&merged, past: received.time) }
    let isSettled = settle(&merged, over: here?.change.known)
    let kind = ActionItemStore.kind(from: here?.change.known, to: merged)
    var change = StoreChange(kind, merged, by: .sync, at: at)
    // A change without an origin also goes back to the remote, which does not have the merged version.
    if !isBehind, !isSettled {
      change.device = version.device == store ? nil : version.device
      change.origin = version.origin
    }
    current[version.id] = change
    changes.append(change)
  }

  private func touch(_ known: inout ItemRecord, past time: Int64) {
    if known.item.updatedAt.milliseconds <= time {
      known.item.updatedAt = Timestamp(milliseconds: time) ?? known.item.updatedAt
    }
    known.touch(at: .epoch)
    known.noteSettings(by: .model, since: known, also: [.source])
  }

  // MARK: - Conflicts

  /// Counts new conflicts and settles those that the rule decides. Returns whether it settled any.
  ///
  /// Conflicts with a side set by a rule are left to a person: two rules might never agree.
  private mutating func settle(_ known: inout ItemRecord, over before: ItemRecord?) -> Bool {
    let earlier = Set((before?.conflicts ?? []).flatMap(\.rivals))
    let new = known.conflicts.filter { conflict in
      conflict.rivals.contains { !earlier.contains($0) }
    }
    if new.isEmpty { return false }
    defer {
      if !known.conflicts.isEmpty { outcome.conflicting.insert(known.item.id) }
    }
    var isSettled = false
    for conflict in new where !conflict.sides.contains(where: \.isByRule) {
      guard let choice = rule?.choice(conflict, store: store) else { continue }
      known.settle(conflict, as: choice, at: at, isByRule: true)
      isSettled = true
    }
    return isSettled
  }

  // MARK: - Received contents

  /// The contents of a received version.
  private struct Received {
    /// The item, with its settings.
    var known: ItemRecord
    /// The fields that may have been set.
    var fields: Set<ItemRecord.Field>
    /// The whole item as received, and the fields in it; nil if the remote has field settings.
    var whole: (item: ItemRecord, fields: Set<ItemRecord.Field>)?
    /// The time of the version, in milliseconds since 1970.
    var time: Int64
    /// Whether the version has times after the limit, too far in the future.
    var isAhead = false

    var isWhole: Bool { whole != nil }

    /// Returns whether the remote lacks a part of the merged version.
    func isBehind(_ merged: ItemRecord) -> Bool {
      if isAhead { return true }
      if let whole {
        return whole.fields.contains { field in
          field != .source && !ExchangedVersion.areSame(whole.item, merged, field)
        }
      }
      if fields.contains(.source), known.item.extractedAt != merged.item.extractedAt { return true }
      return fields.contains { !known.register(of: $0).isSame(as: merged.register(of: $0)) }
    }
  }

  private mutating func received(_ version: RemoteVersion, over ours: ItemRecord?) -> Received {
    let limit = self.limit
    switch version.content {
    case .fields(let known), .presence(let known):
      var isWithFields = false
      if case .fields = version.content { isWithFields = true }
      let named = known.named(version.device).checked(against: ours, store: store)
      if version.keepsExchanged {
        outcome.exchanged[version.origin, default: [:]][version.id] = ExchangedVersion(known)
      }
      if let newest = named.newestStamp { noteAhead(newest.milliseconds, of: newest.device) }
      var bounded = named.bounded(to: limit)
      if bounded.item.updatedAt.milliseconds > limit {
        bounded.item.updatedAt =
          Timestamp(milliseconds: bounded.newestSetting) ?? bounded.item.updatedAt
      }
      return Received(
        known: bounded,
        fields: Set(isWithFields ? ItemRecord.Field.allCases : bounded.settings.fields),
        whole: nil, time: bounded.item.updatedAt.milliseconds,
        isAhead: named.newestSetting > limit)
    case .item, .note, .deletion, .withdrawal:
      var version = version
      noteAhead(version.updatedAt.milliseconds, of: version.device)
      if version.updatedAt.milliseconds > limit {
        version.updatedAt = Timestamp(milliseconds: limit) ?? version.updatedAt
      }
      let whole = VersionWithoutSettings(version, over: ours, at: at)
      var exchanged = version.exchanged ?? ExchangedVersion()
      exchanged.note(whole.item, whole.received)
      outcome.exchanged[version.origin, default: [:]][version.id] = exchanged
      return Received(
        known: whole.known, fields: whole.changed, whole: (whole.item, whole.received),
        time: version.updatedAt.milliseconds)
    }
  }

  /// The latest accepted time, in milliseconds since 1970; later versions count as made then. Otherwise they would win
  /// for ever.
  ///
  /// If the local clock is clearly wrong, there is no limit.
  private var limit: Int64 {
    at.milliseconds < Self.earliestClock ? .max / 1000 : at.milliseconds + Self.longestLead
  }

  private mutating func noteAhead(_ time: Int64, of device: String) {
    let lead = time - at.milliseconds
    // A device that edits after one whose clock is ahead sets a slightly later time. Its own clock is not at fault.
    guard at.milliseconds >= Self.earliestClock, lead > Self.longestLead + Self.followers else {
      return
    }
    outcome.ahead[device] = max(lead, outcome.ahead[device] ?? 0)
  }

  /// The most milliseconds that a version may be ahead of the local clock: one day.
  private static let longestLead: Int64 = 86_400_000
  /// Additional milliseconds for devices that edit after one whose clock is ahead: one minute.
  private static let followers: Int64 = 60_000
  /// A local clock before this time, 2020-01-01, is clearly wrong.
  private static let earliestClock: Int64 = 1_577_836_800_000
}

extension ItemRecord {
  /// Returns whether two versions are equal in everything that is sent to others.
  fileprivate func isSame(as other: ItemRecord) -> Bool {
    settings == other.settings && item == other.item && removal == other.removal
      && wordings == other.wordings && hasSameUnknown(other)
  }

  private func hasSameUnknown(_ other: ItemRecord) -> Bool {
    var unknown = other.unknownMembers
    unknown?.milliseconds = unknownMembers?.milliseconds ?? 0
    return unknown == unknownMembers
  }

  /// Sets a field in conflict to the value of one side, on behalf of a person who knows all sides.
  mutating func settle(
    _ conflict: FieldConflict, as choice: FieldSetting, at: Timestamp, isByRule: Bool
  ) {
    touch(at: at)
    set(conflict.field, to: choice.value, isByRule: isByRule)
  }
}
