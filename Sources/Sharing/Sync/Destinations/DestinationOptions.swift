package import ActionItems
package import Store
import Encoding

/// How a destination is connected to, kept so that it need not be said each time. No secret is among it.
package struct DestinationOptions: Hashable, Sendable {
  /// A file of the authorities that may vouch for it; nil for the system's.
  package var authorityFile: String?
  /// The SHA-256 of its public key in base64; nil for any.
  package var pin: String?
  package var allowsInsecure = false
  /// The variable that its token is in; nil for the usual ones.
  package var tokenVariable: String?
  package var tokenFile: String?
  package var tokenInAddress = false
  package var tunnel: String?
  package var channels: [String] = []

  /// Patterns of the conversations whose items it is told of; empty for all.
  package var conversations: [String] = []
  /// The kinds of those conversations; nil for what the address suggests.
  package var kinds: Set<Conversation.Kind>?
  /// Whose items it is told of, as it was typed; nil for everybody's.
  package var assignee: String?

  /// What is to stand where persons disagree; nil where that is left to them.
  package var rule: ConflictRule?

  package init() {}

  init(_ kept: KeptValues) throws {
    authorityFile = try kept.text("authorityFile")
    pin = try kept.text("pin")
    if let pin, PinText.base64(pin) == nil { throw KeptValues.Problem("its pin is none") }
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

  /// The kinds of conversations whose items it is told of: what was said, else all but direct messages, which leave
  /// this machine only where that is asked for. Nil for every kind.
  package func kinds(isOnLoopback: Bool) -> Set<Conversation.Kind>? {
    kinds ?? (isOnLoopback ? nil : DestinationFilter.allButDirect)
  }

  /// Reads a pin as it is written: base64 or 64 hex digits, with colons between the bytes or without, and
  /// `sha256//` or `sha256:` before it or not; nil for anything else. Returns base64.
  package static func pin(_ text: String) -> String? { PinText.base64(text) }
}

/// A pinned key as people write it.
enum PinText {
  static func base64(_ text: String) -> String? {
    let mark = ["sha256//", "sha256:", "SHA256:"].first { text.hasPrefix($0) } ?? ""
    let text = String(text.dropFirst(mark.count))
    // Certificates' programs write colons between the bytes.
    let digits = text.utf8.filter { $0 != UInt8(ascii: ":") }
    if let bytes = Hex.decode(digits), bytes.count == 32 { return Base64.string(bytes) }
    guard let bytes = Base64.decode(Array(text.utf8)), bytes.count == 32 else { return nil }
    return text
  }
}
