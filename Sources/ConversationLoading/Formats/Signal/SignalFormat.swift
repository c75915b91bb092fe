import ActionItemModel
import CivilTime
import JSONText

/// Chats of Signal Desktop, as the program signal-export writes them.
struct SignalFormat: ConversationFormat {
  let description = FormatDescription(
    name: "signal", platform: "signal", title: "Signal chat",
    reads: "the folder that signal-export writes, or a chat.md of it",
    howToExport: """
      Quit Signal Desktop, `pip install signal-export`, `sigexport OUTPUT`: a folder a chat. Phones \
      export no text.
      """)

  /// The Markdown of a chat, under its name now and the one that it had.
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
      // WhatsApp writes such dates in some countries, but with seconds, and marks its own words.
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
        // The same messages once more.
        try context.sink.pass(.index, path: file.path)
      } else if !Self.names.contains(String(file.name)) {
        try context.sink.leave(file)
      }
    }
    for child in contents.folders { try context.sink.leave(child) }
    if let file = chat(contents) { try load(file, in: context) }
  }

  func load(_ file: ExportFile, in context: LoadingContext) throws {
    try SignalLoader(format: description, file: file, context: context).load()
  }
}

private struct SignalLoader {
  let format: FormatDescription
  let file: ExportFile
  let context: LoadingContext

  func load() throws {
    let open = try file.openAnywhere()
    var output = try ConversationWriter(
      conversation(open), path: file.path, format: format, context: context)
    var draft = TextDraft()
    var recent = RecentMessages()
    var lines = TextLines(OpenFileSource(file: open), limit: output.limit)
    while let line = try lines.next() {
      guard case .bytes(let bytes) = line else {
        output.noteTooLong(at: lines.offset)
        continue
      }
      guard let first = SignalLine(bytes) else {
        if draft.isOpen {
          draft.extend(bytes, limit: output.limit)
        } else if !bytes.isBlank {
          draft.begin(bytes, at: lines.offset)
          draft.kind = .system
        }
        continue
      }
      try hand(out: &draft, &recent, to: &output)
      draft.begin(first.text, at: lines.offset)
      draft.sender = output.senders.number(of: first.name)
      draft.time = .civil(first.time)
      first.time.append(to: &draft.written)
    }
    try hand(out: &draft, &recent, to: &output)
    try output.end()
  }

  private func hand(
    out draft: inout TextDraft, _ recent: inout RecentMessages, to output: inout ConversationWriter
  ) throws {
    guard draft.isOpen else { return }
    draft.isOpen = false
    if draft.isTooLong {
      try output.write(draft)
      return
    }
    let found = draft.raw.withUnsafeBufferPointer { SignalText($0) }
    if case .skipped(let reason) = found.outcome { return output.skip(reason) }
    if found.outcome == .system { draft.kind = .system }
    // Reactions are no part of what makes the id.
    draft.replace(
      draft.raw.withUnsafeBufferPointer { Array(SignalText.withoutReactions($0.trimmed)) })
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
    let said = found.text
    try text.withUnsafeBufferPointer { text in
      guard let id = try output.write(draft, text: text) else { return }
      said.withUnsafeBufferPointer { recent.note($0, id: id) }
    }
  }

  private func conversation(_ open: OpenFile) throws -> Conversation {
    var people = ChatPeople()
    var lines = TextLines(OpenFileSource(file: open), limit: context.options.recordLimit)
    while let line = try lines.next() {
      if case .bytes(let bytes) = line, let first = SignalLine(bytes) { people.note(first.name) }
    }
    let parts = file.location.split(separator: "/").map(String.init)
    var title = file.stem
    if let stem = title, ["chat", "index"].contains(stem), parts.count > 1 {
      title = parts[parts.count - 2]
    }
    return context.options.conversation(
      format, title: title, kind: people.kind(owner: "Me", title: title), speakers: people.names)
  }
}
