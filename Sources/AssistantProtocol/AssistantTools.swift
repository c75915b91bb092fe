public import JSONText

/// What an assistant may do and read: the small side of the protocol, behind which a store stands.
public protocol AssistantTools: Sendable {
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
