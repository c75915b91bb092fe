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
        "In the chat: the menu > Settings > Export chat history (on computers: Save chat)."))

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
    layouts: [.telegram, .teams, .discord],
    description: FormatDescription(
      name: "copied-chat", platform: "text", title: "Text copied from Teams, Discord or Telegram",
      reads: "a text file with the name and the time before each message",
      howToExport: """
        Select messages in the window, copy them and paste them into a text file. Discord shows full dates \
        only for messages that are older than yesterday.
        """))

  func recognizes(_ sample: FormatSample) -> Bool { layout(of: sample) != nil }

  /// The layout of the lines, by their beginning.
  private func layout(of sample: FormatSample) -> ChatTextLine.Layout? {
    layouts.first { layout in
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
        // A copied text begins with a message. A heading with a time is none.
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
        description, title: title ?? file.stem, kind: isDirect ? .direct : nil, madeOf: title),
      path: file.path, format: description, context: context)
    writer.undatedWarning = "have no date (--date sets it)"
    if let warning = finding.warning { writer.warn(warning) }
    reading.begin(context.options.date)
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

/// The first line of a message.
struct ChatTextLine {
  enum Layout {
    /// `10:12`, a tab, the name, a tab, the text; the day is on a line of its own.
    case line
    /// `[Anna] [오전 9:12] text`; the day is between dashes.
    case kakaoComputer
    /// `2026년 1월 6일 오전 9:12, Anna : text`
    case kakaoPhone
    /// `Anna Keller, [06.01.2026 10:12]`, with the text below, as in all that follow.
    case telegram
    /// `[1/6/2026 10:12 AM] Anna Keller`
    case teams
    /// `Anna — 01/06/2026 10:12 AM`
    case discord

    /// One of these is in the first lines of a file that a program saved.
    var titles: [StaticString] {
      switch self {
      case .line: ["[LINE]"]
      case .kakaoComputer, .kakaoPhone: ["카카오톡", "KakaoTalk", "저장한 날짜", "Date Saved"]
      case .telegram, .teams, .discord: []
      }
    }
  }

  /// The day, if the line has one.
  let day: WrittenTime?
  let time: TimeOfDay
  /// The sender; nil for a line of the program itself.
  let name: Bytes?
  let text: Bytes

  init?(_ line: Bytes, _ layout: Layout) {
    let nothing = line.part(0, 0)
    switch layout {
    case .line:
      guard let tab = line.firstIndex(of: 0x09), tab > 0 else { return nil }
      let rest = line.part(from: tab + 1)
      let end = rest.firstIndex(of: 0x09)
      self.init(
        line.part(0, tab), end.map { rest.part(0, $0) }, rest.part(from: end.map { $0 + 1 } ?? 0))
    case .kakaoComputer:
      guard line.has("["), let joint = line.first("] ["), let end = line.first("]", from: joint + 3)
      else { return nil }
      self.init(line.part(joint + 3, end), line.part(1, joint), line.part(from: end + 2))
    case .kakaoPhone:
      guard let comma = line.first(", ", from: line.first(":") ?? line.count) else { return nil }
      let rest = line.part(from: comma + 2)
      let colon = rest.first(" : ")
      self.init(
        line.part(0, comma), colon.map { rest.part(0, $0) },
        rest.part(from: colon.map { $0 + 3 } ?? 0))
    case .telegram:
      guard line.trimmed.last == UInt8(ascii: "]"), let joint = line.first(", [") else {
        return nil
      }
      self.init(line.part(joint + 3, line.trimmed.count - 1), line.part(0, joint), nothing)
    case .teams:
      guard line.has("["), let end = line.first("] "), end + 2 < line.count else { return nil }
      self.init(line.part(1, end), line.part(from: end + 2), nothing)
    case .discord:
      guard let dash = line.first(" — ") else { return nil }
      self.init(line.part(from: dash + 5), line.part(0, dash), nothing)
    }
    // A name is short, and no sentence.
    let isName = name.map { (1...80).contains($0.count) && !$0.has(":") } ?? true
    if !isName || layout == .teams && name?.contains(UInt8(ascii: ":")) == true { return nil }
  }

