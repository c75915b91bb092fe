import Encoding

/// Conversations in JSON or JSON Lines of any program, with the usual names of fields (`FieldRole`).
struct GenericJSONFormat: ConversationFormat {
  let description: FormatDescription
  /// Whether each line is a message or a conversation.
  private let isLines: Bool

  static let whole = Self(
    description: FormatDescription(
      name: "json", platform: "json", title: "JSON",
      reads:
        "a conversation with `messages` and optional `participants`, an array of messages or of conversations",
      howToExport: """
        Any program that writes messages with a text, a sender and a time, under their usual names.
        """),
    isLines: false)

  static let lines = Self(
    description: FormatDescription(
      name: "jsonl", platform: "json", title: "JSON Lines",
      reads: "a message per line, or a conversation with `messages` per line",
      howToExport: "`actionitems inspect --messages` writes it, and many other programs do."),
    isLines: true)

  func recognizes(_ sample: FormatSample) -> Bool {
    guard let json = sample.json, json.holdsObjects,
      isLines == (!json.isArray && Self.isLines(sample))
    else { return false }
    // A long list of people may push the messages beyond the sample.
    return json.mayHoldMessages
      || !isLines && !sample.isWhole && json.has(role: .participants)
  }

  /// Whether the first object ends with its line, and another one or nothing follows.
  static func isLines(_ sample: FormatSample) -> Bool {
    sample.bytes.withUnsafeBufferPointer { buffer in
      guard let feed = buffer.firstIndex(of: 0x0A) else { return false }
      var reader = JSONReader(buffer.part(0, feed), limits: .export)
      guard (try? reader.skipValue()) != nil, (try? reader.finish()) != nil else { return false }
      let rest = buffer[feed...].first { $0 > 0x20 }
      return rest == nil || rest == UInt8(ascii: "{")
    }
  }

  func load(_ file: ExportFile, in context: LoadingContext) throws {
    try GenericReading.load(file, as: description, in: context) { index, part in
      if isLines { try index.scanLines(part) } else { try index.scan(part) }
    }
  }
}

extension JSONOutline {
  /// Whether a key is one of a message or conversation, or the outermost object has a value that may contain them.
  var mayHoldMessages: Bool {
    has(role: .text) || has(role: .messages)
      || keys.contains { ($0.value == .array || $0.value == .object) && !isArray }
  }

  fileprivate func has(role: FieldRole) -> Bool {
    keys.keys.contains { FieldRole.of($0)?.role == role }
  }
}
