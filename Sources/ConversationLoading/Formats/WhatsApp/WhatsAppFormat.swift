import ActionItemModel
import CivilTime
import JSONText

/// A chat that somebody exported from WhatsApp on a phone, as text.
struct WhatsAppFormat: ConversationFormat {
  let description = FormatDescription(
    name: "whatsapp", platform: "whatsapp", title: "WhatsApp chat",
    reads: "the text file, or the zip that holds it, from Android or an iPhone in any language",
    howToExport: """
      Open the chat > its name or the three dots > More > Export chat > Without media. Dates follow the \
      phone's region; --date-order settles them where they leave a doubt.
      """)

  func recognizes(_ sample: FormatSample) -> Bool {
    var looked = 0
    var named = 0
    var headers = 0
    var logged = 0
    sample.forEachLine { line in
      guard !line.isBlank else { return true }
      looked += 1
      if let line = WhatsAppLine(line) {
        headers += 1
        if let name = line.name {
          named += 1
          if LogLevel.ends(name) { logged += 1 }
        }
      }
      // What stands in front of the first header was cut off from a longer chat; a large group begins with those
      // who joined it.
      return headers > 0 ? named == 0 || looked < 500 : looked < 10
    }
    return named > 0 && logged * 2 < named
  }

  func load(_ file: ExportFile, in context: LoadingContext) throws {
    try WhatsAppLoader(format: self, file: file, context: context).load()
  }
}

/// The second pass over a WhatsApp export.
private struct WhatsAppLoader {
  let format: WhatsAppFormat
  let file: ExportFile
  let context: LoadingContext

  func load() throws {
    let open = try file.openAnywhere()
    let limit = context.options.recordLimit
    let survey = try WhatsAppSurvey(open, limit: limit)
    let finding = survey.order(stated: context.options.dateOrder)
    var output = try ConversationWriter(
      conversation(survey), path: file.path, format: format.description, context: context)
    if let warning = finding.warning { output.warn(warning) }
    var draft = TextDraft()
    var text = WhatsAppText()
    var unknownHalves = 0
    var unreadable = 0
    var lines = TextLines(OpenFileSource(file: open), limit: limit)
    while let line = try lines.next() {
      guard case .bytes(let bytes) = line else {
        output.noteTooLong(at: lines.offset)
        continue
      }
      guard let first = WhatsAppLine(bytes), survey.accepts(first.header) else {
        if draft.isOpen {
          draft.extend(bytes, limit: limit)
        } else if !bytes.isBlank {
          draft.begin(bytes, at: lines.offset)
          draft.kind = .system
        }
        continue
      }
      try hand(out: &draft, &text, to: &output)
      draft.begin(first.text, at: lines.offset)
      first.header.append(to: &draft.written)
      draft.time = time(first.header, finding.order)
      if draft.time == nil { unreadable += 1 }
      if first.header.clock.meridiem == .unknown { unknownHalves += 1 }
      if let name = first.name {
        draft.sender = output.senders.number(of: name)
      } else {
        draft.kind = .system
      }
    }
    try hand(out: &draft, &text, to: &output)
    if unreadable > 0 {
      output.warn("\(unreadable) dates are in no calendar that is known here")
    }
    if unknownHalves > 0 {
      output.warn(
        "\(unknownHalves) times have an unknown word for before or after noon and stand as written")
    }
    try output.end()
  }

  private func time(_ header: WhatsAppHeader, _ order: DateOrder) -> GenericTimestamp.Reading? {
    guard let date = header.date.date(preferring: order), let time = header.clock.time else {
      return nil
    }
    return .civil(CivilDateTime(date: date, time: time))
  }

  /// Hands out the message that is complete now.
  private func hand(
    out draft: inout TextDraft, _ text: inout WhatsAppText, to output: inout ConversationWriter
  ) throws {
    guard draft.isOpen else { return }
    draft.isOpen = false
    if draft.isTooLong {
      try output.write(draft)
      return
    }
    let range: Range<Int>
    switch draft.raw.withUnsafeBufferPointer({ text.read($0) }) {
    case .skipped(let reason): return output.skip(reason)
    case .person(let found): range = found
    case .system(let found):
      range = found
      draft.sender = nil
      draft.kind = .system
    }
    try text.plain.withUnsafeBufferPointer { plain in
      _ = try output.write(draft, text: plain.part(range.lowerBound, range.upperBound))
    }
  }

  // MARK: - Conversation

  private func conversation(_ survey: WhatsAppSurvey) -> Conversation {
    let title = WhatsAppFileName.title(ofPath: file.location) ?? survey.noticeName
    return context.options.conversation(
      format.description, title: title ?? file.stem,
      kind: survey.people.kind(owner: nil, title: title),
      madeOf: title, speakers: survey.people.names)
  }
}

/// What the name of a WhatsApp export says.
enum WhatsAppFileName {
  /// What the app puts in front of the chat's name, in the languages where it is known.
  private static let prefixes = [
    "WhatsApp Chat with ", "WhatsApp Chat - ", "WhatsApp-Chat mit ", "WhatsApp Chat mit ",
    "Chat de WhatsApp con ", "Discussion WhatsApp avec ", "Conversa do WhatsApp com ",
    "Chat WhatsApp con ", "WhatsApp-chat met ", "Чат WhatsApp с ", "WhatsApp Sohbeti - ",
    "Czat WhatsApp z ", "Chat WhatsApp dengan ",
  ]

  /// The chat's name, by the file's name or that of the archive around it.
  static func title(ofPath path: String) -> String? {
    for part in path.split(separator: "/").suffix(2).reversed() {
      var name = String(part).withoutExtension
      // Browsers number what is saved twice.
      if name.hasSuffix(")"), let open = name.lastIndex(of: "("),
        name[open...].dropFirst().dropLast().allSatisfy(\.isNumber)
      {
        name = String(name[..<open])
        while name.hasSuffix(" ") { name.removeLast() }
      }
      for prefix in prefixes where name.hasPrefix(prefix) && name.count > prefix.count {
        return String(name.dropFirst(prefix.count))
      }
    }
    return nil
  }
}
