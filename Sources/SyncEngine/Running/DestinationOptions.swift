public import ActionItemModel
public import ActionItemRepository
import JSONText

/// How a destination is connected to, kept so that it need not be said each time. No secret is among it.
public struct DestinationOptions: Hashable, Sendable {
  /// A file of the authorities that may vouch for it; nil for the system's.
  public var authorityFile: String?
  /// The SHA-256 of its public key in base64; nil for any.
  public var pin: String?
  /// Whether it may be spoken to without TLS.
  public var allowsInsecure = false
  /// The variable that its token is in; nil for the usual ones.
  public var tokenVariable: String?
  /// The file that its token is in; nil for a variable.
  public var tokenFile: String?
  /// Whether the token goes into the address.
  public var tokenInAddress = false
  /// The tunnel to go through; nil for none.
  public var tunnel: String?
  /// The channels to subscribe to.
  public var channels: [String] = []

  /// Patterns of the conversations whose items it is told of; empty for all.
  public var conversations: [String] = []
  /// The kinds of those conversations; nil for what the address suggests.
  public var kinds: Set<Conversation.Kind>?
  /// Whose items it is told of, as it was typed; nil for everybody's.
  public var assignee: String?

  /// What is to stand where persons disagree; nil where that is left to them.
  public var rule: ConflictRule?

  /// Nothing was said.
  public init() {}

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
      "authorityFile": authorityFile.map(JSONValue.string) ?? .null,
      "pin": pin.map(JSONValue.string) ?? .null, "allowsInsecure": .bool(allowsInsecure),
      "tokenVariable": tokenVariable.map(JSONValue.string) ?? .null,
      "tokenFile": tokenFile.map(JSONValue.string) ?? .null,
      "tokenInAddress": .bool(tokenInAddress), "tunnel": tunnel.map(JSONValue.string) ?? .null,
      "channels": .array(channels.map(JSONValue.string)),
      "conversations": .array(conversations.map(JSONValue.string)),
      "kinds": kinds.map { .array($0.map(\.rawValue).sorted().map(JSONValue.string)) } ?? .null,
      "assignee": assignee.map(JSONValue.string) ?? .null,
      "prefer": rule.map { .string($0.text) } ?? .null,
    ]
  }

  /// The kinds of conversations whose items it is told of: what was said, else all but direct messages, which leave
  /// this machine only where that is asked for. Nil for every kind.
  public func kinds(isOnLoopback: Bool) -> Set<Conversation.Kind>? {
    kinds ?? (isOnLoopback ? nil : DestinationFilter.allButDirect)
  }

  /// Reads a pin as it is written: base64 or 64 hex digits, with colons between the bytes or without, and
  /// `sha256//` or `sha256:` before it or not; nil for anything else. Returns base64.
  public static func pin(_ text: String) -> String? { PinText.base64(text) }
}
