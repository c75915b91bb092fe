import ActionItems
import Encoding
public import ItemRecords

/// What a peer that knows no fields and this store last had in common of an item: a digest of each field.
///
/// What a whole item of that peer's says otherwise, the peer has set.
public struct ExchangedVersion: Hashable, Sendable {
  /// One for each field, in their order; 0 where nothing was told of it.
  public private(set) var digests: [UInt64]

  /// How the names of files end in which such versions are kept.
  package static let fileEnding = ".exchanged"
  /// So many digests there are.
  public static let count = KnownItem.Field.allCases.count

  /// Nothing was told.
  public init() {
    digests = [UInt64](repeating: 0, count: Self.count)
  }

  /// Takes digests as they were kept; nil where they are too few or too many.
  public init?(digests: [UInt64]) {
    guard digests.count == Self.count else { return nil }
    self.digests = digests
  }

  /// An item as the peer was told of it.
  public init(_ known: KnownItem) {
    self.init()
    note(known, Set(KnownItem.Field.allCases))
  }

  mutating func note(_ known: KnownItem, _ fields: Set<KnownItem.Field>) {
    for (place, field) in KnownItem.Field.allCases.enumerated() where fields.contains(field) {
      digests[place] = Self.digest(known, field)
    }
  }

  /// Whether a field of an item is what was told; nil where nothing was.
  func says(_ known: KnownItem, _ field: KnownItem.Field) -> Bool? {
    guard let place = KnownItem.Field.allCases.firstIndex(of: field), digests[place] != 0 else {
      return nil
    }
    return digests[place] == Self.digest(known, field)
  }

  /// Whether a field of two items is the same, as far as every peer tells it.
  static func areSame(_ a: KnownItem, _ b: KnownItem, _ field: KnownItem.Field) -> Bool {
    digest(a, field) == digest(b, field)
  }

  private static let key = SipHash.Key(0x61c8_8646_80b5_83eb, 0x3c79_ac49_2ba7_b653)

  private static func digest(_ known: KnownItem, _ field: KnownItem.Field) -> UInt64 {
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
      // Why it was removed, when it was done and in which zone not every peer tells.
      if field == .assignee { add(value.detail) }
    }
    let digest = SipHash.digest(bytes, key: key)
    return digest == 0 ? 1 : digest
  }
}
