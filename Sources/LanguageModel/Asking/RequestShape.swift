import JSONText

/// How a question is put, as far as the endpoint bears it.
struct RequestShape: Hashable, Sendable {
  /// How the answer's form is asked for, the strictest first.
  enum Format: Int, Sendable {
    case schema, object, plain
  }

  var format = Format.schema
  /// Optional parameters that the endpoint refuses.
  var dropped: Set<String> = []

  /// The body of a request.
  func body(model: String, _ request: ChatRequest) -> [UInt8] {
    var writer = JSONWriter()
    writer.beginObject()
    writer.key("model")
    writer.string(model)
    writer.key("messages")
    writer.beginArray()
    for (role, content) in [("system", request.system), ("user", request.user)] {
      writer.beginObject()
      writer.key("role")
      writer.string(role)
      writer.key("content")
      writer.string(content)
      writer.endObject()
    }
    writer.endArray()
    if !dropped.contains("temperature") {
      writer.key("temperature")
      writer.int(0)
    }
    if let schema = request.schema { writeFormat(schema, &writer) }
    writer.endObject()
    return writer.bytes
  }

  private func writeFormat(_ schema: String, _ writer: inout JSONWriter) {
    guard format != .plain, !dropped.contains("response_format") else { return }
    writer.key("response_format")
    writer.beginObject()
    writer.key("type")
    if format == .schema {
      writer.string("json_schema")
      writer.key("json_schema")
      writer.beginObject()
      writer.key("name")
      writer.string("action_items")
      writer.key("strict")
      writer.bool(true)
      writer.key("schema")
      writer.raw(schema.utf8)
      writer.endObject()
    } else {
      writer.string("json_object")
    }
    writer.endObject()
  }

  /// The shape after a change; nil where the change changes nothing, so that asking again is
  /// useless.
  func applying(_ change: RequestChange) -> RequestShape? {
    var shape = self
    switch change {
    case .simplerFormat:
      guard let next = Format(rawValue: format.rawValue + 1) else { return nil }
      shape.format = next
    case .withoutParameter(let name):
      guard shape.dropped.insert(name).inserted else { return nil }
    }
    return shape
  }
}

/// What to change about a request before asking again.
public enum RequestChange: Hashable, Sendable {
  /// Ask for the answer's form less strictly: a schema, any object, nothing.
  case simplerFormat
  /// Leave a parameter out.
  case withoutParameter(String)
}
