import JSONText

/// What a request says of itself, where it stands for itself.
enum RequestTerms {
  /// What the protocol's own names begin with.
  static let prefix = "io.modelcontextprotocol/"

  /// Whether a request stands for itself; throws where it does and does not say what it has to, or is of a revision
  /// that is not spoken here.
  static func check(_ parameters: JSONValue, method: String) throws(AssistantError) -> Bool {
    let terms = parameters["_meta"]
    guard let version = terms?[prefix + "protocolVersion"] else {
      if method == "server/discover" {
        throw .invalidParameters("'_meta' has to have '\(prefix)protocolVersion'")
      }
      return false
    }
    guard let name = version.string else {
      throw .invalidParameters("'\(prefix)protocolVersion' has to be a string")
    }
    guard ProtocolRevision(rawValue: name)?.isStateless == true else { throw .unsupported(name) }
    guard terms?[prefix + "clientCapabilities"]?.object != nil else {
      throw .invalidParameters("'_meta' has to have '\(prefix)clientCapabilities', an object")
    }
    return true
  }
}
