import ActionItems
import Encoding

/// What stands in the fields of a form for one item, as text.
struct ItemEntry: Hashable, Sendable {
  private var values: [String: String]

  static let names = ["task", "assignee", "deadline", "priority"]

  init() { values = ["priority": Priority.medium.rawValue] }

  init(_ item: ActionItem) {
    values = ["task": item.task, "priority": item.priority.rawValue]
    values["assignee"] = item.assignee
    values["deadline"] = item.deadline.map { "\($0)" }
  }

  /// What a form sent, under names that begin with `prefix`; what it does not have, nobody touched.
  init(_ form: SentForm, prefix: String = "") {
    values = [:]
    for name in Self.names { values[name] = form.values[prefix + name] }
  }

  subscript(_ name: String) -> String { values[name] ?? "" }

  /// What differs from what was there, as it is set. What nobody touched stays as it is, and whose it was.
  func members(since before: ItemEntry) -> [JSONValue.Member] {
    touched(since: before).map { name in
      let value = Self.trimmed(self[name])
      let isNone = value.isEmpty && ["assignee", "deadline"].contains(name)
      return JSONValue.Member(name, isNone ? .null : .string(value))
    }
  }

  /// What was typed instead of what was there, and all else as it is now.
  func merged(since before: ItemEntry, into now: ItemEntry) -> ItemEntry {
    var merged = now
    for name in touched(since: before) { merged.values[name] = self[name] }
    return merged
  }

  private func touched(since before: ItemEntry) -> [String] {
    Self.names.filter { values[$0] != nil && Self.trimmed(self[$0]) != Self.trimmed(before[$0]) }
  }

  /// Browsers change white space on the way.
  private static func trimmed(_ text: String) -> String {
    text.split(whereSeparator: \.isWhitespace).joined(separator: " ")
  }
}
