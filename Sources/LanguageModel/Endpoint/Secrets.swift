import TextSearch

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
    for value in values where text.holds(value) { text = text.replacing(every: value, with: "***") }
    return text
  }

  /// The bytes with a mask for each secret.
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
  /// How many there are.
  public var description: String { "\(values.count) secrets" }
  /// The description alone, so that `dump` shows none either.
  public var customMirror: Mirror { Mirror(self, children: ["description": description]) }
}