  private init?(_ stamp: Bytes, _ name: Bytes?, _ text: Bytes) {
    let stamp = stamp.trimmed
    guard stamp.count <= 60, stamp.contains(UInt8(ascii: ":")) else { return nil }
    var cursor = ByteCursor(stamp)
    if let clock = cursor.wholeClock(behindDate: false)?.time {
      (day, time) = (nil, clock)
    } else if let written = WrittenTime(stamp), let clock = written.time {
      (day, time) = (written, clock)
    } else {
      return nil
    }
    // LINE leaves the name of its own lines empty.
    self.name = name?.isBlank == true ? nil : name?.trimmed
    self.text = text
  }

  /// The day on a line of its own: `2026.01.06 Tuesday`, `Tue, 1/6/2026`, `--- 2026년 1월 6일 화요일 ---`.
  static func day(_ line: Bytes) -> (day: WrittenTime, weekday: Int?)? {
    let dashes = line.prefix { $0 == UInt8(ascii: "-") }.count
    let line = line.part(dashes, line.count - dashes).trimmed
    guard (8...60).contains(line.count) else { return nil }
    var cursor = ByteCursor(line)
    cursor.takeMarks()
    let weekday = weekdays.firstIndex { line.has($0) }
    if weekday != nil, let comma = line.firstIndex(of: UInt8(ascii: ",")) {
      cursor.position = comma + 1
      cursor.takeAnySpaces()
    }
    if let date = cursor.numericDate(), isWeekday(cursor.rest) {
      return (.numeric(date, .midnight), weekday)
    }
    // On phones, KakaoTalk repeats the time of the first message of a day.
    return line.contains { !$0.isASCIIDigit } ? WrittenTime(line).map { ($0, nil) } : nil
  }

  private static let weekdays: [StaticString] = ["Mon", "Tue", "Wed", "Thu", "Fri", "Sat", "Sun"]

  /// Whether at most a weekday follows a date: `Tuesday`, `(火)`, `화요일 ---`.
  private static func isWeekday(_ rest: Bytes) -> Bool {
    let words = String(decoding: rest, as: UTF8.self).lowercased().split { " ()（）-".contains($0) }
    return words.count <= 1 && words.allSatisfy { beginnings.contains(where: $0.hasPrefix) }
  }

  /// The beginnings of weekdays in several languages.
  private static let beginnings = """
    mon tue wed thu fri sat sun die mit don fre sam son lun mar mié mie jue vie sáb sab dom mer jeu ven dim gio seg \
    ter qua qui sex sen sel rab kam jum min pzt sal çar per cum paz 星期 週 周 月 火 水 木 金 土 日 월 화 수 목 금 토 일 วัน
    """.split(separator: " ")
}

extension ByteCursor {
  /// Reads a clock that ends the text, such as `10:12`, `03:05pm` or `오전 9:12`.
  mutating func wholeClock(behindDate: Bool) -> LocalClock? {
    let before = behindDate ? nil : attempt { $0.clock(behindDate: false) }
    guard var clock = before ?? self.clock(behindDate: true) else { return nil }
    let half = rest.trimmed
    if !half.isEmpty {
      guard let meridiem = Meridiem(half) else { return nil }
      clock.meridiem = meridiem
    }
    return clock.isPossible ? clock : nil
  }
}

/// Reads the lines of one file.
private struct ChatTextReading: TextReading {
  var order = DateOrder.dmy
  private let layout: ChatTextLine.Layout
  private var clock = DayClock(date: nil)
  private var wasBlank = true
  /// Whether LINE's quotation mark around a text of several lines is still open.
  private var isQuoted = false
  private var last: (time: GenericTimestamp.Reading?, written: [UInt8]) = (nil, [])
  /// How often a written weekday fits each order.
  private var fits: [DateOrder: Int] = [:]

  init(_ layout: ChatTextLine.Layout) { self.layout = layout }

