import CivilTime

/// The first line of a message in a text of LINE, KakaoTalk or a copied chat, for `ChatTextFormat`.
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
    /// `  10:12 AM` below the name, or `:palm_tree:  Yesterday at 10:12 AM`
    case slack

    /// A saved file has one of these in its first lines. Copied texts have no title.
    var titles: [StaticString] {
      switch self {
      case .line: ["[LINE]"]
      case .kakaoComputer, .kakaoPhone: ["카카오톡", "KakaoTalk", "저장한 날짜", "Date Saved"]
      case .telegram, .teams, .discord, .slack: []
      }
    }
  }

  /// The day, if the line has one.
  let day: CopiedDay?
  var time: TimeOfDay
  /// Whether the time has `AM` or `PM`.
  let isHalved: Bool
  /// The sender; nil for a line of the program itself.
  let name: Bytes?
  let text: Bytes

  init?(_ line: Bytes, _ layout: Layout) {
    guard let frame = Frame(line, layout), let stamp = Self.stamp(frame.stamp) else { return nil }
    (day, time, isHalved) = stamp
    text = frame.text
    // LINE leaves the name of its own lines empty.
    name = frame.name?.isBlank == true ? nil : frame.name?.trimmed
  }

  /// Reads the day, if any, and the time.
  private static func stamp(_ stamp: Bytes) -> (CopiedDay?, TimeOfDay, Bool)? {
    let stamp = stamp.trimmed
    guard stamp.count <= 60, stamp.contains(UInt8(ascii: ":")) else { return nil }
    var cursor = ByteCursor(stamp)
    if let clock = cursor.wholeClock(afterDate: false), let time = clock.time {
      return (nil, time, clock.meridiem != nil)
    }
    if let written = WrittenTime(stamp), let time = written.time {
      return (.written(written), time, DateOrderEvidence.isAmerican(stamp))
    }
    cursor = ByteCursor(stamp)
    guard let day = CopiedDay(&cursor), let clock = cursor.wholeClock(afterDate: true),
      let time = clock.time
    else { return nil }
    return (day, time, clock.meridiem != nil)
  }

  /// Reads the day on a line of its own: `2026.01.06 Tuesday`, `Tue, 1/6/2026`, `--- 2026년 1월 6일 화요일 ---`.
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

/// The parts of a message's first line.
private struct Frame {
  let stamp: Bytes
  let name: Bytes?
  let text: Bytes

  init?(_ line: Bytes, _ layout: ChatTextLine.Layout) {
    let nothing = line.part(0, 0)
    switch layout {
    case .line:
      guard let tab = line.firstIndex(of: 0x09), tab > 0 else { return nil }
      let rest = line.part(from: tab + 1)
      let end = rest.firstIndex(of: 0x09)
      (stamp, name) = (line.part(0, tab), end.map { rest.part(0, $0) })
      text = rest.part(from: end.map { $0 + 1 } ?? 0)
    case .kakaoComputer:
      guard line.has("["), let joint = line.first("] ["), let end = line.first("]", from: joint + 3)
      else { return nil }
      (stamp, name) = (line.part(joint + 3, end), line.part(1, joint))
      text = line.part(from: end + 2)
    case .kakaoPhone:
      guard let comma = line.first(", ", from: line.first(":") ?? line.count) else { return nil }
      let rest = line.part(from: comma + 2)
      let colon = rest.first(" : ")
      (stamp, name) = (line.part(0, comma), colon.map { rest.part(0, $0) })
      text = rest.part(from: colon.map { $0 + 3 } ?? 0)
    case .telegram:
      guard line.trimmed.last == UInt8(ascii: "]"), let joint = line.first(", [") else {
        return nil
      }
      stamp = line.part(joint + 3, line.trimmed.count - 1)
      (name, text) = (line.part(0, joint), nothing)
    case .teams:
      guard line.has("["), let end = line.first("] "), end + 2 < line.count else { return nil }
      (stamp, name, text) = (line.part(1, end), line.part(from: end + 2), nothing)
    case .discord:
      guard let dash = line.first(" — ") else { return nil }
      (stamp, name, text) = (line.part(from: dash + 5), line.part(0, dash), nothing)
    case .slack:
      let status =
        line.first == UInt8(ascii: ":") ? line.part(from: 1).firstIndex(of: UInt8(ascii: ":")) : nil
      (stamp, name, text) = (line.part(from: status.map { $0 + 2 } ?? 0), nil, nothing)
    }
    // A name has at most 80 bytes and does not begin with a colon. In Teams it has no colon.
    let isName = name.map { $0.isBlank || $0.count <= 80 && !$0.has(":") } ?? true
    if !isName || layout == .teams && name?.contains(UInt8(ascii: ":")) == true { return nil }
  }
}

extension ByteCursor {
  /// Reads a clock that ends the text, such as `10:12`, `03:05pm` or `오전 9:12`.
  mutating func wholeClock(afterDate: Bool) -> WrittenClockTime? {
    let before = afterDate ? nil : attempt { $0.clock(afterDate: false) }
    guard var clock = before ?? self.clock(afterDate: true) else { return nil }
    let half = rest.trimmed
    if !half.isEmpty, !WrittenClockTime.isOClock(half) {
      guard let meridiem = Meridiem(half) else { return nil }
      clock.meridiem = meridiem
    }
    return clock.isPossible ? clock : nil
  }
}
