package import Encoding

/// The JSON body of a request to `/chat/completions`, and its parameters' names. `BodyOption` is set by the user.
struct RequestBody {
  private(set) var bytes: [UInt8] = []
  private(set) var names: Set<String> = []
  /// The maximum tokens of the answer; nil if the body states none.
  private(set) var cap: Int?

  /// Writes a question in a shape. `options` are the user's members, which replace those of the same name.
  init(
    model: String, _ request: ChatRequest, _ shape: RequestShape, _ answers: AnswerCap,
    options: [BodyOption]
  ) {
    var writer = JSONWriter()
    writer.reserve(
      (request.system.utf8.count + request.user.utf8.count + (request.schema?.utf8.count ?? 0))
        * 9 / 8 + 512)
    writer.beginObject()
    writer.field("model", model)
    Self.writeMessages(request, shape, &writer)
    let own = Set(options.map(\.name))
    let repeatsWords = request.loop == .words
    if !own.contains("temperature"), shape.name(of: "temperature") != nil {
      let degrees = repeatsWords ? max(0.6, request.temperature) : request.temperature
      write("temperature", degrees == 0 ? 0 : .number("\(degrees)"), &writer)
    }
    if repeatsWords, !own.contains("frequency_penalty"),
      shape.name(of: "frequency_penalty") != nil
    {
      write("frequency_penalty", .number("0.4"), &writer)
    }
    if own.isDisjoint(with: BodyOption.caps),
      let name = shape.name(of: "max_tokens")
    {
      let cap = shape.cap(for: request, answers)
      write(name, .int(cap), &writer)
      self.cap = cap
    }
    // A grammar allows white space between any two tokens, and some models then write nothing else.
    if let schema = request.schema, !own.contains("response_format"), shape.format != .plain,
      request.loop != .whiteSpace
    {
      names.insert("response_format")
      Self.writeFormat(schema, shape.format, &writer)
    }
    for option in options {
      guard let name = shape.name(of: option.name) else { continue }
      write(name, option.value, &writer)
      if option.limitsAnswers { cap = option.value.int }
    }
    writer.endObject()
    bytes = writer.bytes
  }

  private mutating func write(_ name: String, _ value: JSONValue, _ writer: inout JSONWriter) {
    guard names.insert(name).inserted else { return }
    writer.key(name)
    writer.value(value)
  }

  private static func writeMessages(
    _ request: ChatRequest, _ shape: RequestShape, _ writer: inout JSONWriter
  ) {
    writer.key("messages")
    writer.beginArray()
    var turns = [ChatRequest.Turn(.user, request.user)] + request.followUp
    if shape.hasRulesInQuestion {
      turns[0].text = request.system + "\n\n" + request.user
    } else {
      turns.insert(ChatRequest.Turn(.system, request.system), at: 0)
    }
    for turn in turns {
      writer.beginObject()
      writer.field("role", turn.role.rawValue)
      writer.field("content", turn.text)
      writer.endObject()
    }
    writer.endArray()
  }

  private static func writeFormat(
    _ schema: String, _ format: RequestShape.Format, _ writer: inout JSONWriter
  ) {
    writer.key("response_format")
    writer.beginObject()
    writer.key("type")
    switch format {
    case .schema:
      writer.string("json_schema")
      writer.key("json_schema")
      writer.beginObject()
      writer.field("name", "action_items")
      writer.field("strict", true)
      writer.key("schema")
      writer.raw(schema.utf8)
      writer.endObject()
    case .schemaOfObject:
      writer.string("json_object")
      writer.key("schema")
      writer.raw(schema.utf8)
    case .object, .plain: writer.string("json_object")
    }
    writer.endObject()
  }
}

/// A member that the user adds to each request body, such as `top_p=0.9`.
package struct BodyOption: Hashable, Sendable {
  package let name: String
  package let value: JSONValue

  /// The names for the maximum tokens of an answer.
  static let caps: Set<String> = ["max_tokens", "max_completion_tokens"]
  package var limitsAnswers: Bool { Self.caps.contains(name) }

  /// Parses `name=value`. The value is JSON if it can be parsed as such, and text otherwise. Returns nil without a
  /// name, and for `model`, `messages` and `stream`, which the user cannot set.
  package init?(_ text: String) {
    let parts = text.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
    guard parts.count == 2, !parts[0].isEmpty, !["model", "messages", "stream"].contains(parts[0])
    else { return nil }
    name = String(parts[0])
    value = (try? JSONValue(parsing: parts[1].utf8)) ?? .string(String(parts[1]))
  }
}
