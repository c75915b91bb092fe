/// Recognises replies that say in words that there are no items.
///
/// Only one plain sentence is accepted. Any further text may contain what is missing.
enum Denial {
  /// Maximum bytes of a denial.
  private static let limit = 200

  /// Returns whether a text says only that there are no items.
  static func stands(in text: String) -> Bool {
    guard text.utf8.count <= limit * 2 else { return false }
    var text = text[...]
    let dress: Set<Character> = ["`", "~", "*", "_", "\"", "'", "(", ")", "[", "]", "#", ">", "-"]
    text = text.drop { $0.isWhitespace || dress.contains($0) }
    // The language tag of a fence.
    if text.hasPrefix("json"), text.dropFirst(4).first?.isWhitespace ?? false {
      text = text.dropFirst(4).drop { $0.isWhitespace }
    }
    while let last = text.last, last.isWhitespace || ".!".contains(last) || dress.contains(last) {
      text.removeLast()
    }
    guard text.utf8.count <= limit, !text.contains(where: { ".!?:;\n".contains($0) }) else {
      return false
    }
    let said = text.lowercased().split { !$0.isLetter && $0 != "'" && $0 != "’" }.map(String.init)
    if said.count == 1 { return alone.contains(said[0]) && !text.contains(where: \.isNumber) }
    guard !said.contains(where: { qualifiers.contains($0) }), !text.contains(where: \.isNumber)
    else {
      return false
    }
    // The "no" is followed by adjectives and then by a word for items.
    guard let no = said.firstIndex(where: { negations.contains($0) }),
      said[..<no].allSatisfy({ openings.contains($0) })
    else { return false }
    let isDenied = said[no] != "any" || said[..<no].contains { $0.hasSuffix("t") && $0 != "chat" }
    guard isDenied else { return false }
    let rest = said[(no + 1)...].drop { describing.contains($0) }
    return rest.first.map { things.contains($0) } ?? false
  }

  private static let alone: Set<String> = ["null", "none", "nothing", "nil", "keine", "nichts"]
  private static let negations: Set<String> = ["no", "any", "keine", "keinerlei", "zero"]
  private static let openings: Set<String> = [
    "there", "are", "were", "is", "i", "we", "found", "find", "see", "identified", "could", "can",
    "couldn't", "couldn’t", "did", "didn't", "didn’t", "don't", "don’t", "do", "not", "have",
    "sorry", "contains", "contain", "includes", "the", "this", "chat", "conversation", "transcript",
    "messages", "window", "aren't", "aren’t", "es", "gibt", "wurden", "ich", "habe", "der",
    "enthält",
  ]
  private static let describing: Set<String> = [
    "new", "clear", "explicit", "actionable", "specific", "concrete", "open", "further", "pending",
    "outstanding", "relevant", "valid", "action", "to", "neuen", "offenen", "konkreten", "the",
    "of",
  ]
  private static let things: Set<String> = [
    "item", "items", "task", "tasks", "todo", "todos", "do", "dos", "commitments",
    "aufgabe", "aufgaben", "einträge",
  ]
  /// Words that qualify a denial.
  private static let qualifiers: Set<String> = [
    "but", "except", "however", "although", "though", "unless", "besides", "other", "only", "apart",
    "because", "until", "unable", "aber", "außer", "jedoch", "nur", "sondern", "weitere",
    "weiteren", "more", "without", "due", "error", "failed", "missing", "empty", "please", "need",
  ]
}
