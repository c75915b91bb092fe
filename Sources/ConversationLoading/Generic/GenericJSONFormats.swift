import JSONText

/// Conversations in plain JSON, whatever the fields are called.
struct GenericJSONFormat: ConversationFormat {
  let description = FormatDescription(
    name: "json", platform: "json", title: "JSON",
    reads:
      "a conversation with `messages` and perhaps `participants`, an array of messages or of conversations",
    howToExport: """
      Any program that writes messages with a text, a sender and a time, under their usual names.
      """)

  func recognizes(_ sample: FormatSample) -> Bool {
    guard let json = sample.json, json.holdsObjects else { return false }
    if !json.isArray, GenericJSONLinesFormat.isLines(sample) { return false }
    // Behind a list of a thousand people, messages are out of sight.
    return json.mayHoldMessages || !sample.isWhole && json.has(role: .participants)
  }

  func load(_ file: ExportFile, in context: LoadingContext) throws {
    try load(file, named: true, in: context)
  }

  func load(_ files: [ExportFile], in context: LoadingContext) throws {
    for file in files { try context.aside { try load(file, named: false, in: $0) } }
  }

  private func load(_ file: ExportFile, named: Bool, in context: LoadingContext) throws {
    let open = try file.openAnywhere()
    let index = try GenericIndex(context.options) { index in
      try index.scan(OpenFileSource(file: open), recordLimit: context.options.recordLimit)
    }
    if !named, index.isEmpty { return try context.sink.pass(.unknownFormat, path: file.path) }
    try GenericLoader(
      format: description, file: file, open: open, hasSenders: index.hasSenders,
      dateOrder: index.dateOrder
    ).load(index, in: context)
  }
}

/// Conversations in JSON Lines: a message or a conversation a line.
struct GenericJSONLinesFormat: ConversationFormat {
  let description = FormatDescription(
    name: "jsonl", platform: "json", title: "JSON Lines",
    reads: "a message a line, or a conversation with `messages` a line",
    howToExport: "`actionitems inspect --messages` writes it, and many other programs do.")

  func recognizes(_ sample: FormatSample) -> Bool {
    guard let json = sample.json, !json.isArray, Self.isLines(sample) else { return false }
    return json.mayHoldMessages
  }

  /// Whether the first object ends with its line and another one, or nothing, follows.
  static func isLines(_ sample: FormatSample) -> Bool {
    sample.bytes.withUnsafeBufferPointer { buffer in
      guard let feed = buffer.firstIndex(of: 0x0A) else { return false }
      let line = UnsafeBufferPointer(rebasing: buffer[..<feed])
      var reader = JSONReader(line, limits: GenericIndex.limits)
      do throws(JSONError) {
        try reader.skipValue()
        try reader.finish()
      } catch {
        return false
      }
      let rest = buffer[feed...].first { $0 > 0x20 }
      return rest == nil || rest == UInt8(ascii: "{")
    }
  }

  func load(_ file: ExportFile, in context: LoadingContext) throws {
    try load(file, named: true, in: context)
  }

  func load(_ files: [ExportFile], in context: LoadingContext) throws {
    for file in files { try context.aside { try load(file, named: false, in: $0) } }
  }

  private func load(_ file: ExportFile, named: Bool, in context: LoadingContext) throws {
    let open = try file.openAnywhere()
    let limit = context.options.recordLimit
    let index = try GenericIndex(context.options) { index in
      var lines = LineStream(OpenFileSource(file: open), limit: limit)
      while let line = try lines.next() {
        switch line {
        case .bytes(let bytes):
          let mark = lines.lineNumber == 1 && bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? 3 : 0
          try index.scan(
            line: UnsafeBufferPointer(rebasing: bytes[mark...]), at: lines.lineOffset + mark)
        case .tooLong: index.noteLongLine(at: lines.lineOffset, limit: limit)
        }
      }
    }
    if !named, index.isEmpty { return try context.sink.pass(.unknownFormat, path: file.path) }
    try GenericLoader(
      format: description, file: file, open: open, hasSenders: index.hasSenders,
      dateOrder: index.dateOrder
    ).load(index, in: context)
  }
}

extension JSONOutline {
  /// Whether any key is one that messages or conversations have.
  var mayHoldMessages: Bool {
    has(role: .text) || has(role: .messages)
      || keys.contains { ($0.value == .array || $0.value == .object) && !isArray }
  }

  fileprivate func has(role: FieldRole) -> Bool {
    keys.keys.contains { FieldRole.of($0)?.role == role }
  }
}
