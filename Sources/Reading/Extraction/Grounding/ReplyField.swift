import ActionItems
import ItemRecords

/// What the fields of an item of a reply say, if anything.
enum ReplyField {
  /// Bytes of a quote, and of any other field.
  private static let longestQuote = 64 << 10
  private static let longestField = 4 << 10
  /// Bytes of a task, about: it is asked for as a short sentence.
  private static let longestTask = 1000

  /// Whether no field is longer than a person would read.
  static func isReadable(_ item: ActionItemJSON) -> Bool {
    let fields = [
      item.task, item.assignee, item.deadline, item.priority, item.messageId, item.update,
    ]
    return fields.allSatisfy { ($0?.utf8.count ?? 0) <= longestField }
      && (item.quote?.utf8.count ?? 0) <= longestQuote
  }

  /// Words by which models say that there is nobody or nothing.
  private static let nothings: Set<String> = [
    "", "null", "none", "nil", "n/a", "na", "unknown", "unassigned", "nobody", "no one",
    "unspecified", "not specified", "tbd", "-", "?", "everyone", "everybody", "all", "team",
    "the team", "anyone", "someone", "somebody", "group",
  ]

  /// A field that says something; nil where it says that there is nothing.
  static func meaningful(_ text: String?) -> String? {
    guard let text = text.map(oneLine) else { return nil }
    // No word for nothing is longer.
    return text.utf8.count <= 16 && nothings.contains(text.lowercased()) ? nil : text
  }

  /// A task on one line, cut behind a word where it is longer than a sentence can be.
  static func task(_ text: String) -> String {
    let line = oneLine(text)
    guard line.utf8.count > longestTask else { return line }
    let bytes = Array(line.utf8.prefix(longestTask))
    let end = bytes.lastIndex(of: 0x20) ?? bytes.lastIndex(where: { $0 & 0xC0 != 0x80 }) ?? 0
    return String(decoding: bytes[..<end], as: UTF8.self) + "…"
  }

  /// The words of a message that stand for it where none are quoted: so much of it as a quote may have.
  static func quote(of message: Message) -> String {
    String(decoding: message.text.utf8.prefix(longestQuote), as: UTF8.self)
  }

  // MARK: - Priority

  /// How urgent an item is; medium for words that are not known or that contradict each other.
  static func priority(_ text: String?) -> Priority {
    guard let text else { return .medium }
    let all = FoldedText.words(of: FoldedText(text).bytes)
    // "Priority 1" is "P1". Of "5" alone nobody knows which end of which scale it is, and beside other words a number
    // says less than they do.
    let rest = all.filter { !levels.contains($0) }
    if rest.count == 1, all.count > 1, rest[0].utf8.count == 1, let number = Int(rest[0]) {
      return number < 2 ? .high : number > 2 && number < 6 ? .low : .medium
    }
    let isHigh = all.contains { high.contains($0) }
    let isLow = all.contains { low.contains($0) }
    if isHigh == isLow || all.contains(where: { medium.contains($0) }) { return .medium }
    // "not urgent" is no hurry; "not low" says little.
    if all.contains(where: { negations.contains($0) }) { return isHigh ? .low : .medium }
    return isHigh ? .high : .low
  }

  private static let high = Set(
    words: """
      high higher highest urgent critical asap blocker blocking immediate immediately important severe
      emergency top p0 p1 hoch dringend sofort kritisch wichtig rush hurry eile eilig
      """)
  private static let low = Set(
    words: """
      low lower lowest minor trivial optional whenever someday p3 p4 p5 niedrig gering unwichtig
      """)
  private static let medium = Set(
    words: "medium normal moderate mid standard default average regular p2 mittel")
  private static let negations = Set(words: "not no non isnt nicht kein keine")
  /// Words beside a number that stands for one of P0 to P5.
  private static let levels = Set(words: "p prio priority prioritat")

  // MARK: - Lines

  /// White space and line ends become single spaces.
  static func oneLine(_ text: String) -> String {
    // Most are on one line already: to go through characters is dear.
    if isOneLine(text) { return text }
    return text.split(whereSeparator: \.isWhitespace).joined(separator: " ")
  }

  /// Whether a text of ASCII alone has no white space but single spaces between its words.
  private static func isOneLine(_ text: String) -> Bool {
    var before = UInt8(ascii: " ")
    for byte in text.utf8 {
      if byte >= 0x80 || byte < 0x20 || byte == 0x20 && before == 0x20 { return false }
      before = byte
    }
    return before != 0x20
  }
}
