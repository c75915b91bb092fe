import JSONText

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

extension AssistantResource {
  func json(_ key: String) -> JSONValue {
    .object([
      .init(key, .string(address)), .init("name", .string(name)),
      .init("description", .string(description)), .init("mimeType", "application/json"),
    ])
  }
}
