/// Who set what of an item: what decides whenever it is merged with what others know of it.
///
/// Most fields are as a model found them. That is said once, for all of them.
public struct ItemSettings: Hashable, Sendable {
  /// The stamp of all fields that have no register; nil for a model of this store, at the time when the item
  /// was extracted.
  public var base: SettingStamp?
  private var entries: [Entry] = []

  private struct Entry: Hashable, Sendable {
    var field: KnownItem.Field
    var register: FieldRegister
  }

  /// Everything is as a model of this store found it.
  public init() {}

  /// The register of a field; nil where nothing but the base is known of it.
  public subscript(field: KnownItem.Field) -> FieldRegister? {
    get { entries.first { $0.field == field }?.register }
    set {
      let place = entries.firstIndex { $0.field >= field } ?? entries.endIndex
      let isThere = place < entries.endIndex && entries[place].field == field
      switch (isThere, newValue) {
      case (true, let register?): entries[place].register = register
      case (true, nil): entries.remove(at: place)
      case (false, let register?):
        entries.insert(Entry(field: field, register: register), at: place)
      case (false, nil): break
      }
    }
  }

  /// Whether nothing is known but the base.
  public var isPlain: Bool { entries.isEmpty }

  /// The fields that have registers, in their order.
  public var fields: [KnownItem.Field] { entries.map(\.field) }
}
