import ActionItems
import Encoding
public import ItemRecords

/// The last version of an item that this store had in common with a remote without field settings. It consists of a
/// digest of each field.
///
/// Fields in which a later version from that remote differs were set there.
public struct ExchangedVersion: Hashable, Sendable {
  /// A digest for each field, in field order; 0 if the field was not exchanged.
  public private(set) var digests: [UInt64]

  /// The ending of the names of files with such versions.
  package static let fileEnding = ".exchanged"
  /// The number of digests.
  public static let count = ItemRecord.Field.allCases.count

  /// Creates a version in which no field was exchanged.
  public init() {
    digests = [UInt64](repeating: 0, count: Self.count)
  }

  /// Restores a version from saved digests; nil if their number is wrong.
  public init?(digests: [UInt64]) {
    guard digests.count == Self.count else { return nil }
    self.digests = digests
  }

  /// Creates the version of an item as sent to the remote.
  public init(_ known: ItemRecord) {
    self.init()
    note(known, Set(ItemRecord.Field.allCases))
  }

  mutating func note(_ known: ItemRecord, _ fields: Set<ItemRecord.Field>) {
    for (place, field) in ItemRecord.Field.allCases.enumerated() where fields.contains(field) {
      digests[place] = Self.digest(known, field)
    }
  }

  /// Returns whether a field equals the exchanged one; nil if it was not exchanged.
  func says(_ known: ItemRecord, _ field: ItemRecord.Field) -> Bool? {
    guard let place = ItemRecord.Field.allCases.firstIndex(of: field), digests[place] != 0 else {
      return nil
    }
    return digests[place] == Self.digest(known, field)
  }

  /// Returns whether a field of two items is equal, as far as every remote transmits it.
  static func areSame(_ a: ItemRecord, _ b: ItemRecord, _ field: ItemRecord.Field) -> Bool {
    digest(a, field) == digest(b, field)
  }

  private static let key = SipHash.Key(0x61c8_8646_80b5_83eb, 0x3c79_ac49_2ba7_b653)

  private static func digest(_ known: ItemRecord, _ field: ItemRecord.Field) -> UInt64 {
    var bytes: [UInt8] = []
    func add(_ text: String?) {
      bytes.append(text == nil ? 0 : 1)
      bytes += (text ?? "").utf8
      bytes.append(0xFF)
    }
    if field == .source {
      let item = known.item
      add(item.messageId)
      add(item.quote)
      for evidence in item.evidence {
        add(evidence.messageId)
        add(evidence.quote)
      }
    } else {
      let value = known.value(of: field)
      add(value.text)
      // Not every remote transmits the removal reason, the completion time and the time zone.
      if field == .assignee { add(value.detail) }
    }
    let digest = SipHash.digest(bytes, key: key)
    return digest == 0 ? 1 : digest
  }
}
