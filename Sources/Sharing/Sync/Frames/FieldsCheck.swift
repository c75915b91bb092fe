import Encoding
import ItemRecords

/// Tells whether an item is still what it was when it was written who set what of it.
///
/// An engine that knows nothing of that may keep what it was sent, have its people change the item, and send
/// it back with the old word on who set what.
enum FieldsCheck {
  /// A digest, in hex, of what the item's fields are set to, and of what only engines know.
  static func sum(of known: KnownItem, _ unknown: UnknownMembers?) -> String {
    var bytes: [UInt8] = []
    for field in KnownItem.Field.ofTask {
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
