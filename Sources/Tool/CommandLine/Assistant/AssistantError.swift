import Encoding
import System

/// An error response of `mcp`, in the form of JSON-RPC with the codes of the Model Context Protocol.
package struct AssistantError: Error, Hashable, Sendable {
  /// The error as a JSON object.
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
    AssistantError(-32601, "unknown method '\(InvisibleCharacters.line(name))'")
  }

  static func invalidParameters(_ why: String) -> AssistantError {
    AssistantError(-32602, InvisibleCharacters.line(why))
  }

  /// A valid request whose result cannot be read.
  package static func failed(_ why: String) -> AssistantError { AssistantError(-32603, why) }

  /// An unknown resource. Earlier revisions have a separate code for it.
  static func noResource(_ address: String, isStateless: Bool) -> AssistantError {
    AssistantError(
      isStateless ? -32602 : -32002, "resource not found",
      data: ["uri": .string(address)])
  }

  static func unsupported(_ version: String) -> AssistantError {
    AssistantError(
      -32022, "unsupported protocol version",
      data: ["supported": ProtocolRevision.stateless, "requested": .string(version)])
  }
}
