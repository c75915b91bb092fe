import ActionItems
import CivilTime
import Encoding
import Store

/// The filter and the page that a `GET` for `/items` or `/list` asks for. `ListCursor` is the start of a page.
struct ItemQuery: Hashable, Sendable {
  /// Whether to list done or open items; nil for both.
  var isComplete: Bool? = false
  /// The assignee in lower case; an inner nil for items without one.
  var assignee: String??
  /// The conversation's title or id, as in `list --conversation`.
  var conversation: Glob?
  var priority: Priority?
  /// The exclusive end: due before this day, or before this time for deadlines with a time.
  var dueBefore: Deadline?
  /// The inclusive start, compared in the same way.
  var dueFrom: Deadline?
  /// Whether to list items with a deadline or without; nil for both.
  var hasDeadline: Bool?
  /// Text that the task or the quote contains, in lower case.
  var text: String?
  var limit = 100
  var cursor: ListCursor?

  static let names = [
    "state", "assignee", "conversation", "priority", "due-before", "due-from", "due", "text",
    "limit", "cursor",
  ]

  private static let most = 1000

  init() {}

  /// Reads the parameters by name. Skips `token`, which was checked before.
  init(_ members: [String: String]) throws(RequestProblem) {
    let given = members.keys.sorted().first { $0 != "token" && !Self.names.contains($0) }
    if let given {
      throw RequestProblem(
        400,
        "unknown parameter '\(SafeHeader.shown(given))'; "
          + "the parameters are \(Self.names.joined(separator: ", "))")
    }
    func expected(_ name: String, _ what: String) -> RequestProblem { .expected(400, name, what) }
    switch members["state"] {
    case nil, "open": isComplete = false
    case "done": isComplete = true
    case "all": isComplete = nil
    default: throw expected("state", "open, done or all")
    }
    if let name = members["assignee"] { assignee = .some(name == "-" ? nil : name.lowercased()) }
    conversation = members["conversation"].map { Glob($0) }
    if let word = members["priority"] {
      guard let level = Priority(rawValue: word) else {
        throw expected("priority", "high, medium or low")
      }
      priority = level
    }
    func end(_ name: String) throws(RequestProblem) -> Deadline? {
      guard let text = members[name] else { return nil }
      // In an address a plus sign stands for a space, so a typed offset loses its plus sign.
      guard let end = Deadline(text) ?? Deadline(String(text.map { $0 == " " ? "+" : $0 })) else {
        throw expected(
          name, "a date such as 2026-05-01, or a time such as 2026-05-01T15:00:00+02:00")
      }
      return end
    }
    (dueBefore, dueFrom) = (try end("due-before"), try end("due-from"))
    switch members["due"] {
    case nil: break
    case "any": hasDeadline = true
    case "none": hasDeadline = false
    default: throw expected("due", "any or none")
    }
    text = members["text"]?.lowercased()
    if let number = members["limit"] {
      guard let count = Int(number), (1...Self.most).contains(count) else {
        throw expected("limit", "a number from 1 to \(Self.most)")
      }
      limit = count
    }
    if let text = members["cursor"] {
      guard let place = ListCursor(text) else {
        throw expected("cursor", "the 'next' value of the previous page")
      }
      cursor = place
    }
  }

  /// The part of the filter that the store can check before it decodes items.
  var selection: ListSelection {
    var selection = ListSelection()
    (selection.after, selection.isComplete) = (cursor?.place, isComplete)
    selection.texts = [text, assignee ?? nil, conversation?.longestLiteral].compactMap { $0 }
    return selection
  }

  /// Whether an item passes. A deadline with a time belongs to its day in a zone.
  func matches(_ item: ActionItem, in zone: Zone) -> Bool {
    if let isComplete, item.isComplete != isComplete { return false }
    if let assignee, item.assignee?.lowercased() != assignee { return false }
    if let conversation, !conversation.matchesConversation(of: item) { return false }
    if let priority, item.priority != priority { return false }
    if let hasDeadline, hasDeadline != (item.deadline != nil) { return false }
    let deadline = item.deadline?.at(zone.timestamp)
    if let dueFrom {
      guard let deadline, !Self.isBefore(deadline, dueFrom) else { return false }
    }
    if let dueBefore {
      guard let deadline, Self.isBefore(deadline, dueBefore) else { return false }
    }
    guard let text else { return true }
    return item.task.lowercased().shows(text) || item.quote?.lowercased().shows(text) ?? false
  }

  /// Whether a deadline is before an end. Times are compared only if both have one, days otherwise.
  private static func isBefore(_ deadline: Deadline, _ end: Deadline) -> Bool {
    if case .time(let time) = deadline, case .time(let end) = end {
      return time.microseconds < end.microseconds
    }
    return deadline.date < end.date
  }
}

/// A position in the list: the sort key of the last item of the page before, as it was then.
///
/// It is not an item's id, so it stays valid if the item has moved or is done.
struct ListCursor: Hashable, Sendable {
  let place: ItemSortKey

  init(after item: ActionItem) { place = ItemSortKey(item) }

  /// Reads a text made by `text`; nil for anything else.
  init?(_ text: String) {
    guard let bytes = Base64URL.decode(text.utf8),
      let line = String(validating: bytes, as: UTF8.self)
    else { return nil }
    let parts = line.split(separator: " ", maxSplits: 3, omittingEmptySubsequences: false)
    guard parts.count == 4, parts[0] == "0" || parts[0] == "1",
      let recency = Int64(parts[1]).flatMap({ Timestamp(microseconds: $0) })
    else { return nil }
    let deadline = parts[2] == "-" ? nil : Deadline(String(parts[2]))
    guard deadline != nil || parts[2] == "-" else { return nil }
    place = ItemSortKey(
      isComplete: parts[0] == "1", deadline: deadline, recency: recency, id: String(parts[3]))
  }

  /// The cursor as it is written in an address.
  var text: String {
    let deadline = place.deadline.map { "\($0)" } ?? "-"
    let line =
      "\(place.isComplete ? 1 : 0) \(place.recency.microseconds) \(deadline) \(place.id)"
    return Base64URL.string(line.utf8)
  }
}
