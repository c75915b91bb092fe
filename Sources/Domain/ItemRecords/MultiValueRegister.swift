/// The settings of one field of an item: the winning one, and concurrent settings by people.
///
/// It is a multi-value register. Registers of one field can be merged in any order and any number of times with the
/// same result. The greatest setting wins. Other people's settings that its author did not know stay next to it. A
/// later setting made with knowledge of all replaces them.
public struct MultiValueRegister: Hashable, Sendable {
  /// The settings, the winning one first; never empty.
  public private(set) var settings: [FieldSetting]

  /// The most settings kept of one field. Of more concurrent ones, the greatest are kept.
  public static let limit = 16

  /// Creates a register with one setting.
  public init(_ setting: FieldSetting) {
    settings = [setting]
  }

  /// Creates a register from several settings; nil for an empty list.
  public init?(_ settings: [FieldSetting]) {
    if settings.isEmpty { return nil }
    self.settings = settings.count == 1 ? settings : Self.reduced(settings)
  }

  /// The winning setting.
  public var standing: FieldSetting { settings[0] }

  /// Settings by people that lost but were never knowingly replaced. Those with the same text as the winner do not
  /// count.
  public var rivals: [FieldSetting] {
    settings.filter { $0.value.text != standing.value.text }
  }

  /// Adds the settings of another register of the field.
  public mutating func merge(_ other: MultiValueRegister) {
    if settings == other.settings { return }
    settings = Self.reduced(settings + other.settings)
  }

  /// Sets the field with knowledge of all its settings.
  ///
  /// The time must be later than that of the setting to be replaced. The settings of `others`, which are different
  /// fields, count as known, too.
  public mutating func set(
    _ value: FieldValue, _ stamp: VersionStamp, inViewOf others: [MultiValueRegister] = [],
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
      // Its clock may have been ahead, so the claimed time is corrected to come after the device's earlier ones.
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

  /// Returns whether another register has the same settings, ignoring people's names.
  public func isSame(as other: MultiValueRegister) -> Bool {
    func nameless(_ setting: FieldSetting) -> FieldSetting {
      var setting = setting
      setting.name = nil
      return setting
    }
    return settings.map(nameless) == other.settings.map(nameless)
  }

  /// Returns the register with every setting changed, for example its device name or time bound.
  public func mapped(_ change: (FieldSetting) -> FieldSetting) -> MultiValueRegister {
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
      // Only faulty devices make two settings that each claim knowledge of the other. The greater one then wins.
      !distinct.contains { $0.replaces(setting) && !($0 < setting && setting.replaces($0)) }
    }
    let sorted = (standing.isEmpty ? distinct : standing).sorted(by: >)
    let rest = sorted.dropFirst().filter { $0.stamp.author == .person }
    return Array((sorted.prefix(1) + rest).prefix(limit))
  }
}
