public import JSONText

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

extension AssistantResource {
  func json(_ key: String) -> JSONValue {
    .object([
      .init(key, .string(address)), .init("name", .string(name)),
      .init("description", .string(description)), .init("mimeType", "application/json"),
    ])
  }
}

extension JSONValue {
  /// The value as JSON.
  public var text: String {
    var writer = JSONWriter(escaping: .invisibles)
    writer.value(self)
    return String(decoding: writer.bytes, as: UTF8.self)
  }
}
