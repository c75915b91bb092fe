import Encoding

/// The keys and other secret values of an endpoint, which are masked in every text that is shown.
///
/// A server may repeat the key in a response, whole, in part or encoded. `APIKey`, below, is the key itself.
package struct Secrets: Hashable, Sendable {
  /// The values that are masked only as a whole, the longest first.
  private let values: [String]
  /// Each `leastPart` successive bytes of the keys and of their encoded forms.
  private let parts: Set<UInt128>

  /// The fewest bytes of a key that are masked. Fewer occur in ordinary text, and do not help to guess the rest.
  private static let leastPart = 12
  private static let mask = "***".utf8

  /// Creates a set of secrets. Leaves out values shorter than six bytes, which would match everywhere.
  ///
  /// Parts of `keys` are masked, also in base64 or percent-encoded. Values may contain ordinary words, so they are
  /// masked only as a whole.
  package init(_ values: [String] = [], keys: [String] = []) {
    self.values = values.filter { $0.utf8.count >= 6 }.sorted { $0.utf8.count > $1.utf8.count }
    var parts: Set<UInt128> = []
    for form in keys.flatMap(Self.forms) {
      var window = PartWindow()
      for byte in form { if let part = window.next(byte) { parts.insert(part) } }
    }
    self.parts = parts
  }

  package func masked(_ text: String) -> String {
    String(decoding: masked(Array(text.utf8)), as: UTF8.self)
  }

  func masked(_ bytes: [UInt8]) -> [UInt8] {
    var bytes = bytes
    for value in values { bytes = Self.masking(bytes.places(of: value.utf8), in: bytes) }
    return Self.masking(partPlaces(in: bytes), in: bytes)
  }

  private func partPlaces(in bytes: [UInt8]) -> [Range<Int>] {
    var places: [Range<Int>] = []
    guard !parts.isEmpty else { return places }
    var window = PartWindow()
    for (index, byte) in bytes.enumerated() {
      guard let part = window.next(byte), parts.contains(part) else { continue }
      let place = index + 1 - Self.leastPart..<index + 1
      if let last = places.last, last.upperBound >= place.lowerBound {
        places[places.count - 1] = last.lowerBound..<place.upperBound
      } else {
        places.append(place)
      }
    }
    return places
  }

  private static func masking(_ places: [Range<Int>], in bytes: [UInt8]) -> [UInt8] {
    guard !places.isEmpty else { return bytes }
    var result: [UInt8] = []
    var end = 0
    for place in places {
      result += bytes[end..<place.lowerBound]
      result += mask
      end = place.upperBound
    }
    return result + bytes[end...]
  }

  /// Returns a key as it is and encoded. In base64, the text before a key shifts it by up to two bytes.
  private static func forms(_ key: String) -> [[UInt8]] {
    let bytes = Array(key.utf8)
    var forms =
      [bytes] + ["0123456789ABCDEF", "0123456789abcdef"].map { percentEncoded(bytes, $0) }
    for shift in 0..<3 {
      let shifted = bytes.dropFirst(shift)
      forms += [Base64.string(shifted), Base64URL.string(shifted)].map { Array($0.utf8) }
    }
    return forms
  }

  private static func percentEncoded(_ bytes: [UInt8], _ digits: String) -> [UInt8] {
    let digits = Array(digits.utf8)
    return bytes.flatMap { byte in
      let isLetter = (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte | 0x20)
      return isLetter || "0123456789-._~".utf8.contains(byte)
        ? [byte] : [UInt8(ascii: "%"), digits[Int(byte >> 4)], digits[Int(byte & 15)]]
    }
  }

  /// The last `leastPart` bytes of those read so far, as a number.
  private struct PartWindow {
    private static let all = (UInt128(1) << (8 * Secrets.leastPart)) - 1
    private var bytes: UInt128 = 0
    private var count = 0

    /// Adds a byte. Returns nil until there are enough.
    mutating func next(_ byte: UInt8) -> UInt128? {
      bytes = (bytes << 8 | UInt128(byte)) & Self.all
      count += 1
      return count >= Secrets.leastPart ? bytes : nil
    }
  }
}

extension Secrets: CustomStringConvertible, CustomReflectable {
  package var description: String { values.count.counted("secret") }
  /// Only the description, so that `dump` does not show the values.
  package var customMirror: Mirror { Mirror(self, children: ["description": description]) }
}

/// An API key. It is sent to its endpoint and never shown.
package struct APIKey: Hashable, Sendable, CustomStringConvertible, CustomReflectable {
  let value: String

  /// Creates a key without surrounding white space. Returns nil if nothing is left.
  package init?(_ text: String) {
    let trimmed = text.drop(while: \.isWhitespace)
    let end = trimmed.lastIndex { !$0.isWhitespace }
    guard let end else { return nil }
    value = String(trimmed[...end])
  }

  /// Whether the key is valid in a header field: visible ASCII only.
  package var isSendable: Bool { value.utf8.allSatisfy { (0x21...0x7E).contains($0) } }

  package var description: String { "***" }
  /// Only the mask, so that `dump` does not show the key.
  package var customMirror: Mirror { Mirror(self, children: ["description": description]) }
}
