/// What is said of a service: pairs of a key and a value, each behind its length (RFC 6763, 6).
enum ServiceText {
  /// The most pairs that are read of one service.
  private static let mostPairs = 64
  private static let equals = UInt8(ascii: "=")

  /// The bytes of pairs, in their order; nil where one is no pair.
  static func bytes(_ pairs: [(key: String, value: [UInt8])]) -> [UInt8]? {
    var bytes: [UInt8] = []
    for (key, value) in pairs {
      let key = Array(key.utf8)
      let count = key.count + 1 + value.count
      guard isKey(key[...]), count <= 255 else { return nil }
      bytes.append(UInt8(count))
      bytes += key + [equals] + value
    }
    // One empty string stands for none (RFC 6763, 6.1).
    return bytes.isEmpty ? [0] : bytes
  }

  /// The pairs that bytes say, keys in small letters; the first of several with one key counts (RFC 6763, 6.4).
  static func pairs(_ bytes: [UInt8]) -> [String: [UInt8]] {
    var pairs: [String: [UInt8]] = [:]
    var rest = bytes[...]
    while let count = rest.popFirst(), rest.count >= count, pairs.count < mostPairs {
      let pair = rest.prefix(Int(count))
      rest = rest.dropFirst(Int(count))
      let key = pair.prefix { $0 != equals }
      guard isKey(key) else { continue }
      let name = String(
        decoding: key.map { $0 >= 0x41 && $0 <= 0x5A ? $0 | 0x20 : $0 }, as: UTF8.self)
      if pairs[name] == nil { pairs[name] = Array(pair.dropFirst(key.count + 1)) }
    }
    return pairs
  }

  private static func isKey(_ key: ArraySlice<UInt8>) -> Bool {
    !key.isEmpty && key.allSatisfy { $0 >= 0x20 && $0 <= 0x7E && $0 != equals }
  }
}
