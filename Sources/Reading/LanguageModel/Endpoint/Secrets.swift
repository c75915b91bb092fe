import Encoding

/// Texts that are shown to nobody, whoever repeats them: a server may put the key into its answer.
package struct Secrets: Hashable, Sendable {
  private let values: [String]

  /// Takes the secrets; texts shorter than six bytes would be found everywhere and are left out.
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
  /// The description alone, so that `dump` shows none either.
  package var customMirror: Mirror { Mirror(self, children: ["description": description]) }
}

/// A key. It is sent to its endpoint and shown to nobody.
package struct APIKey: Hashable, Sendable, CustomStringConvertible, CustomReflectable {
  let value: String

  /// Takes a key; white space around it is dropped. Nil where nothing is left.
  package init?(_ text: String) {
    let trimmed = text.drop(while: \.isWhitespace)
    let end = trimmed.lastIndex { !$0.isWhitespace }
    guard let end else { return nil }
    value = String(trimmed[...end])
  }

  /// Whether it can stand in a header field: visible ASCII alone.
  package var isSendable: Bool { value.utf8.allSatisfy { (0x21...0x7E).contains($0) } }

  package var description: String { "***" }
  /// The mask alone, so that `dump` shows no key either.
  package var customMirror: Mirror { Mirror(self, children: ["description": description]) }
}
