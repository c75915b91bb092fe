import Glibc

/// A name of the DNS: labels of any bytes, compared without regard to the case of ASCII letters (RFC 6762, 16).
struct DNSName: Sendable {
  /// The labels as they are sent, each behind its length, without the empty one at the end.
  let bytes: [UInt8]

  /// The most bytes of a name; the empty label at the end is one more.
  static let longest = 254
  /// The most bytes of a label.
  static let longestLabel = 63

  /// Takes bytes that are whole labels.
  init(bytes: [UInt8]) { self.bytes = bytes }

  /// Reads `a.b.c`, in which no label is empty or too long.
  init(_ text: String) {
    var bytes: [UInt8] = []
    for label in text.utf8.split(separator: UInt8(ascii: ".")) {
      bytes.append(UInt8(label.count))
      bytes += label
    }
    self.bytes = bytes
  }

  /// The name that has one label more in front; nil where the label or the name is too long.
  func child(_ label: [UInt8]) -> DNSName? {
    guard (1...Self.longestLabel).contains(label.count),
      bytes.count + label.count + 1 <= Self.longest
    else { return nil }
    return DNSName(bytes: [UInt8(label.count)] + label + bytes)
  }

  /// The first label; empty for the root.
  var label: ArraySlice<UInt8> { bytes.dropFirst().prefix(Int(bytes.first ?? 0)) }

  /// Whether the name is another one with a label in front.
  func isChild(of parent: DNSName) -> Bool {
    let own = label.count + 1
    return bytes.count == own + parent.bytes.count
      && zip(bytes[own...], parent.bytes).allSatisfy { Self.folded($0) == Self.folded($1) }
  }

  /// A byte with capital letters made small. The lengths of labels are below those of letters.
  private static func folded(_ byte: UInt8) -> UInt8 {
    byte >= 0x41 && byte <= 0x5A ? byte | 0x20 : byte
  }
}

extension DNSName: Hashable {
  static func == (one: DNSName, other: DNSName) -> Bool {
    let count = one.bytes.count
    guard count == other.bytes.count else { return false }
    // Mostly they are the same to the letter.
    if memcmp(one.bytes, other.bytes, count) == 0 { return true }
    for place in 0..<count where folded(one.bytes[place]) != folded(other.bytes[place]) {
      return false
    }
    return true
  }

  func hash(into hasher: inout Hasher) {
    var (word, count) = (0 as UInt64, 0)
    for byte in bytes {
      word = word << 8 | UInt64(Self.folded(byte))
      count += 1
      guard count & 7 == 0 else { continue }
      hasher.combine(word)
      word = 0
    }
    hasher.combine(word)
    hasher.combine(count)
  }
}
