extension UpgradeRequest {
  /// The names in the query, as they stand there.
  public var queryNames: [String] {
    (query ?? "").split(separator: "&").map { String($0.prefix { $0 != "=" }) }
  }

  /// The only value under a name in the query, percent-decoded; nil where there is none or several, or where it
  /// is not encoded as it should be. A plus sign is one.
  public func queryValue(of name: String) -> String? {
    let values = (query ?? "").split(separator: "&").compactMap { member -> Substring? in
      guard let sign = member.firstIndex(of: "="), member[..<sign] == name else { return nil }
      return member[member.index(after: sign)...]
    }
    return values.count == 1 ? Self.percentDecoded(values[0]) : nil
  }

  /// A part of an address with its escapes undone (RFC 3986, 2.1); nil where they are none, or no UTF-8.
  public static func percentDecoded(_ text: Substring) -> String? {
    var rest = text.utf8
    var bytes: [UInt8] = []
    while let byte = rest.popFirst() {
      guard byte == UInt8(ascii: "%") else {
        bytes.append(byte)
        continue
      }
      guard let high = hexDigit(rest.popFirst()), let low = hexDigit(rest.popFirst()) else {
        return nil
      }
      bytes.append(high << 4 | low)
    }
    return String(validating: bytes, as: UTF8.self)
  }

  private static func hexDigit(_ byte: UInt8?) -> UInt8? {
    byte.flatMap { Character(Unicode.Scalar($0)).hexDigitValue }.map { UInt8($0) }
  }
}
