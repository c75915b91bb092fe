import ActionItems
import CivilTime

/// A chat exported as text from WhatsApp on a phone. Below: the second pass, and the chat's name in the file's name.
struct WhatsAppFormat: ConversationFormat {
  let description = FormatDescription(
    name: "whatsapp", platform: "whatsapp", title: "WhatsApp chat",
    reads: "the text file, or the zip that holds it, from Android or an iPhone in any language",
    howToExport: """
      Open the chat > its name or the three dots > More > Export chat > Without media. Dates follow the \
      phone's region; --date-order sets the order if it is ambiguous.
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
      // Lines before the first header were cut off from a longer chat. A large group begins with the people who joined
      // it.
      return headers > 0 ? named == 0 || looked < 500 : looked < 10
    }
    return named > 0 && logged * 2 < named
  }

  func load(_ file: ExportFile, in context: LoadingContext) throws {
    let open = try file.openAnywhere()
    let survey = try WhatsAppSurvey(open, limit: context.options.recordLimit)
    let finding = survey.dates.finding(stated: context.options.dateOrder)
    let title = WhatsAppFileName.title(ofPath: file.location) ?? survey.noticeName
    var writer = try ConversationWriter(
      context.options.conversation(
        description, title: title ?? file.stem, kind: survey.people.kind(owner: nil, title: title),
        idFrom: title),
      path: file.path, format: description, context: context)
    if let warning = finding.warning { writer.warn(warning) }
    writer.undatedWarning = "a date in an unknown calendar"
    var reading = WhatsAppReading(survey, finding.order)
    try reading.read(open, into: &writer)
    writer.warn(
      reading.unknownHalves, "time has an unknown AM or PM marker and was kept as written",
      "times have an unknown AM or PM marker and were kept as written")
    try writer.end()
  }
}

/// The second pass over a WhatsApp export.
private struct WhatsAppReading: TextReading {
  private let survey: WhatsAppSurvey
  private let order: DateOrder
  /// The number of messages begun.
  private var count = 0
  private(set) var unknownHalves = 0

  init(_ survey: WhatsAppSurvey, _ order: DateOrder) {
    (self.survey, self.order) = (survey, order)
  }

  mutating func meaning(of line: Bytes, beginning next: inout TextDraft) -> LineMeaning {
    guard let first = WhatsAppLine(line) else { return .continues(line) }
    guard survey.accepts(first.header.shape) else { return .pastes(line) }
    next.begin(first.text, by: first.name)
    count += 1
    first.header.append(to: &next.written)
    if let date = first.header.date.date(preferring: order), let time = first.header.clock.time {
      let civil = CivilDateTime(date: date, time: time)
      let instant = first.header.clock.isUTC ? Timestamp(seconds: civil.secondsSinceEpoch()) : nil
      next.time = instant.map { .instant($0) } ?? .civil(civil)
    }
    if first.header.clock.meridiem == .unknown { unknownHalves += 1 }
    if survey.isOwn(first, number: count) { next.kind = .system }
    return .begins
  }

  mutating func finish(
    _ raw: Bytes, _ draft: inout TextDraft, to writer: inout ConversationWriter
  ) throws {
    let isOwn = draft.kind == .system
    if draft.sender != nil { draft.kind = .message }
    try WhatsAppText.read(raw: raw, isOwn: isOwn) { try write($0, &draft, &writer) }
  }

  private func write(
    _ text: WhatsAppText, _ draft: inout TextDraft, _ writer: inout ConversationWriter
  ) throws {
    switch text {
    case .skipped(let reason): writer.skip(reason)
    case .person(let words): try writer.write(draft, text: words)
    case .file(let name, let caption):
      let named = Array("[file: ".utf8) + name + Array((caption.isEmpty ? "]" : "]\n").utf8)
      try (named + caption).withUnsafeBufferPointer { _ = try writer.write(draft, text: $0) }
    case .system(let words):
      draft.sender = nil
      draft.kind = .system
      try writer.write(draft, text: words)
    }
  }
}

/// The chat's name, from the name of a WhatsApp export.
enum WhatsAppFileName {
  /// The app's prefixes to the chat's name, in the known languages.
  private static let prefixes = [
    "WhatsApp Chat with ", "WhatsApp Chat - ", "WhatsApp-Chat mit ", "WhatsApp Chat mit ",
    "Chat de WhatsApp con ", "Discussion WhatsApp avec ", "Conversa do WhatsApp com ",
    "Chat WhatsApp con ", "WhatsApp-chat met ", "Чат WhatsApp с ", "WhatsApp Sohbeti - ",
    "Czat WhatsApp z ", "Chat WhatsApp dengan ",
  ]

  /// Finds the chat's name in the file's name or that of the archive around it.
  static func title(ofPath path: String) -> String? {
    for part in path.split(separator: "/").suffix(2).reversed() {
      var name = String(part).withoutExtension
      // Browsers number files that are downloaded twice.
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
