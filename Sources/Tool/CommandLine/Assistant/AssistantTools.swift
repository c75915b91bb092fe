package import Encoding

/// What an assistant may do and read: the small side of the protocol, behind which a store stands.
package protocol AssistantTools: Sendable {
  /// The tools, in the order in which they are listed.
  var tools: [AssistantTool] { get }
  /// Uses one of them. Whatever goes wrong is told in the result, for the model to read.
  func call(_ name: String, _ arguments: [JSONValue.Member]) async -> AssistantToolResult

  /// The forms of addresses that can be read.
  var resourceTemplates: [AssistantResource] { get }
  /// What can be read, or the first of it.
  func resources() async throws(AssistantError) -> [AssistantResource]
  /// The JSON at an address; nil where there is nothing.
  func read(_ address: String) async throws(AssistantError) -> JSONValue?
}

/// A tool, as an assistant learns of it.
package struct AssistantTool: Sendable {
  let name: String
  /// The tool as the protocol lists it.
  let json: JSONValue

  /// What a tool does to the list.
  package enum Effect: Sendable {
    case reads
    /// Adds to it, once more each time.
    case adds
    /// Sets what can be set back, and nothing more when it is used again.
    case marks
    /// Puts something in the place of what was there.
    case overwrites
  }

  /// The schemas are JSON schemas of what it takes and of what it hands back; without the latter that is a text.
  package init(
    name: String, title: String, description: String, inputSchema: JSONValue,
    outputSchema: JSONValue?, effect: Effect
  ) {
    self.name = name
    json = .joined(
      [
        "name": .string(name), "title": .string(title), "description": .string(description),
        "inputSchema": inputSchema,
      ],
      outputSchema.map { ["outputSchema": $0] } ?? [:],
      [
        "annotations": [
          "title": .string(title), "readOnlyHint": .bool(effect == .reads),
          "destructiveHint": .bool(effect == .overwrites),
          "idempotentHint": .bool(effect != .adds), "openWorldHint": false,
        ]
      ])
  }
}

/// What came of using a tool.
package struct AssistantToolResult: Sendable {
  /// The answer as a text; why it failed, where it did.
  let text: String
  /// The answer as its tool's schema says; nil where there is none.
  let structured: JSONValue?
  let isError: Bool

  package init(text: String, structured: JSONValue? = nil, isError: Bool = false) {
    (self.text, self.structured, self.isError) = (text, structured, isError)
  }
}

/// Something that can be read, or the form of the addresses of many.
package struct AssistantResource: Sendable {
  private let address: String
  private let name: String
  private let description: String

  package init(address: String, name: String, description: String) {
    (self.address, self.name, self.description) = (address, name, description)
  }

  /// What the protocol lists; its address is under a key.
  func json(_ key: String) -> JSONValue {
    [
      key: .string(address), "name": .string(name), "description": .string(description),
      "mimeType": "application/json",
    ]
  }
}

extension JSONValue {
  /// The value as JSON.
  package var text: String {
    var writer = JSONWriter(escaping: .invisibles)
    writer.value(self)
    return String(decoding: writer.bytes, as: UTF8.self)
  }
}
