/// The settings of all fields of an item: who set which field. They decide how versions are merged.
///
/// Most fields are as a model found them, which is stored once for all of them.
public struct ItemSettings: Hashable, Sendable {
  /// The stamp of all fields without a register; nil for a model of this store, at the time of extraction.
  public var base: VersionStamp?
  private var entries: [Entry] = []

  private struct Entry: Hashable, Sendable {
    var field: ItemRecord.Field
    var register: MultiValueRegister
  }

  /// Creates settings in which every field is as a model of this store found it.
  public init() {}

  /// The register of a field; nil if the field has only the base stamp.
  public subscript(field: ItemRecord.Field) -> MultiValueRegister? {
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

  /// Whether no field has a register.
  public var isPlain: Bool { entries.isEmpty }

  /// The fields that have registers, in their order.
  public var fields: [ItemRecord.Field] { entries.map(\.field) }
}
