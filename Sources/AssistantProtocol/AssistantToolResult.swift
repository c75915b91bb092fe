public import JSONText

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
