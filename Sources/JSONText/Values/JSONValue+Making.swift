extension JSONValue {
  /// A string; null without one.
  public static func text(_ value: String?) -> JSONValue { value.map(JSONValue.string) ?? .null }

  /// A whole number; null without one.
  public static func int(_ value: (some BinaryInteger)?) -> JSONValue {
    value.map { .number(String($0)) } ?? .null
  }

  /// A list of strings.
  public static func texts(_ values: [String]) -> JSONValue { .array(values.map(JSONValue.string)) }

  /// One object of the members of several.
  public static func joined(_ objects: JSONValue...) -> JSONValue {
    .object(objects.flatMap { $0.object ?? [] })
  }

  /// What the elements of a list are read as; nil where this is no list, or an element of it cannot be read.
  public func list<Element>(_ read: (JSONValue) -> Element?) -> [Element]? {
    guard let array else { return nil }
    let elements = array.compactMap(read)
    return elements.count == array.count ? elements : nil
  }

  /// The value on a line of its own, as files and programs read it.
  public func line(escaping: JSONWriter.Escaping = .minimal) -> [UInt8] {
    var writer = JSONWriter(escaping: escaping)
    writer.value(self)
    writer.endLine()
    return writer.bytes
  }
}
