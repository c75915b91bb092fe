import Encoding
import ItemRecords

/// The digest by which a receiver detects that the member `fields` (the author of each field) is outdated.
///
/// A server that does not know `fields` may return an item that people changed together with its old `fields`.
enum FieldsCheck {
  /// Returns a digest, in hex, of the item's fields and of the members unknown to this version.
  static func sum(of known: ItemRecord, _ unknown: UnknownMembers?) -> String {
    var bytes: [UInt8] = []
    for field in ItemRecord.Field.ofTask {
      let value = known.settings[field]?.standing.value ?? known.value(of: field)
      for text in [value.text, value.detail] {
        bytes.append(text == nil ? 0 : 1)
        bytes += (text ?? "").utf8
        bytes.append(0xFF)
      }
    }
    for member in (unknown?.payload ?? []) + (unknown?.item ?? []) {
      bytes += Array(member.name.utf8) + [0xFF] + member.value
    }
    for tag in unknown?.tags ?? [] { bytes += Array(tag.utf8) + [0xFF] }
    return String(SipHash.digest(bytes, key: key), radix: 16)
  }

  private static let key = SipHash.Key(0x0ddc_0ffe_e0dd_f00d, 0x5eed_5eed_1234_4321)
}
