public import JSONText

extension JSONValue {
  /// The value as JSON.
  public var text: String {
    var writer = JSONWriter(escaping: .invisibles)
    writer.value(self)
    return String(decoding: writer.bytes, as: UTF8.self)
  }
}