  mutating func begin(_ date: CivilDate?) {
    (clock, wasBlank, isQuoted) = (DayClock(date: date), true, false)
  }

  /// The order of the numbers in dates by their weekdays; nil if these do not tell.
  var orderOfWeekdays: DateOrder? {
    let best = fits.max { $0.value < $1.value }
    return fits.values.count { $0 == best?.value } == 1 ? best?.key : nil
  }

  // MARK: - First pass

  mutating func note(_ line: Bytes, _ evidence: inout DateOrderEvidence) {
    defer { wasBlank = line.isBlank }
    if let first = first(line) {
      guard let day = first.day else { return }
      let stamp = line.trimmed
      evidence.note(
        day,
        isAmerican: stamp.ends(with: "M") || stamp.ends(with: "M]") || stamp.first("M] ") != nil)
    } else if let (day, weekday) = day(line) {
      evidence.note(day, isAmerican: false)
      guard let weekday else { return }
      for order in [DateOrder.dmy, .mdy] where day.date(in: order)?.weekday.rawValue == weekday + 1
      {
        fits[order, default: 0] += 1
      }
    }
  }

  private mutating func first(_ line: Bytes) -> ChatTextLine? {
    let first = ChatTextLine(line, layout)
    let text = first?.text ?? line
    let isOdd = text.count { $0 == UInt8(ascii: "\"") } % 2 == 1
    if first != nil || isOdd {
      isQuoted = layout == .line && first != nil && isOdd && text.has("\"")
    }
    return first
  }

  /// The day on a line of its own. In the text of a message, no blank line or dashes precede it.
  private func day(_ line: Bytes) -> (day: WrittenTime, weekday: Int?)? {
    let isApart = wasBlank || line.has("---")
    return !layout.titles.isEmpty && isApart && !isQuoted ? ChatTextLine.day(line) : nil
  }

  // MARK: - Second pass

  mutating func meaning(of line: Bytes, beginning next: inout TextDraft) -> LineMeaning {
    defer { wasBlank = line.isBlank }
    if let first = first(line) {
      next.begin(first.text, by: first.name)
      if first.name == nil { next.kind = .system }
      if let date = first.day?.date(in: order) { clock.begin(date) }
      next.time = clock.read(.clock(first.time), written: &next.written)
      last = (next.time, next.written)
      return .begins
    }
    if let date = day(line)?.day.date(in: order) {
      clock.begin(date)
      return .nothing
    }
    if last.written.isEmpty { return .nothing }
    // KakaoTalk's own lines have no time on computers: `Anna님이 들어왔습니다.`
    if layout == .kakaoComputer, line.first("님이 ") ?? line.first("님을 ") != nil,
      line.trimmed.ends(with: "습니다.")
    {
      next.begin(line)
      next.kind = .system
      (next.time, next.written) = last
      return .begins
    }
    return .continues(line)
  }

  func finish(_ raw: Bytes, _ draft: inout TextDraft, to writer: inout ConversationWriter) throws {
    var text = raw.trimmed
    // LINE puts text of several lines into quotation marks.
    let isQuoted =
      layout == .line && text.count > 1 && text.first == UInt8(ascii: "\"")
      && text.last == UInt8(ascii: "\"") && text.contains(0x0A)
    if isQuoted { text = text.part(1, text.count - 1) }
    if Self.media.contains(where: { text.equalsIgnoringCase($0) }) { return writer.skip(.noText) }
    if text.equalsIgnoringCase("삭제된 메시지입니다.") { return writer.skip(.deleted) }
    try writer.write(draft, text: text)
  }

  /// What the programs write in place of pictures and the like.
  private static let media: [StaticString] = [
    "사진", "이모티콘", "동영상", "Photo", "Emoticons", "Video", "[Photo]", "[Sticker]", "[Video]",
    "[Voice message]", "[写真]", "[スタンプ]", "[動画]", "[ボイスメッセージ]", "[照片]", "[貼圖]", "[影片]",
  ]
}
