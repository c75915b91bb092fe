import ActionItems
import ItemRecords

/// Normalises the text fields of decoded items for grounding: line breaks, words for "nothing", length, priority.
///
/// `ReplyItemFields` decodes the fields from JSON first.
enum FieldText {
  /// Maximum bytes of a quote and of other fields.
  private static let longestQuote = 64 << 10
  private static let longestField = 4 << 10
  /// Maximum bytes of a task, before the ellipsis. The prompt asks for a short sentence.
  private static let longestTask = 1000

  /// Returns whether all fields are within the length limits.
  static func isReadable(_ item: ActionItemJSON) -> Bool {
    let fields = [
      item.task, item.assignee, item.deadline, item.priority, item.messageId, item.update,
    ]
    return fields.allSatisfy { ($0?.utf8.count ?? 0) <= longestField }
      && (item.quote?.utf8.count ?? 0) <= longestQuote
  }

  /// Words that models write for "nobody" or "nothing". They state nothing, so there is no diagnostic about them.
  private static let nothings: Set<String> = [
    "", "null", "none", "nil", "n/a", "na", "unknown", "unassigned", "nobody", "no one",
    "unspecified", "not specified", "tbd", "-", "?", "everyone", "everybody", "all", "team",
    "the team", "anyone", "someone", "somebody", "group",
  ]

  /// Returns the text of a field; nil if it means "nothing".
  static func meaningful(_ text: String?) -> String? {
    guard let text = text.map(oneLine) else { return nil }
    // The words for "nothing" have at most 16 bytes.
    return text.utf8.count <= 16 && nothings.contains(text.lowercased()) ? nil : text
  }

  /// Returns a task on one line, cut at a word boundary if it is too long.
  static func task(_ text: String) -> String {
    let line = oneLine(text)
    guard line.utf8.count > longestTask else { return line }
    let bytes = Array(line.utf8.prefix(longestTask))
    let end = bytes.lastIndex(of: 0x20) ?? bytes.lastIndex(where: { $0 & 0xC0 != 0x80 }) ?? 0
    return String(decoding: bytes[..<end], as: UTF8.self) + "…"
  }

  /// Returns the text of a message for use as its quote, up to the limit of a quote.
  static func quote(of message: Message) -> String {
    String(decoding: message.text.utf8.prefix(longestQuote), as: UTF8.self)
  }

  // MARK: - Priority

  /// Returns the priority that a text means; medium if it is unknown or contradictory.
  static func priority(_ text: String?) -> Priority {
    guard let text else { return .medium }
    let all = NormalisedText.words(of: NormalisedText(text).bytes)
    // "Priority 1" is "P1". The scale of a bare "5" is unknown, and other words say more than a number.
    let rest = all.filter { !levels.contains($0) }
    if rest.count == 1, all.count > 1, rest[0].utf8.count == 1, let number = Int(rest[0]) {
      return number < 2 ? .high : number > 2 && number < 6 ? .low : .medium
    }
    let isHigh = all.contains { high.contains($0) }
    let isLow = all.contains { low.contains($0) }
    if isHigh == isLow || all.contains(where: { medium.contains($0) }) { return .medium }
    // "not urgent" means low; "not low" says little.
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
  /// Words next to a number that means P0 to P5.
  private static let levels = Set(words: "p prio priority prioritat")

  // MARK: - Lines

  /// Replaces all white space and line breaks by single spaces.
  static func oneLine(_ text: String) -> String {
    // Fast path: most texts are already on one line, and iterating over characters is slow.
    if isOneLine(text) { return text }
    return text.split(whereSeparator: \.isWhitespace).joined(separator: " ")
  }

  /// Returns whether a text is pure ASCII with only single spaces between its words.
  private static func isOneLine(_ text: String) -> Bool {
    var before = UInt8(ascii: " ")
    for byte in text.utf8 {
      if byte >= 0x80 || byte < 0x20 || byte == 0x20 && before == 0x20 { return false }
      before = byte
    }
    return before != 0x20
  }
}
