import Encoding

/// An item's id as 128 bits, for indexes. Below: `ConversationKey`, in 64 bits, and numbers as big-endian bytes.
///
/// A UUID in lower case keeps its bits, so keys sort like ids. Any other id becomes a UUIDv5 of its text, but a UUID
/// with capitals keeps its first half. No two ids share a key, even if they differ only in case.
package struct ItemKey: Hashable, Comparable, Sendable, IndexKey {
  package let high: UInt64
  package let low: UInt64

  package init(high: UInt64, low: UInt64) {
    self.high = high
    self.low = low
  }

  package init(_ id: String) {
    let own = UUIDv5.Namespace(id)
    var id = id
    if let own, id.withUTF8({ !$0.contains { (0x41...0x5A).contains($0) } }) {
      self.init(high: own.high, low: own.low)
    } else {
      // A generated UUID can always be parsed. A UUID in upper case keeps its first half, so that its prefix still
      // finds it.
      let made = UUIDv5.Namespace(UUIDv5.string(namespace: Self.namespace, name: id))
      self.init(high: own?.high ?? made?.high ?? 0, low: made?.low ?? 0)
    }
  }

  private static let namespace = UUIDv5.Namespace(
    high: 0x3b1f_7a52_c0d9_4e68, low: 0xb5a4_1d0e_92f7_6c33)

  package static func < (a: ItemKey, b: ItemKey) -> Bool { (a.high, a.low) < (b.high, b.low) }

  /// The range of keys of ids with a prefix; nil if no UUID begins with it.
  static func range(beginning: String) -> ClosedRange<ItemKey>? {
    var high: UInt64 = 0
    var digits = 0
    for (place, byte) in beginning.utf8.enumerated() {
      if [8, 13, 18, 23].contains(place) {
        guard byte == UInt8(ascii: "-") else { return nil }
        continue
      }
      guard place < 36, let digit = Character(Unicode.Scalar(byte)).hexDigitValue else {
        return nil
      }
      let shift = UInt64(60 - digits % 16 * 4)
      if digits < 16 { high |= UInt64(digit) << shift }
      digits += 1
    }
    guard digits > 0 else { return nil }
    func rest(_ given: Int) -> UInt64 {
      given <= 0 ? .max : given >= 16 ? 0 : .max >> UInt64(given * 4)
    }
    // The second half of a key comes from the id only if that is in lower case.
    return ItemKey(high: high, low: 0)...ItemKey(high: high | rest(digits), low: .max)
  }

  func append(to bytes: inout [UInt8]) {
    bytes.append(bigEndian: high)
    bytes.append(bigEndian: low)
  }

  init(_ bytes: ArraySlice<UInt8>) {
    high = UInt64(bigEndian: bytes)
    low = UInt64(bigEndian: bytes.dropFirst(8))
  }
}

/// A conversation's id as 64 bits, for indexes.
///
/// Two conversations may share a key, so callers must compare the ids in what they find.
struct ConversationKey: Hashable, Comparable, Sendable, IndexKey {
  let value: UInt64

  init(_ id: String) {
    value = SipHash.digest(id.utf8, key: SipHash.Key(0x636F_6E76_6572_7361, 0x7469_6F6E_206B_6579))
  }

  init(value: UInt64) {
    self.value = value
  }

  static func < (a: ConversationKey, b: ConversationKey) -> Bool { a.value < b.value }

  func append(to bytes: inout [UInt8]) { bytes.append(bigEndian: value) }
}

/// A key by which an index is sorted.
protocol IndexKey {
  /// Appends the bytes in big-endian order.
  func append(to bytes: inout [UInt8])
}

extension IndexKey {
  var bytes: [UInt8] {
    var bytes: [UInt8] = []
    append(to: &bytes)
    return bytes
  }
}

extension [UInt8] {
  /// Appends a number in big-endian order.
  mutating func append(bigEndian number: UInt64) {
    Swift.withUnsafeBytes(of: number.bigEndian) { append(contentsOf: $0) }
  }
}

extension UInt64 {
  /// Reads a number from the first eight bytes in big-endian order.
  init(bigEndian bytes: ArraySlice<UInt8>) {
    self = bytes.prefix(8).reduce(0) { $0 << 8 | UInt64($1) }
  }
}
