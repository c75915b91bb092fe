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

/// What came of using a tool.
public struct AssistantToolResult: Hashable, Sendable {
  /// The answer as a text.
  public var text: String
  /// The answer as its tool's schema says; nil where there is none.
  public var structured: JSONValue?
  /// Whether it failed; the text says why.
  public var isError: Bool

  /// Puts an answer together.
  public init(text: String, structured: JSONValue? = nil, isError: Bool = false) {
    self.text = text
    self.structured = structured
    self.isError = isError
  }
}

/// Something that can be read, or the form of the addresses of many.
public struct AssistantResource: Hashable, Sendable {
  /// The address, or what it is like.
  public var address: String
  /// What it is called.
  public var name: String
  /// What it holds.
  public var description: String

  /// Describes it.
  public init(address: String, name: String, description: String) {
    self.address = address
    self.name = name
    self.description = description
  }
}
