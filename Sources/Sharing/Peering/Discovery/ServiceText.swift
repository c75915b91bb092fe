/// Encodes and decodes the TXT record of a service: key-value pairs, each with its length in front (RFC 6763, 6).
enum ServiceText {
  private static let mostPairs = 64
  private static let equals = UInt8(ascii: "=")

  /// The bytes of pairs, in their order; nil if one is invalid.
  static func bytes(_ pairs: [(key: String, value: [UInt8])]) -> [UInt8]? {
    var bytes: [UInt8] = []
    for (key, value) in pairs {
      let key = Array(key.utf8)
      let count = key.count + 1 + value.count
      guard isKey(key), count <= 255 else { return nil }
      bytes.append(UInt8(count))
      bytes += key + [equals] + value
    }
    // A record without pairs has one empty string (RFC 6763, 6.1).
    return bytes.isEmpty ? [0] : bytes
  }

  /// The pairs in the bytes, keys in lower case. The first pair of each key counts (RFC 6763, 6.4).
  static func pairs(_ bytes: [UInt8]) -> [String: [UInt8]] {
    var pairs: [String: [UInt8]] = [:]
    var place = 0
    while place < bytes.count, pairs.count < mostPairs {
      let end = place + 1 + Int(bytes[place])
      guard end <= bytes.count else { break }
      var key: [UInt8] = []
      place += 1
      while place < end, bytes[place] != equals {
        let byte = bytes[place]
        key.append(byte >= 0x41 && byte <= 0x5A ? byte | 0x20 : byte)
        place += 1
      }
      let name = String(decoding: key, as: UTF8.self)
      if isKey(key), pairs[name] == nil { pairs[name] = Array(bytes[min(place + 1, end)..<end]) }
      place = end
    }
    return pairs
  }

  private static func isKey(_ key: [UInt8]) -> Bool {
    !key.isEmpty && key.allSatisfy { $0 >= 0x20 && $0 <= 0x7E && $0 != equals }
  }
}
