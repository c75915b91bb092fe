import ActionItems
import CivilTime

/// Chats of Signal Desktop, as written by signal-export.
struct SignalFormat: ConversationFormat {
  let description = FormatDescription(
    name: "signal", platform: "signal", title: "Signal chat",
    reads: "the folder of signal-export, or a chat.md in it",
    howToExport: """
      Quit Signal Desktop, `pip install signal-export`, `sigexport OUTPUT`: a folder per chat.
      """)

  /// The current and the former name of a chat's Markdown file.
  private static let names = ["chat.md", "index.md"]

  func recognizes(_ folder: ExportFolder, _ contents: ExportFolder.Contents) -> Bool {
    chat(contents)?.sample.map { recognizes($0) } ?? false
  }

  private func chat(_ contents: ExportFolder.Contents) -> ExportFile? {
    Self.names.lazy.compactMap { contents.file($0) }.first
  }

  func recognizes(_ sample: FormatSample) -> Bool {
    var messages = 0
    var isOurs = false
    var isFirst = true
    sample.forEachLine { line in
      if line.isBlank { return true }
      // WhatsApp writes dates in this form in some countries, but with seconds, and it marks its own lines.
      if line.first("\u{200E}") != nil {
        (isOurs, messages) = (false, 0)
        return false
      }
      if let line = SignalLine(line) {
        if LogLevel.ends(line.name) { return false }
        messages += 1
        if line.hasComma != line.hasSeconds, line.hasComma { isOurs = true }
        if line.name.elementsEqual("Me".utf8) { isOurs = true }
      } else if isFirst {
        return false
      }
      if line.ends(with: "  ") { isOurs = true }
      isFirst = false
      return true
    }
    return messages > 0 && isOurs
  }

  func load(
    _ folder: ExportFolder, _ contents: ExportFolder.Contents, in context: LoadingContext
  ) throws {
    for file in contents.files {
      if file.name == "data.json" || file.name == "index.html" || file.name == "chat.html" {
        // These files repeat the same messages.
        try context.sink.skip(.list, path: file.path)
      } else if !Self.names.contains(String(file.name)) {
        try context.sink.leave(file)
      }
    }
    for child in contents.folders { try context.sink.leave(child) }
    if let file = chat(contents) { try load(file, in: context) }
  }

  func load(_ file: ExportFile, in context: LoadingContext) throws {
    let open = try file.openAnywhere()
    let people = try ChatPeople(of: open, limit: context.options.recordLimit) {
      SignalLine($0)?.name
    }
    var title = file.stem
    if ["chat", "index"].contains(title) { title = file.folder ?? title }
    var writer = try ConversationWriter(
      context.options.conversation(
        description, title: title, kind: people.kind(owner: "Me", title: title)),
      path: file.path, format: description, context: context)
    var reading = SignalReading()
    try reading.read(open, into: &writer)
    try writer.end()
  }
}

private struct SignalReading: TextReading {
  private var recent = RecentMessages()

  func meaning(of line: Bytes, beginning next: inout TextDraft) -> LineMeaning {
    guard let first = SignalLine(line) else { return .continues(line) }
    next.begin(first.text, by: first.name)
    next.time = .civil(first.time)
    first.time.append(to: &next.written)
    return .begins
  }

  mutating func finish(
    _ raw: Bytes, _ draft: inout TextDraft, to writer: inout ConversationWriter
  ) throws {
    let found = SignalText(raw)
    if let reason = found.skipped { return writer.skip(reason) }
    if found.text.withUnsafeBufferPointer(SignalText.isCall) { draft.kind = .system }
    // Reactions must not change the message's id.
    draft.replace(Array(SignalText.withoutReactions(raw.trimmed)))
    var text = found.text
    if let quoted = found.quoted {
      draft.replyTo = quoted.withUnsafeBufferPointer {
        recent.id(quoted: $0, isCut: $0.count > RecentMessages.length)
      }
      if draft.replyTo == nil {
        let lines = quoted.split(separator: 0x0A, omittingEmptySubsequences: false)
        text = Array(lines.map { Array("> ".utf8) + $0 }.joined(separator: [0x0A])) + [0x0A] + text
      }
    }
    let id = try text.withUnsafeBufferPointer { try writer.write(draft, text: $0) }
    if let id { found.text.withUnsafeBufferPointer { recent.note($0, id: id) } }
  }
}
