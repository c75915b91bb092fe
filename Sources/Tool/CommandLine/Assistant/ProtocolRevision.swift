import Encoding

/// A revision of the Model Context Protocol that `mcp` supports, and the choice of the revision for a client.
enum ProtocolRevision: String, CaseIterable {
  case november2024 = "2024-11-05"
  case march2025 = "2025-03-26"
  case june2025 = "2025-06-18"
  case november2025 = "2025-11-25"
  /// The first revision without a handshake: each request states its revision.
  case july2026 = "2026-07-28"

  /// Whether requests are stateless.
  var isStateless: Bool { self == .july2026 }
  /// Whether several messages may be sent as a batch.
  var hasBatches: Bool { self == .march2025 }

  static let stateless = JSONValue.texts(allCases.filter(\.isStateless).map(\.rawValue))

  /// Returns the revision to use after a handshake; the latest one with a handshake if `wanted` is unknown.
  static func greeted(_ wanted: String) -> ProtocolRevision {
    allCases.first { !$0.isStateless && $0.rawValue == wanted } ?? .november2025
  }

  /// The prefix of the protocol's own names.
  static let prefix = "io.modelcontextprotocol/"

  /// Returns whether a request is stateless.
  /// - Throws: `AssistantError` if its revision is missing, malformed or unsupported.
  static func isStateless(
    _ parameters: JSONValue, method: String
  ) throws(AssistantError) -> Bool {
    let terms = parameters["_meta"]
    guard let version = terms?[prefix + "protocolVersion"] else {
      if method == "server/discover" {
        throw .invalidParameters("'_meta' must have '\(prefix)protocolVersion'")
      }
      return false
    }
    guard let name = version.string else {
      throw .invalidParameters("'\(prefix)protocolVersion' must be a string")
    }
    guard ProtocolRevision(rawValue: name)?.isStateless == true else { throw .unsupported(name) }
    guard terms?[prefix + "clientCapabilities"]?.object != nil else {
      throw .invalidParameters("'_meta' must have an object '\(prefix)clientCapabilities'")
    }
    return true
  }
}
