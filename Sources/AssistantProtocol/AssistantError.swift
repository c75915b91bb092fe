public import JSONText

/// That a request cannot be answered, as JSON-RPC tells it.
public struct AssistantError: Error, Hashable, Sendable {
  /// What kind of thing is wrong.
  public let code: Int
  /// What is wrong, for people.
  public let message: String
  /// What is wrong, for programs; nil where the code says it all.
  public let data: JSONValue?

  private init(_ code: Int, _ message: String, data: JSONValue? = nil) {
    self.code = code
    self.message = message
    self.data = data
  }

  static func parseError(_ why: String) -> AssistantError {
    AssistantError(-32700, "not JSON: \(why)")
  }

  static func invalidRequest(_ why: String) -> AssistantError {
    AssistantError(-32600, "not a request: \(why)")
  }

  static func unknownMethod(_ name: String) -> AssistantError {
    AssistantError(-32601, "there is no method '\(InvisibleCharacters.line(name))'")
  }

  /// A request whose parameters mean nothing.
  public static func invalidParameters(_ why: String, data: JSONValue? = nil) -> AssistantError {
    AssistantError(-32602, InvisibleCharacters.line(why), data: data)
  }

  /// That what was asked for cannot be read, though nothing is wrong with the request.
  public static func failed(_ why: String) -> AssistantError { AssistantError(-32603, why) }

  /// A resource that there is none of; earlier revisions have a code of its own for it.
  static func noResource(_ address: String, isStateless: Bool) -> AssistantError {
    AssistantError(
      isStateless ? -32602 : -32002, "there is nothing at this address",
      data: ["uri": .string(address)])
  }

  static func unsupported(_ version: String) -> AssistantError {
    AssistantError(
      -32022, "this revision of the protocol is not spoken here",
      data: [
        "supported": .array(ProtocolRevision.stateless.map { .string($0.rawValue) }),
        "requested": .string(version),
      ])
  }
}
