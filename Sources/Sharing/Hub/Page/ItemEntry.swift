import ActionItems
import Encoding

/// The fields of an item in an HTML form of `PlainPage`, as text, and which of them a person has changed. `ItemFields`
/// has those of a JSON request.
struct ItemEntry: Hashable, Sendable {
  private var values: [String: String]

  static let names = ["task", "assignee", "deadline", "priority"]

  init() { values = ["priority": Priority.medium.rawValue] }

  /// The fields of an item, with its deadline on a clock.
  init(_ item: ActionItem, _ clock: ItemClock) {
    values = ["task": item.task, "priority": item.priority.rawValue]
    values["assignee"] = item.assignee
    values["deadline"] = item.deadline.map { clock.words($0) }
  }

  /// The fields of a sent form, under names that begin with `prefix`. Fields that the form does not have count as
  /// untouched.
  init(_ form: SentForm, prefix: String = "") {
    values = [:]
    for name in Self.names { values[name] = form.values[prefix + name] }
  }

  subscript(_ name: String) -> String { values[name] ?? "" }

  /// The fields that differ from `before`, as values to set. Untouched fields keep their value and their author.
  func members(since before: ItemEntry, _ clock: ItemClock) -> [JSONValue.Member] {
    touched(since: before).map { name in
      var value = Self.trimmed(self[name])
      if name == "deadline", let deadline = clock.deadline(value) { value = "\(deadline)" }
      let isNone = value.isEmpty && ["assignee", "deadline"].contains(name)
      return JSONValue.Member(name, isNone ? .null : .string(value))
    }
  }

  /// The current fields with the ones that were typed since `before`.
  func merged(since before: ItemEntry, into now: ItemEntry) -> ItemEntry {
    var merged = now
    for name in touched(since: before) { merged.values[name] = self[name] }
    return merged
  }

  private func touched(since before: ItemEntry) -> [String] {
    Self.names.filter { values[$0] != nil && Self.trimmed(self[$0]) != Self.trimmed(before[$0]) }
  }

  /// The text with normalised white space, because browsers change white space in forms.
  private static func trimmed(_ text: String) -> String {
    text.split(whereSeparator: \.isWhitespace).joined(separator: " ")
  }
}
