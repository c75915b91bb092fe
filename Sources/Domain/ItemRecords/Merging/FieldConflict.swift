/// A field that people set to different values without knowledge of each other.
public struct FieldConflict: Hashable, Sendable {
  /// The field.
  public var field: ItemRecord.Field
  /// The winning setting.
  public var standing: FieldSetting
  /// The losing settings, the greatest first; never empty.
  public var rivals: [FieldSetting]

  /// All settings in conflict.
  public var sides: [FieldSetting] { [standing] + rivals }
}

extension ItemRecord {
  /// The conflicts of the item, by field.
  ///
  /// If a person removed the item, a concurrent setting of another field is a conflict, too: its author took the item
  /// for present.
  public var conflicts: [FieldConflict] {
    if settings.isPlain { return [] }
    var found = Field.allCases.compactMap { field -> FieldConflict? in
      guard let register = settings[field], !register.rivals.isEmpty else { return nil }
      return FieldConflict(field: field, standing: register.standing, rivals: register.rivals)
    }
    guard let removed = settings[.presence]?.standing,
      removed.value.text == Removal.person.rawValue,
      !found.contains(where: { $0.field == .presence })
    else { return found }
    let unaware = Field.ofTask.compactMap { settings[$0]?.standing }.filter { setting in
      setting.stamp.author == .person && !removed.knows(setting)
    }
    if let last = unaware.max() {
      let wanted = FieldSetting(last.stamp, FieldValue(Self.present))
      found.append(FieldConflict(field: .presence, standing: removed, rivals: [wanted]))
    }
    return found
  }
}
