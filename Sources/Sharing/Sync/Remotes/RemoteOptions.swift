package import ActionItems
import Encoding
package import Store

/// The options that the user gave for a remote. `RemoteState` stores them, so that they need not be repeated. They hold
/// no secret. `PinText`, below, parses pins.
package struct RemoteOptions: Hashable, Sendable {
  /// A file with the certificate authorities to trust; nil for the system's.
  package var authorityFile: String?
  /// The SHA-256 of the public key to accept, in base64; nil for any key.
  package var pin: String?
  package var allowsInsecure = false
  /// The environment variable with the token; nil for the default ones.
  package var tokenVariable: String?
  package var tokenFile: String?
  package var tokenInAddress = false
  package var tunnel: String?
  package var channels: [String] = []

  /// Patterns of the conversations whose items are sent; empty for all.
  package var conversations: [String] = []
  /// The kinds of conversations whose items are sent; nil for a default that depends on the address.
  package var kinds: Set<Conversation.Kind>?
  /// The person whose items are sent, as the user typed it; nil for all items.
  package var assignee: String?

  /// The rule that settles conflicts between people; nil to leave them open.
  package var rule: ConflictRule?

  package init() {}

  init(_ kept: StateFileReader) throws {
    authorityFile = try kept.text("authorityFile")
    pin = try kept.text("pin")
    if let pin, PinText.base64(pin) == nil { throw StateFileReader.Problem("its pin is invalid") }
    allowsInsecure = try kept.flag("allowsInsecure")
    tokenVariable = try kept.text("tokenVariable")
    tokenFile = try kept.text("tokenFile")
    tokenInAddress = try kept.flag("tokenInAddress")
    tunnel = try kept.text("tunnel")
    channels = try kept.texts("channels")
    conversations = try kept.texts("conversations")
    if try kept.has("kinds") {
      kinds = Set(try kept.texts("kinds").compactMap(Conversation.Kind.init(rawValue:)))
    }
    assignee = try kept.text("assignee")
    rule = try kept.text("prefer").flatMap { ConflictRule($0) }
  }

  var value: JSONValue {
    [
      "authorityFile": .text(authorityFile), "pin": .text(pin),
      "allowsInsecure": .bool(allowsInsecure), "tokenVariable": .text(tokenVariable),
      "tokenFile": .text(tokenFile), "tokenInAddress": .bool(tokenInAddress),
      "tunnel": .text(tunnel), "channels": .texts(channels),
      "conversations": .texts(conversations),
      "kinds": kinds.map { .texts($0.map(\.rawValue).sorted()) } ?? .null,
      "assignee": .text(assignee), "prefer": .text(rule?.text),
    ]
  }

  /// Returns the kinds of conversations whose items are sent; nil for every kind.
  ///
  /// By default, items of direct messages are not sent to other machines.
  package func kinds(isOnLoopback: Bool) -> Set<Conversation.Kind>? {
    kinds ?? (isOnLoopback ? nil : RemoteFilter.allButDirect)
  }

  /// Parses a pin: base64 or 64 hex digits, which may have colons between the bytes. A prefix `sha256//` or `sha256:`
  /// is allowed. Returns base64, or nil for anything else.
  package static func pin(_ text: String) -> String? { PinText.base64(text) }
}

/// A parser for pins of a public key.
enum PinText {
  static func base64(_ text: String) -> String? {
    let mark = ["sha256//", "sha256:", "SHA256:"].first { text.hasPrefix($0) } ?? ""
    let text = String(text.dropFirst(mark.count))
    // Tools such as `openssl` print colons between the bytes.
    let digits = text.utf8.filter { $0 != UInt8(ascii: ":") }
    if let bytes = Hex.decode(digits), bytes.count == 32 { return Base64.string(bytes) }
    guard let bytes = Base64.decode(Array(text.utf8)), bytes.count == 32 else { return nil }
    return text
  }
}
