import ActionItems
import CivilTime
public import ItemRecords

extension KnownItem {
  /// The longest wording that is taken over from peers and persons, in bytes.
  public static let longestPeerWording = 1024

  /// Adds wordings that a peer has seen, as far as there is room: each version may bring others.
  mutating func addPeerWordings(_ others: [String]) {
    var seen = Set(wordings)
    for wording in others where wordings.count < Self.mostWordings {
      guard wording.utf8.count <= Self.longestPeerWording else { continue }
      if seen.insert(wording).inserted { wordings.append(wording) }
    }
  }

  // MARK: - Devices and times

  /// The item as others are told of it: what was set here bears the store's id.
  package func named(_ store: String) -> KnownItem {
    var known = self
    known.settings.base = baseStamp
    return known.mapped { _, setting in setting.renaming("", store) }
  }

  /// The item as the store keeps it: what was set here bears no device.
  package func localised(_ store: String) -> KnownItem {
    var known = mapped { _, setting in setting.renaming(store, "") }
    let usual = SettingStamp(.model, max(0, item.extractedAt.milliseconds), device: "")
    if known.settings.base == usual { known.settings.base = nil }
    return known
  }

  /// The item with no time behind a limit, in milliseconds since 1970.
  func bounded(to limit: Int64) -> KnownItem {
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

  /// The item as a peer may tell of it that need not be honest: only what is taken away is purged, and what this
  /// store has set nobody knows better than `own`, the item as it is here, both with their devices named.
  func checked(against own: KnownItem?, store: String) -> KnownItem {
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

  /// The item as a session tells of it whose person is known: what was set on its device and is not in `own` yet they
  /// have set, and what is there has the name that it has there. Of other devices it only passes on what it was told.
  func signed(by name: String, on device: String, over own: KnownItem?) -> KnownItem {
    mapped { field, setting in
      guard setting.stamp.device == device, setting.stamp.author == .person else { return setting }
      var setting = setting
      let known = own?.register(of: field).settings.first { $0.isSame(as: setting) }
      setting.name = known.map(\.name) ?? FieldSetting.properName(name)
      return setting
    }
  }

  /// The device of what is said to have been set in a store, and was not.
  static func stranger(to store: String) -> String { "not:" + store }

  /// The greatest time that a device claims of what it has set.
  private func latestClaim(of device: String) -> Int64? {
    let stamps = settings.fields.flatMap { settings[$0]?.settings ?? [] }.map(\.stamp)
    return ([baseStamp] + stamps).filter { $0.device == device }.map(\.claimed).max()
  }

  /// When anything of it was set last, in milliseconds since 1970.
  var newestSetting: Int64 { newestStamp?.milliseconds ?? 0 }

  /// The stamp of what was set last.
  var newestStamp: SettingStamp? {
    let stamps = settings.fields.flatMap { settings[$0]?.settings ?? [] }.map(\.stamp)
    return ([baseStamp] + stamps).max { $0.milliseconds < $1.milliseconds }
  }

  private func mapped(_ change: (Field, FieldSetting) -> FieldSetting) -> KnownItem {
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

extension KnownItem {
  /// What is left of a purged item.
  var blank: KnownItem {
    var left = ActionItem(
      id: item.id, conversationId: item.conversationId, task: "", messageId: item.messageId,
      source: .init(platform: item.source.platform), extractedAt: item.extractedAt,
      model: item.model)
    left.isComplete = item.isComplete
    left.updatedAt = item.updatedAt
    var blank = KnownItem(
      item: left, number: number, firstMessageId: firstMessageId, wordings: [""],
      removal: .purged)
    blank.settings.base = .nothing
    blank.settings[.presence] = settings[.presence]
    return blank
  }

  /// The item with nothing but whether it is there, and what persons set who did not know that it was taken away.
  package var withPresenceAlone: KnownItem {
    var known = self
    let presence = register(of: .presence)
    known.settings = ItemSettings()
    known.settings.base = .nothing
    known.settings[.presence] = presence
    for field in Field.ofTask {
      let unaware = settings[field]?.settings.filter { setting in
        setting.stamp.author == .person && !presence.standing.knows(setting)
      }
      known.settings[field] = unaware.flatMap { FieldRegister($0) }
    }
    return known
  }
}

/// Items that left what a peer is told of: whoever shares a part of its items says so of those that are no more in
/// it. For the peer it is a model's word that they are withdrawn, which any later word brings back; where they
/// come from, it means nothing.
extension KnownItem {
  /// Why an item is withdrawn that left; peers that know nothing of this tell it on as it is.
  package static let leftReason = "no longer shared"

  private static let left = FieldValue(Removal.withdrawn.rawValue, leftReason)

  /// Has a device say that the item left, and nothing else of it.
  package mutating func leave(at milliseconds: Int64, device: String) {
    settings = ItemSettings()
    settings.base = .nothing
    let stamp = SettingStamp(.model, milliseconds, device: device)
    settings[.presence] = FieldRegister(FieldSetting(stamp, Self.left))
    take(Self.left, of: .presence)
  }

  var hasLeft: Bool { register(of: .presence).standing.value == Self.left }

  /// Takes the item back where it is said to have left this store itself: it did so for one destination, which
  /// others must not take for more. It is there, or not, as it was here, as of just after.
  mutating func reclaim(from store: String, as ours: KnownItem?) {
    let standing = register(of: .presence).standing
    let device = standing.stamp.device
    // What left was told by this store, but set nowhere in it.
    guard device == store || device == Self.stranger(to: store), hasLeft else { return }
    let value = ours?.value(of: .presence) ?? FieldValue(Self.present)
    let stamp = SettingStamp(.model, standing.stamp.milliseconds + 1, device: store)
    settings[.presence] = FieldRegister(FieldSetting(stamp, value))
    take(value, of: .presence)
  }
}

extension Timestamp {
  /// A time in UTC; nil where it cannot be written.
  init?(milliseconds: Int64) {
    let (microseconds, isTooLate) = milliseconds.multipliedReportingOverflow(by: 1000)
    if isTooLate { return nil }
    self.init(microseconds: microseconds)
  }
}
