/// Texts that are shown to nobody, whoever repeats them: a server may put the key into its answer.
public struct Secrets: Hashable, Sendable {
  private let values: [String]

  /// Takes the secrets; texts shorter than six bytes would be found everywhere and are left out.
  public init(_ values: [String] = []) {
    self.values = values.filter { $0.utf8.count >= 6 }.sorted { $0.utf8.count > $1.utf8.count }
  }

  /// The text with a mask for each secret.
  public func masked(_ text: String) -> String {
    var text = text
    for value in values where text.contains(value) { text = text.replacing(value, with: "***") }
    return text
  }

  /// The bytes with a mask for each secret.
  func masked(_ bytes: [UInt8]) -> [UInt8] {
    var bytes = bytes
    for value in values {
      let secret = Array(value.utf8)
      while let place = Self.find(secret, in: bytes) {
        bytes.replaceSubrange(place..<place + secret.count, with: Array("***".utf8))
      }
    }
    return bytes
  }

  private static func find(_ secret: [UInt8], in bytes: [UInt8]) -> Int? {
    guard let first = secret.first, bytes.count >= secret.count else { return nil }
    var start = 0
    let last = bytes.count - secret.count
    while start <= last, let place = bytes[start...last].firstIndex(of: first) {
      if bytes[place..<place + secret.count].elementsEqual(secret) { return place }
      start = place + 1
    }
    return nil
  }
}

extension Secrets: CustomStringConvertible, CustomReflectable {
  /// How many there are.
  public var description: String { "\(values.count) secrets" }
  /// The description alone, so that `dump` shows none either.
  public var customMirror: Mirror { Mirror(self, children: ["description": description]) }
}
