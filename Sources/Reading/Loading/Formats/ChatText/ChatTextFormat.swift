import ActionItems
import CivilTime
import Encoding

/// Chats that LINE or KakaoTalk saved as text, and text copied from the window of a chat program.
struct ChatTextFormat: ConversationFormat {
  let layouts: [ChatTextLine.Layout]
  let description: FormatDescription

  static let line = Self(
    layouts: [.line],
    description: FormatDescription(
      name: "line", platform: "line", title: "LINE chat",
      reads: "the text file of a chat, in any language",
      howToExport:
        "In the chat: the menu > Settings or Other > Export chat history (on computers: Save chat)."
    ))

  static let kakao = Self(
    layouts: [.kakaoComputer, .kakaoPhone],
    description: FormatDescription(
      name: "kakaotalk", platform: "kakaotalk", title: "KakaoTalk chat",
      reads: "the text file of a chat, from a phone or a computer",
      howToExport: """
        Phone: the chat's menu > settings > Export chat messages > text only. Computer: the menu > Chat \
        content > Export messages.
        """))

  static let copied = Self(
    layouts: [.telegram, .teams, .discord, .slack],
    description: FormatDescription(
      name: "copied-chat", platform: "text",
      title: "Text copied from Slack, Teams, Discord or Telegram",
      reads: "a text file with the name and the time before each message",
      howToExport: """
        Select messages in the window, copy them and paste them into a text file. --date sets the day of \
        copying, for `Yesterday at 10:12` and times without a day. An export of the program has more.
        """))

  func recognizes(_ sample: FormatSample) -> Bool { layout(of: sample) != nil }

  /// The layout of the lines, found in the file's beginning; nil if none fits.
  private func layout(of sample: FormatSample) -> ChatTextLine.Layout? {
    layouts.first { layout in
      if layout == .slack { return SlackCopy.recognizes(sample) }
      var number = 0
      var isTitled = false
      var isOurs = true
      var headers = 0
      var others = 0
      var said = 0
      sample.forEachLine { line in
        if line.isBlank { return true }
        number += 1
        if number <= 3, layout.titles.contains(where: { line.first($0) != nil }) { isTitled = true }
        let header = ChatTextLine(line, layout)
        if header != nil { headers += 1 } else { others += 1 }
        if header == nil, line.first(": ") ?? 40 < 40 { said += 1 }
        // A copied text begins with a message. A heading with a time is not a message.
        if number == 1, layout.titles.isEmpty {
          isOurs = layout == .teams ? header != nil : header?.day != nil
        }
        return isOurs && number < 200
      }
      if !layout.titles.isEmpty { return isTitled && headers > 0 }
      return isOurs && headers > 1 && others >= headers && said * 2 <= others
    }
  }

  func load(_ file: ExportFile, in context: LoadingContext) throws {
    let open = try file.openAnywhere()
    let sample = try FormatSample(reading: OpenFileSource(file: open))
    let layout = layout(of: sample) ?? layouts[0]
    var reading = ChatTextReading(layout)
    var evidence = DateOrderEvidence(earliestYear: 2003)
    var lines = TextLines(OpenFileSource(file: open), limit: context.options.recordLimit)
    while let line = try lines.next() {
      if case .bytes(let bytes) = line { reading.note(bytes, &evidence) }
    }
    let finding = evidence.finding(stated: context.options.dateOrder ?? reading.orderOfWeekdays)
    reading.order = finding.order
    let (title, isDirect) = layout.titles.isEmpty ? (nil, false) : Self.title(sample)
    var writer = try ConversationWriter(
      context.options.conversation(
        description, title: title ?? file.stem, kind: isDirect ? .direct : nil, idFrom: title),
      path: file.path, format: description, context: context)
    writer.undatedWarning = "no date (--date sets it)"
    if let warning = finding.warning { writer.warn(warning) }
    reading.begin(FileNameDate(file, context.options)?.date)
    try reading.read(open, into: &writer)
    try writer.end()
  }

  /// The words around a chat's name in the first line.
  private static let affixes = [
    "[LINE] ", "Chat history with ", "Chat history in ", "とのトーク履歴", "のトーク履歴", "的聊天記錄",
    " 님과 카카오톡 대화", " 카카오톡 대화", "KakaoTalk Chats with ",
  ]

  /// The chat's name, and whether it is a person's.
  private static func title(_ sample: FormatSample) -> (title: String?, isDirect: Bool) {
    var title = ""
    _ = sample.begins { line in
      title = SenderTable.readable(line)
      return true
    }
    let isDirect = title.holds("Chat history with ") || title.holds("とのトーク履歴")
    for affix in affixes {
      if title.hasPrefix(affix) { title.removeFirst(affix.count) }
      if title.hasSuffix(affix) { title.removeLast(affix.count) }
    }
    return (title.isEmpty ? nil : title, isDirect)
  }
}
