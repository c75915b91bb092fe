package import Encoding

/// The tools and resources that an `AssistantServer` offers. `StoreAssistant` implements this protocol for a store.
/// Below: the types of a tool, a tool's result and a resource, and `JSONValue.text`.
package protocol AssistantTools: Sendable {
  /// The tools, in listing order.
  var tools: [AssistantTool] { get }
  /// Calls a tool. The result also reports errors, so that the model can read them.
  func call(_ name: String, _ arguments: [JSONValue.Member]) async -> AssistantToolResult

  /// The URI templates of readable resources.
  var resourceTemplates: [AssistantResource] { get }
  /// Returns the readable resources, or the first ones.
  func resources() async throws(AssistantError) -> [AssistantResource]
  /// Returns the JSON at a URI; nil if there is none.
  func read(_ address: String) async throws(AssistantError) -> JSONValue?
}

/// A tool, as described to an assistant. `CommandTool` makes it from a command.
package struct AssistantTool: Sendable {
  let name: String
  /// The tool in the form of the protocol.
  let json: JSONValue

  /// The effect of a tool on the list.
  package enum Effect: Sendable {
    case reads
    /// Adds an item with each call.
    case adds
    /// Makes a reversible change; a repeated call changes nothing more.
    case marks
    /// Replaces values.
    case overwrites
  }

  /// Creates a tool. The JSON schemas describe its arguments and its result; without an output schema the result is
  /// text.
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

/// The result of a tool call.
package struct AssistantToolResult: Sendable {
  /// The result as text, or the reason of a failure.
  let text: String
  /// The result according to the tool's schema; nil if it has none.
  let structured: JSONValue?
  let isError: Bool

  package init(text: String, structured: JSONValue? = nil, isError: Bool = false) {
    (self.text, self.structured, self.isError) = (text, structured, isError)
  }
}

/// A readable resource, or a URI template for many.
package struct AssistantResource: Sendable {
  private let address: String
  private let name: String
  private let description: String

  package init(address: String, name: String, description: String) {
    (self.address, self.name, self.description) = (address, name, description)
  }

  /// Returns the entry of the protocol's list, with the address under `key`.
  func json(_ key: String) -> JSONValue {
    [
      key: .string(address), "name": .string(name), "description": .string(description),
      "mimeType": "application/json",
    ]
  }
}

extension JSONValue {
  /// The value as JSON text.
  package var text: String {
    var writer = JSONWriter(escaping: .invisibles)
    writer.value(self)
    return String(decoding: writer.bytes, as: UTF8.self)
  }
}
