/// A DNS name in wire format: labels of any bytes. ASCII letters compare without case (RFC 6762, 16).
struct DNSName: Sendable {
  /// The labels in wire format, each after its length, without the final empty one.
  let bytes: [UInt8]
  /// A hash that ignores case; tells most different names apart quickly.
  private let digest: UInt32

  /// The limit of a name in bytes; the final empty label is one more.
  static let longest = 254
  static let longestLabel = 63

  /// Takes bytes that are whole labels.
  init(bytes: [UInt8]) {
    self.bytes = bytes
    var digest: UInt32 = 0
    for byte in bytes { digest = digest &* 31 &+ UInt32(Self.folded(byte)) }
    self.digest = digest
  }

  /// Reads `a.b.c`. Its labels must not be empty or too long.
  init(_ text: String) {
    var (bytes, label): ([UInt8], [UInt8]) = ([], [])
    for byte in Array(text.utf8) + [UInt8(ascii: ".")] {
      if byte != UInt8(ascii: ".") {
        label.append(byte)
      } else if !label.isEmpty {
        bytes += [UInt8(label.count)] + label
        label = []
      }
    }
    self.init(bytes: bytes)
  }

  /// The name with a label in front; nil if the label or the name is too long.
  func child(_ label: [UInt8]) -> DNSName? {
    guard (1...Self.longestLabel).contains(label.count),
      bytes.count + label.count + 1 <= Self.longest
    else { return nil }
    return DNSName(bytes: [UInt8(label.count)] + label + bytes)
  }

  /// The first label; empty for the root.
  var label: [UInt8] { bytes.isEmpty ? [] : Array(bytes[1..<1 + Int(bytes[0])]) }

  var parent: DNSName {
    DNSName(bytes: bytes.isEmpty ? [] : Array(bytes[(1 + Int(bytes[0]))...]))
  }

  /// A byte with capital letters in lower case. Lengths of labels are smaller than letters.
  private static func folded(_ byte: UInt8) -> UInt8 {
    byte >= 0x41 && byte <= 0x5A ? byte | 0x20 : byte
  }
}

extension DNSName: Equatable {
  @inline(never) static func == (one: DNSName, other: DNSName) -> Bool {
    let count = one.bytes.count
    guard one.digest == other.digest, count == other.bytes.count else { return false }
    for place in 0..<count where folded(one.bytes[place]) != folded(other.bytes[place]) {
      return false
    }
    return true
  }
}
