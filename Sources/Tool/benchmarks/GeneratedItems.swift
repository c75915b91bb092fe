import ActionItems
import CivilTime

/// Generates items like those of an extraction, each from a number, to fill stores that are measured.
enum GeneratedItems {
  private static let verbs = ["Send", "Review", "Order", "Check", "Prepare", "Call about", "Fix"]
  private static let things = [
    "the quarterly report", "the contract draft", "printer paper", "the backup server",
    "slides for Monday", "the travel bookings", "the login page",
  ]
  private static let names = ["Ada Quill", "Bo Tanaka", "Cleo Marsh", "Dara Oyelaran", "Emil Fox"]
  private static let start = 1_767_600_000

  /// Returns an item; a conversation has a thousand of them.
  static func item(_ number: Int) -> ActionItem {
    func pick(_ words: [String], _ number: Int) -> String { words[number % words.count] }
    let task = "\(pick(verbs, number)) \(pick(things, number / 7)) (\(number))"
    let time = Timestamp(seconds: start + number * 37, offset: 60) ?? .epoch
    let deadline =
      number.isMultiple(of: 3) ? nil : Timestamp(seconds: start + number % 5000 * 86_400)
    return ActionItem(
      id: id(number), conversationId: "slack:C\(number / 1000)",
      conversationTitle: "team-\(number / 1000)",
      task: task, assignee: pick(names, number), assigneeId: "U\(number % 5)",
      deadline: deadline.map { .day($0.civil.date) }, priority: .medium,
      messageId: "\(start + number).\(number % 1_000_000)",
      quote: "could you please \(task.lowercased()) before we meet again?",
      source: .init(
        platform: "slack", sender: pick(names, number / 5), timestamp: time,
        link: "https://example.org/archives/C\(number / 1000)/p\(start + number)"),
      extractedAt: time, model: "offline", run: 1, timeZone: nil)
  }

  /// Returns a UUID whose first digits vary, as in hashed ids.
  private static func id(_ number: Int) -> String {
    let mixed = UInt64(truncatingIfNeeded: number &+ 1) &* 0x9e37_79b9_7f4a_7c15
    func hex(_ value: UInt64, _ digits: Int) -> String {
      let text = String(value, radix: 16)
      return String(repeating: "0", count: max(digits - text.count, 0)) + text.suffix(digits)
    }
    return [
      hex(mixed >> 32, 8), hex(mixed >> 16 & 0xffff, 4), "5" + hex(mixed & 0xfff, 3), "8000",
      hex(UInt64(number), 12),
    ].joined(separator: "-")
  }
}
