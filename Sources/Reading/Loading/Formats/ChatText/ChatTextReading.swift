import ActionItems
import CivilTime
import Encoding

/// Reads a text file of LINE or KakaoTalk, or text copied from a chat window, for `ChatTextFormat`. A first pass finds
/// the order of day and month, a second one reads the messages.
struct ChatTextReading: TextReading {
  var order = DateOrder.dmy
  private let layout: ChatTextLine.Layout
  private var slack = SlackCopy()
  private var clock = DayClock(date: nil)
  /// The day on which the text was copied.
  private var copied: CivilDate?
  private var wasBlank = true
  /// Whether LINE's quotation mark around a text of several lines is still open.
  private var isQuoted = false
  private var last: (time: GenericTimestamp.Reading?, written: [UInt8]) = (nil, [])
  /// How often a written weekday fits each order.
  private var fits: [DateOrder: Int] = [:]

  init(_ layout: ChatTextLine.Layout) { self.layout = layout }

  mutating func begin(_ date: CivilDate?) {
    (clock, copied, wasBlank, isQuoted) = (DayClock(date: date), date, true, false)
  }

  /// The order of the numbers in dates that fits their weekdays best; nil if undecided.
  var orderOfWeekdays: DateOrder? {
    let best = fits.max { $0.value < $1.value }
    return fits.values.count { $0 == best?.value } == 1 ? best?.key : nil
  }

  // MARK: - First pass

  mutating func note(_ line: Bytes, _ evidence: inout DateOrderEvidence) {
    defer { wasBlank = line.isBlank }
    if let first = first(line) {
      guard case .written(let day)? = first.day else { return }
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

  /// The day on a line of its own, after a blank line or with dashes. Other lines like it belong to messages.
  private func day(_ line: Bytes) -> (day: WrittenTime, weekday: Int?)? {
    let isApart = wasBlank || line.has("---")
    return !layout.titles.isEmpty && isApart && !isQuoted ? ChatTextLine.day(line) : nil
  }

  // MARK: - Second pass

  mutating func meaning(of line: Bytes, beginning next: inout TextDraft) -> LineMeaning {
    defer { wasBlank = line.isBlank }
    if layout == .slack, !line.isBlank {
      let (meaning, first) = slack.meaning(of: line, beginning: &next)
      if let first { begin(first, &next) }
      return meaning
    }
    if let first = first(line) {
      next.begin(first.text, by: first.name)
      if first.name == nil { next.kind = .system }
      begin(first, &next)
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

  private mutating func begin(_ first: ChatTextLine, _ next: inout TextDraft) {
    if let day = first.day {
      clock = DayClock(date: day.date(in: order, copied: copied))
    }
    next.time = clock.read(.clock(first.time), written: &next.written)
    last = (next.time, next.written)
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
    let plain = layout == .slack ? SlackCopy.plain(text) : Array(text)
    try plain.withUnsafeBufferPointer { _ = try writer.write(draft, text: $0.trimmed) }
  }

  /// The words that the programs write in place of pictures and the like.
  private static let media: [StaticString] = [
    "사진", "이모티콘", "동영상", "Photo", "Emoticons", "Video", "[Photo]", "[Sticker]", "[Video]",
    "[Voice message]", "[写真]", "[スタンプ]", "[動画]", "[ボイスメッセージ]", "[照片]", "[貼圖]", "[影片]",
  ]
}
