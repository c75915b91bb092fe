import ActionItems
import CivilTime
public import ItemRecords

/// Converting item records to and from the form that devices exchange: device ids, time limits, checks, wordings.
/// Below: the purged form of an item, and items that are no longer shared.
extension ItemRecord {
  /// The longest wording accepted from other devices and people, in bytes.
  public static let longestRemoteWording = 1024

  /// Adds wordings seen by another device up to the limit, because each version may bring others.
  mutating func addRemoteWordings(_ others: [String]) {
    var seen = Set(wordings)
    for wording in others where wordings.count < Self.mostWordings {
      guard wording.utf8.count <= Self.longestRemoteWording else { continue }
      if seen.insert(wording).inserted { wordings.append(wording) }
    }
  }

  // MARK: - Devices and times

  /// The item as sent to others: settings made here carry the store's id.
  package func named(_ store: String) -> ItemRecord {
    var known = self
    known.settings.base = baseStamp
    return known.mapped { _, setting in setting.renaming("", store) }
  }

  /// The item as stored here: settings made here carry no device.
  package func localised(_ store: String) -> ItemRecord {
    var known = mapped { _, setting in setting.renaming(store, "") }
    let usual = VersionStamp(.model, max(0, item.extractedAt.milliseconds), device: "")
    if known.settings.base == usual { known.settings.base = nil }
    return known
  }

  /// The item with no time after a limit, in milliseconds since 1970.
  func bounded(to limit: Int64) -> ItemRecord {
    var known = mapped { _, setting in
      var setting = setting
      setting.stamp = setting.stamp.bounded(to: limit)
      return setting
    }
    if item.extractedAt.milliseconds > limit, let end = Timestamp(milliseconds: limit) {
      known.item.extractedAt = end
    }
    if let unknown = unknownMembers {
      known.unknownMembers?.milliseconds = min(unknown.milliseconds, limit)
    }
    return known
  }

  /// The item as accepted from an untrusted device. The author `purge` is accepted only for a purged item. No claim
  /// about this store's settings may exceed those in `own`.
  ///
  /// `own` is the local version of the item. In both, `named` must have filled in the device ids.
  func checked(against own: ItemRecord?, store: String) -> ItemRecord {
    let latest = own?.latestClaim(of: store) ?? 0
    return mapped { field, setting in
      var setting = setting
      let isPurge = field == .presence && setting.value.text == Removal.purged.rawValue
      if setting.stamp.author == .purge, !isPurge { setting.stamp.author = .person }
      if let time = setting.seen[store], time > latest { setting.seen[store] = latest }
      if setting.stamp.device == store, setting.stamp.claimed > latest {
        setting.stamp.device = Self.stranger(to: store)
      }
      return setting
    }
  }

  /// The item as received in a session of a known person. New settings made on the session's device are attributed to
  /// that person, and known ones keep their name.
  ///
  /// Settings of other devices are only passed on, so they stay unchanged.
  func signed(by name: String, on device: String, over own: ItemRecord?) -> ItemRecord {
    mapped { field, setting in
      guard setting.stamp.device == device, setting.stamp.author == .person else { return setting }
      var setting = setting
      let known = own?.register(of: field).settings.first { $0.isSame(as: setting) }
      setting.name = known.map(\.name) ?? FieldSetting.properName(name)
      return setting
    }
  }

  /// The device id of settings that are falsely attributed to this store.
  static func stranger(to store: String) -> String { "not:" + store }

  /// The latest time that a device claims for its settings.
  private func latestClaim(of device: String) -> Int64? {
    let stamps = settings.fields.flatMap { settings[$0]?.settings ?? [] }.map(\.stamp)
    return ([baseStamp] + stamps).filter { $0.device == device }.map(\.claimed).max()
  }

  /// The time of the last setting, in milliseconds since 1970.
  var newestSetting: Int64 { newestStamp?.milliseconds ?? 0 }

