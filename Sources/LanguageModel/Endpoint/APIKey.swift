/// A key. It is sent to its endpoint and shown to nobody.
public struct APIKey: Hashable, Sendable, CustomStringConvertible, CustomReflectable {
  /// The key itself.
  let value: String

  /// Takes a key; white space around it is dropped. Nil where nothing is left.
  public init?(_ text: String) {
    let trimmed = text.drop(while: \.isWhitespace)
    let end = trimmed.lastIndex { !$0.isWhitespace }
    guard let end else { return nil }
    value = String(trimmed[...end])
  }

  /// Whether it can stand in a header field: visible ASCII alone.
  public var isSendable: Bool { value.utf8.allSatisfy { (0x21...0x7E).contains($0) } }

  /// A mask.
  public var description: String { "***" }
  /// The mask alone, so that `dump` shows no key either.
  public var customMirror: Mirror { Mirror(self, children: ["description": description]) }
}
