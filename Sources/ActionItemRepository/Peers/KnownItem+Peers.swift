import ActionItemModel
import CivilTime
public import Extraction
import FieldMerging

extension KnownItem {
  /// So many wordings are taken over from peers and persons.
  public static let peerWordings = 50
  /// The longest wording that is, in bytes.
  public static let longestPeerWording = 1024

  /// Adds a wording by a person; of very many the first ones and the last ones are kept.
  mutating func noteWording(_ wording: String) {
    if wordings.contains(wording) { return }
    wordings.append(wording)
    if wordings.count > Self.peerWordings { wordings.remove(at: Self.peerWordings / 2) }
  }

  /// Adds wordings that a peer has seen, as far as there is room: each version may bring others.
  mutating func addPeerWordings(_ others: [String]) {
    var seen = Set(wordings)
    for wording in others where wordings.count < Self.peerWordings {
      guard wording.utf8.count <= Self.longestPeerWording else { continue }
      if seen.insert(wording).inserted { wordings.append(wording) }
    }
  }

  // MARK: - Devices and times

  /// The item as others are told of it: what was set here bears the store's id.
  package func named(_ store: String) -> KnownItem {
    var known = self
    known.settings.base = baseStamp
    return known.mapped { $0.renaming("", store) }
  }

  /// The item as the store keeps it: what was set here bears no device.
  package func localised(_ store: String) -> KnownItem {
    var known = mapped { $0.renaming(store, "") }
    let usual = SettingStamp(.model, max(0, item.extractedAt.milliseconds), device: "")
    if known.settings.base == usual { known.settings.base = nil }
    return known
  }

  /// The item with no time behind a limit, in milliseconds since 1970.
  func bounded(to limit: Int64) -> KnownItem {
    var known = mapped { setting in
      var setting = setting
      setting.stamp = setting.stamp.bounded(to: limit)
      return setting
    }
    if let unknown = unknownMembers {
      known.unknownMembers?.milliseconds = min(unknown.milliseconds, limit)
    }
    return known
  }

  /// When anything of it was set last, in milliseconds since 1970.
  var newestSetting: Int64 { newestStamp?.milliseconds ?? 0 }

  /// The stamp of what was set last.
  var newestStamp: SettingStamp? {
    let stamps = settings.fields.flatMap { settings[$0]?.settings ?? [] }.map(\.stamp)
    return ([baseStamp] + stamps).max { $0.milliseconds < $1.milliseconds }
  }

  private func mapped(_ change: (FieldSetting) -> FieldSetting) -> KnownItem {
    var known = self
    known.settings.base = settings.base.map { change(FieldSetting($0, FieldValue(nil))).stamp }
    for field in settings.fields {
      known.settings[field] = settings[field]?.mapped(change)
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
  /// The item with nothing but whether it is there.
  package var withPresenceAlone: KnownItem {
    var known = self
    known.settings = ItemSettings()
    known.settings.base = .nothing
    known.settings[.presence] = register(of: .presence)
    return known
  }
}
