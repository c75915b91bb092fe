public import JSONText

/// A tool, as an assistant learns of it.
public struct AssistantTool: Hashable, Sendable {
  /// What it is called by.
  public let name: String
  /// What people call it.
  public let title: String
  /// What it does and when to use it.
  public let description: String
  /// What it takes, as a JSON schema.
  public let inputSchema: JSONValue
  /// What it hands back, as a JSON schema; nil where that is a text.
  public let outputSchema: JSONValue?
  /// What it does to the list.
  public let effect: Effect

  /// What a tool does to the list.
  public enum Effect: Hashable, Sendable {
    case reads
    /// Adds to it, once more each time.
    case adds
    /// Sets what can be set back, and nothing more when it is used again.
    case marks
    /// Puts something in the place of what was there.
    case overwrites
  }

  /// Describes a tool.
  public init(
    name: String, title: String, description: String, inputSchema: JSONValue,
    outputSchema: JSONValue?, effect: Effect
  ) {
    self.name = name
    self.title = title
    self.description = description
    self.inputSchema = inputSchema
    self.outputSchema = outputSchema
    self.effect = effect
  }
}

extension AssistantTool {
  var json: JSONValue {
    var members: [JSONValue.Member] = [
      .init("name", .string(name)), .init("title", .string(title)),
      .init("description", .string(description)), .init("inputSchema", inputSchema),
    ]
    if let outputSchema { members.append(.init("outputSchema", outputSchema)) }
    let annotations: JSONValue = [
      "title": .string(title), "readOnlyHint": .bool(effect == .reads),
      "destructiveHint": .bool(effect == .overwrites), "idempotentHint": .bool(effect != .adds),
      "openWorldHint": false,
    ]
    return .object(members + [.init("annotations", annotations)])
  }
}
