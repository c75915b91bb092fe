import Encoding

/// The protocol of `mcp`: answers messages of the Model Context Protocol, one at a time. `StoreAssistant` has the
/// tools and resources.
///
/// It supports the newest revision, which is stateless, and earlier ones, which begin with a handshake.
package actor AssistantServer {
  /// The server's name and version, and its instructions for a model.
  package struct Identity: Sendable {
    fileprivate let json: JSONValue
    fileprivate let instructions: String

    package init(name: String, version: String, instructions: String) {
      json = ["name": .string(name), "version": .string(version)]
      self.instructions = instructions
    }
  }

  private let identity: Identity
  private let tools: any AssistantTools
  /// The revision agreed on in the handshake.
  private var revision: ProtocolRevision?

  package init(_ identity: Identity, _ tools: any AssistantTools) {
    (self.identity, self.tools) = (identity, tools)
  }

  /// Returns the response to a message, on one line without its line feed; nil if it needs none.
  package func answer(_ message: AssistantMessage) async -> [UInt8]? {
    let answer: JSONValue?
    switch message {
    case .batch(let messages) where revision?.hasBatches == true:
      var answers: [JSONValue] = []
      for message in messages {
        if let answer = await single(message) { answers.append(answer) }
      }
      answer = answers.isEmpty ? nil : .array(answers)
    case .batch:
      answer = Self.refusal(
        .invalidRequest("this protocol version has no batches; send one message per line"),
        id: .null)
    default: answer = await single(message)
    }
    return answer.map { Array($0.text.utf8) }
  }

  private func single(_ message: AssistantMessage) async -> JSONValue? {
    switch message {
    case .passed, .cancellation, .batch: return nil
    case .malformed(let error, let id): return Self.refusal(error, id: id)
    case .request(let id, let method, let parameters):
      do throws(AssistantError) {
        return ["jsonrpc": "2.0", "id": id, "result": try await result(of: method, parameters)]
      } catch {
        return Self.refusal(error, id: id)
      }
    }
  }

  private static func refusal(_ error: AssistantError, id: JSONValue) -> JSONValue {
    ["jsonrpc": "2.0", "id": id, "error": error.json]
  }

  private func result(
    of method: String, _ parameters: JSONValue
  ) async throws(AssistantError) -> JSONValue {
    let isStateless = try ProtocolRevision.isStateless(parameters, method: method)
    // The milliseconds for which a client may cache the result; nil leaves them out. Most results never change.
    var fresh: Int? = 3_600_000
    let result: JSONValue
    switch (method, isStateless) {
    case ("initialize", false): return try greeting(parameters)
    case ("ping", false): return [:]
    case ("server/discover", true):
      result = .joined(["supportedVersions": ProtocolRevision.stateless], abilities)
    case ("tools/list", _):
      try Self.refuseCursor(parameters)
      result = ["tools": .array(tools.tools.map(\.json))]
    case ("tools/call", _):
      fresh = nil
      result = try await call(parameters)
    case ("resources/list", _):
      try Self.refuseCursor(parameters)
      fresh = 0
      result = ["resources": .array(try await tools.resources().map { $0.json("uri") })]
    case ("resources/templates/list", _):
      try Self.refuseCursor(parameters)
      result = ["resourceTemplates": .array(tools.resourceTemplates.map { $0.json("uriTemplate") })]
    case ("resources/read", _):
      fresh = 0
      result = try await read(parameters, isStateless: isStateless)
    default: throw .unknownMethod(method)
    }
    if !isStateless { return result }
    // The stateless revision requires these members in each result.
    return .joined(
      ["resultType": "complete"], result,
      fresh.map { ["ttlMs": .int($0), "cacheScope": "private"] } ?? [:],
      ["_meta": [ProtocolRevision.prefix + "serverInfo": identity.json]])
  }

  private var abilities: JSONValue {
    [
      "capabilities": ["tools": [:], "resources": [:]],
      "instructions": .string(identity.instructions),
    ]
  }

  private func greeting(_ parameters: JSONValue) throws(AssistantError) -> JSONValue {
    guard let wanted = parameters["protocolVersion"]?.string else {
      throw .invalidParameters("'protocolVersion' must be a string")
    }
    let agreed = ProtocolRevision.greeted(wanted)
    revision = agreed
    return .joined(
      ["protocolVersion": .string(agreed.rawValue), "serverInfo": identity.json], abilities)
  }

  /// Refuses a cursor: each list has one page, so no response gave one.
  /// - Throws: `AssistantError` if there is a cursor.
  private static func refuseCursor(_ parameters: JSONValue) throws(AssistantError) {
    if let cursor = parameters["cursor"], !cursor.isNull {
      throw .invalidParameters("invalid cursor")
    }
  }

  private func call(_ parameters: JSONValue) async throws(AssistantError) -> JSONValue {
    guard let name = parameters["name"]?.string else {
      throw .invalidParameters("'name' must be the name of a tool")
    }
    guard tools.tools.contains(where: { $0.name == name }) else {
      throw .invalidParameters("unknown tool '\(name)'")
    }
    guard let arguments = (parameters["arguments"] ?? [:]).object else {
      throw .invalidParameters("'arguments' must be an object")
    }
    let result = await tools.call(name, arguments)
    return .joined(
      ["content": [["type": "text", "text": .string(result.text)]]],
      result.structured.map { ["structuredContent": $0] } ?? [:],
      ["isError": .bool(result.isError)])
  }

  private func read(
    _ parameters: JSONValue, isStateless: Bool
  ) async throws(AssistantError) -> JSONValue {
    guard let address = parameters["uri"]?.string else {
      throw .invalidParameters("'uri' must be a URI")
    }
    guard let value = try await tools.read(address) else {
      throw .noResource(address, isStateless: isStateless)
    }
    return [
      "contents": [
        ["uri": .string(address), "mimeType": "application/json", "text": .string(value.text)]
      ]
    ]
  }
}
