import Encoding

/// That a request cannot be answered, as JSON-RPC tells it.
package struct AssistantError: Error, Hashable, Sendable {
  /// The error as an object.
  let json: JSONValue

  private init(_ code: Int, _ message: String, data: JSONValue? = nil) {
    json = .joined(
      ["code": .int(code), "message": .string(message)], data.map { ["data": $0] } ?? [:])
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

  static func invalidParameters(_ why: String) -> AssistantError {
    AssistantError(-32602, InvisibleCharacters.line(why))
  }

  /// That what was asked for cannot be read, though nothing is wrong with the request.
  package static func failed(_ why: String) -> AssistantError { AssistantError(-32603, why) }

  /// A resource that there is none of; earlier revisions have a code of its own for it.
  static func noResource(_ address: String, isStateless: Bool) -> AssistantError {
    AssistantError(
      isStateless ? -32602 : -32002, "there is nothing at this address",
      data: ["uri": .string(address)])
  }

  static func unsupported(_ version: String) -> AssistantError {
    AssistantError(
      -32022, "this revision of the protocol is not spoken here",
      data: ["supported": ProtocolRevision.stateless, "requested": .string(version)])
  }
}