  /// The stamp of the last setting.
  var newestStamp: VersionStamp? {
    let stamps = settings.fields.flatMap { settings[$0]?.settings ?? [] }.map(\.stamp)
    return ([baseStamp] + stamps).max { $0.milliseconds < $1.milliseconds }
  }

  private func mapped(_ change: (Field, FieldSetting) -> FieldSetting) -> ItemRecord {
    var known = self
    known.settings.base = settings.base.map {
      change(.source, FieldSetting($0, FieldValue(nil))).stamp
    }
    for field in settings.fields {
      known.settings[field] = settings[field]?.mapped { change(field, $0) }
    }
    return known
  }
}

extension FieldSetting {
  fileprivate func renaming(_ device: String, _ other: String) -> FieldSetting {
    var setting = self
    if stamp.device == device { setting.stamp.device = other }
    if let time = setting.seen.removeValue(forKey: device) { setting.seen[other] = time }
    return setting
  }
}

extension ItemRecord {
  /// The purged form of the item, without texts and people.
  var blank: ItemRecord {
    var left = ActionItem(
      id: item.id, conversationId: item.conversationId, task: "", messageId: item.messageId,
      source: .init(platform: item.source.platform), extractedAt: item.extractedAt,
      model: item.model)
    left.isComplete = item.isComplete
    left.updatedAt = item.updatedAt
    var blank = ItemRecord(
      item: left, number: number, firstMessageId: firstMessageId, wordings: [""],
      removal: .purged)
    blank.settings.base = .nothing
    blank.settings[.presence] = settings[.presence]
    return blank
  }

  /// The item with only its presence, and the fields that people set without knowledge of the removal.
  package var withPresenceAlone: ItemRecord {
    var known = self
    let presence = register(of: .presence)
    known.settings = ItemSettings()
    known.settings.base = .nothing
    known.settings[.presence] = presence
    for field in Field.ofTask {
      let unaware = settings[field]?.settings.filter { setting in
        setting.stamp.author == .person && !presence.standing.knows(setting)
      }
      known.settings[field] = unaware.flatMap { MultiValueRegister($0) }
    }
    return known
  }
}

/// Items that are no longer shared with a remote. A store that shares a part of its items reports the ones that leave
/// that part.
///
/// On the remote, a model withdraws the item, which any later setting reverts. In the store itself, leaving has no
/// effect.
extension ItemRecord {
  /// The removal reason of an item that left. Remotes that do not know it pass it on unchanged.
  package static let leftReason = "no longer shared"

  private static let left = FieldValue(Removal.withdrawn.rawValue, leftReason)

  /// Makes a device report that the item left, and nothing else about it.
  package mutating func leave(at milliseconds: Int64, device: String) {
    settings = ItemSettings()
    settings.base = .nothing
    let stamp = VersionStamp(.model, milliseconds, device: device)
    settings[.presence] = MultiValueRegister(FieldSetting(stamp, Self.left))
    take(Self.left, of: .presence)
  }

  var hasLeft: Bool { register(of: .presence).standing.value == Self.left }

  /// Reverts this store's own report that the item left, if the report comes back: the item left for one remote only,
  /// and others must not conclude more from that.
  ///
  /// The item becomes present or removed, as it was here, with a time just after the report.
  mutating func reclaim(from store: String, as ours: ItemRecord?) {
    let standing = register(of: .presence).standing
    let device = standing.stamp.device
    // This store sent the report but never made the setting.
    guard device == store || device == Self.stranger(to: store), hasLeft else { return }
    let value = ours?.value(of: .presence) ?? FieldValue(Self.present)
    let stamp = VersionStamp(.model, standing.stamp.milliseconds + 1, device: store)
    settings[.presence] = MultiValueRegister(FieldSetting(stamp, value))
    take(value, of: .presence)
  }
}

extension Timestamp {
  /// Creates a time in UTC; nil if it is out of range.
  init?(milliseconds: Int64) {
    let (microseconds, isTooLate) = milliseconds.multipliedReportingOverflow(by: 1000)
    if isTooLate { return nil }
    self.init(microseconds: microseconds)
  }
}
