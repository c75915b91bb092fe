/// What is known of one field: the setting that stands, and what persons have set elsewhere without knowing
/// of each other.
///
/// A multi-value register: registers of one field are merged in any order, any number of times, to the same
/// result. The greatest of all settings stands. Those of persons that it was not set in view of stay
/// beside it until somebody sets the field in view of all.
public struct FieldRegister: Hashable, Sendable {
  /// The settings, the one that stands first; never empty.
  public private(set) var settings: [FieldSetting]

  /// Settings that are kept of one field; of more that nobody knew of each other the greatest.
  public static let limit = 16

  /// A field that was set once.
  public init(_ setting: FieldSetting) {
    settings = [setting]
  }

  /// A field with several settings; nil where there is none.
  public init?(_ settings: [FieldSetting]) {
    if settings.isEmpty { return nil }
    self.settings = settings.count == 1 ? settings : Self.reduced(settings)
  }

  /// The setting that stands.
  public var standing: FieldSetting { settings[0] }

  /// Settings by persons that lost, though nobody who knew of them has decided so; those that say the same
  /// as what stands are none, whatever belongs to it.
  public var rivals: [FieldSetting] {
    settings.filter { $0.value.text != standing.value.text }
  }

  /// Takes over what is known of the field elsewhere.
  public mutating func merge(_ other: FieldRegister) {
    if settings == other.settings { return }
    settings = Self.reduced(settings + other.settings)
  }

  /// Sets the field in view of all that is known of it.
  ///
  /// The time has to be later than that of whatever is to be replaced. `others` are fields that were in view,
  /// too.
  public mutating func set(
    _ value: FieldValue, _ stamp: SettingStamp, inViewOf others: [FieldRegister] = [],
    isByRule: Bool = false, isTakenBack: Bool = false, name: String? = nil
  ) {
    var seen: [String: Int64] = [:]
    var stamp = stamp
    if stamp.author != .model {
      let known = settings + others.flatMap(\.settings)
      for setting in known where setting.stamp.author != .model {
        seen.merge([setting.stamp.device: setting.stamp.claimed]) { max($0, $1) }
        seen.merge(setting.seen) { max($0, $1) }
      }
      // Its clock may have been ahead: what it claimed then is earlier all the same.
      if let own = seen.removeValue(forKey: stamp.device), own >= stamp.claimed, own < .max {
        stamp.claimed = own + 1
      }
      if seen.count > FieldSetting.seenLimit {
        let latest = seen.sorted { ($0.value, $0.key) > ($1.value, $1.key) }
        seen = Dictionary(uniqueKeysWithValues: latest.prefix(FieldSetting.seenLimit).map { $0 })
      }
    }
    let new = FieldSetting(
      stamp, value, seen: seen, isByRule: isByRule, isTakenBack: isTakenBack, name: name)
    settings = Self.reduced(settings + [new])
  }

  /// Whether the same is known of the field elsewhere, whatever persons are called there.
  public func isSame(as other: FieldRegister) -> Bool {
    func nameless(_ setting: FieldSetting) -> FieldSetting {
      var setting = setting
      setting.name = nil
      return setting
    }
    return settings.map(nameless) == other.settings.map(nameless)
  }

  /// The register with other names for devices, and other bounds for times.
  public func mapped(_ change: (FieldSetting) -> FieldSetting) -> FieldRegister {
    var copy = self
    copy.settings = settings.count == 1 ? settings.map(change) : Self.reduced(settings.map(change))
    return copy
  }

  /// The settings that count, the greatest first.
  private static func reduced(_ all: [FieldSetting]) -> [FieldSetting] {
    var distinct: [FieldSetting] = []
    for setting in all {
      if let place = distinct.firstIndex(where: { $0.isSame(as: setting) }) {
        distinct[place] = distinct[place].joined(with: setting)
      } else {
        distinct.append(setting)
      }
    }
    let standing = distinct.filter { setting in
      // Only faulty devices make settings that claim to know of each other: the greater one stands then.
      !distinct.contains { $0.replaces(setting) && !($0 < setting && setting.replaces($0)) }
    }
    let sorted = (standing.isEmpty ? distinct : standing).sorted(by: >)
    let rest = sorted.dropFirst().filter { $0.stamp.author == .person }
    return Array((sorted.prefix(1) + rest).prefix(limit))
  }
}
