import JSONText

/// Answers what an assistant asks by the Model Context Protocol, a message at a time.
///
/// It speaks the revision whose requests stand for themselves, and the earlier ones, which begin with a greeting.
public actor AssistantServer {
  /// Who answers.
  public struct Identity: Sendable {
    /// The name of the program.
    public let name: String
    /// Its version.
    public let version: String
    /// What a model should know before it uses any tool.
    public let instructions: String

    /// Says who answers.
    public init(name: String, version: String, instructions: String) {
      self.name = name
      self.version = version
      self.instructions = instructions
    }

    var json: JSONValue { ["name": .string(name), "version": .string(version)] }
  }

  private let identity: Identity
  private let tools: any AssistantTools
  /// What was agreed on in a greeting.
  private var revision: ProtocolRevision?

  /// Answers for some tools.
  public init(_ identity: Identity, _ tools: any AssistantTools) {
    self.identity = identity
    self.tools = tools
  }

  /// The answer to a message, on one line without its end; nil where it wants none.
  public func answer(_ message: AssistantMessage) async -> [UInt8]? {
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
        .invalidRequest("the revision in use has no batches; send one message a line"), id: .null)
    default: answer = await single(message)
    }
    return answer.map { answer in
      var writer = JSONWriter(escaping: .invisibles)
      writer.value(answer)
      return writer.bytes
    }
  }

  private func single(_ message: AssistantMessage) async -> JSONValue? {
    switch message {
    case .passed, .cancellation, .batch: return nil
    case .malformed(let error, let id): return Self.refusal(error, id: id)
    case .request(let id, let method, let parameters):
      do throws(AssistantError) {
        let result = try await result(of: method, parameters)
        return ["jsonrpc": "2.0", "id": id, "result": .object(result)]
      } catch {
        return Self.refusal(error, id: id)
      }
    }
  }

  private static func refusal(_ error: AssistantError, id: JSONValue) -> JSONValue {
    var members: [JSONValue.Member] = [
      .init("code", .number("\(error.code)")), .init("message", .string(error.message)),
    ]
    if let data = error.data { members.append(.init("data", data)) }
    return ["jsonrpc": "2.0", "id": id, "error": .object(members)]
  }

  private func result(
    of method: String, _ parameters: JSONValue
  ) async throws(AssistantError) -> [JSONValue.Member] {
    let isStateless = try RequestTerms.check(parameters, method: method)
    switch (method, isStateless) {
    case ("initialize", false): return try greeting(parameters)
    case ("ping", false): return []
    case ("server/discover", true):
      let versions = ProtocolRevision.stateless.map { JSONValue.string($0.rawValue) }
      return framed(
        [.init("supportedVersions", .array(versions))] + abilities, freshFor: Self.fresh)
    default: break
    }
    var milliseconds: Int?
    let result: [JSONValue.Member]
    switch method {
    case "tools/list":
      try Self.refuseCursor(parameters)
      milliseconds = Self.fresh
      result = [.init("tools", .array(tools.tools.map(\.json)))]
    case "tools/call": result = try await call(parameters)
    case "resources/list":
      try Self.refuseCursor(parameters)
      milliseconds = 0
      result = [.init("resources", .array(try await tools.resources().map { $0.json("uri") }))]
    case "resources/templates/list":
      try Self.refuseCursor(parameters)
      milliseconds = Self.fresh
      let templates = tools.resourceTemplates.map { $0.json("uriTemplate") }
      result = [.init("resourceTemplates", .array(templates))]
    case "resources/read":
      milliseconds = 0
      result = try await read(parameters, isStateless: isStateless)
    default: throw .unknownMethod(method)
    }
    return isStateless ? framed(result, freshFor: milliseconds) : result
  }

  /// So many milliseconds what never changes need not be asked for again.
  private static let fresh = 3_600_000

  /// A result with what the revision without a greeting wants in each.
  private func framed(
    _ members: [JSONValue.Member], freshFor milliseconds: Int?
  ) -> [JSONValue.Member] {
    var framed = [JSONValue.Member("resultType", "complete")] + members
    if let milliseconds {
      framed += [
        .init("ttlMs", .number("\(milliseconds)")), .init("cacheScope", "private"),
      ]
    }
    return framed + [.init("_meta", [RequestTerms.prefix + "serverInfo": identity.json])]
  }

  private var abilities: [JSONValue.Member] {
    [
      .init("capabilities", ["tools": [:], "resources": [:]]),
      .init("instructions", .string(identity.instructions)),
    ]
  }

  private func greeting(_ parameters: JSONValue) throws(AssistantError) -> [JSONValue.Member] {
    guard let wanted = parameters["protocolVersion"]?.string else {
      throw .invalidParameters("'protocolVersion' has to be a string")
    }
    let agreed = ProtocolRevision.greeted(wanted)
    revision = agreed
    return [.init("protocolVersion", .string(agreed.rawValue)), .init("serverInfo", identity.json)]
      + abilities
  }

  /// Lists have one page, so that no answer had a cursor in it.
  private static func refuseCursor(_ parameters: JSONValue) throws(AssistantError) {
    if let cursor = parameters["cursor"], !cursor.isNull {
      throw .invalidParameters("there is no page at this cursor")
    }
  }

  private func call(_ parameters: JSONValue) async throws(AssistantError) -> [JSONValue.Member] {
    guard let name = parameters["name"]?.string else {
      throw .invalidParameters("'name' has to be the name of a tool")
    }
    guard tools.tools.contains(where: { $0.name == name }) else {
      throw .invalidParameters("there is no tool '\(name)'")
    }
    guard let arguments = (parameters["arguments"] ?? [:]).object else {
      throw .invalidParameters("'arguments' has to be an object")
    }
    let result = await tools.call(name, arguments)
    var members = [
      JSONValue.Member("content", [["type": "text", "text": .string(result.text)]])
    ]
    if let structured = result.structured {
      members.append(.init("structuredContent", structured))
    }
    return members + [.init("isError", .bool(result.isError))]
  }

  private func read(
    _ parameters: JSONValue, isStateless: Bool
  ) async throws(AssistantError) -> [JSONValue.Member] {
    guard let address = parameters["uri"]?.string else {
      throw .invalidParameters("'uri' has to be an address")
    }
    guard let value = try await tools.read(address) else {
      throw .noResource(address, isStateless: isStateless)
    }
    return [
      .init(
        "contents",
        [["uri": .string(address), "mimeType": "application/json", "text": .string(value.text)]])
    ]
  }
}
