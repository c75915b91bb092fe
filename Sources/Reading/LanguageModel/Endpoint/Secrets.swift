import Encoding

/// Texts that must never be shown. A server may repeat the key in a response.
package struct Secrets: Hashable, Sendable {
  private let values: [String]

  /// Creates a set of secrets. Leaves out texts shorter than six bytes, which would match everywhere.
  package init(_ values: [String] = []) {
    self.values = values.filter { $0.utf8.count >= 6 }.sorted { $0.utf8.count > $1.utf8.count }
  }

  package func masked(_ text: String) -> String {
    var text = text
    for value in values where text.holds(value) { text = text.replacing(every: value, with: "***") }
    return text
  }

  func masked(_ bytes: [UInt8]) -> [UInt8] {
    var bytes = bytes
    for value in values {
      while let place = bytes.firstPlace(of: value.utf8) {
        bytes.replaceSubrange(place, with: "***".utf8)
      }
    }
    return bytes
  }
}

extension Secrets: CustomStringConvertible, CustomReflectable {
  package var description: String { "\(values.count) secrets" }
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
