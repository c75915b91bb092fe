import ActionItemModel
import CivilTime
import TextSearch
import WebSocket

/// Which items a request asks for, and which page of them.
struct ItemQuery: Hashable, Sendable {
  /// Whether done ones are wanted, or open ones; nil for both.
  var isComplete: Bool? = false
  /// Whose they are; nil in it for nobody's.
  var assignee: String??
  var conversation: String?
  var priority: Priority?
  /// Due before this day, or, of those with a time, before this one.
  var dueBefore: Deadline?
  /// Due on this day or later.
  var dueFrom: CivilDate?
  /// Whether those are wanted that are due, or those that have no deadline; nil for both.
  var hasDeadline: Bool?
  /// Words that the task or the quote holds.
  var text: String?
  var limit = 100
  /// Where the page before ended.
  var cursor: ListCursor?

  /// What is wrong with a query.
  struct Problem: Error, Hashable {
    let sentence: String
  }

  static let names = [
    "state", "assignee", "conversation", "priority", "due-before", "due-from", "due", "text",
    "limit", "cursor",
  ]

  /// Items of one page.
  private static let most = 1000

  init() {}

  init(_ head: UpgradeRequest) throws(Problem) {
    var members: [String: String] = [:]
    // The token may stand in the address; it was looked at before.
    for name in head.queryNames where name != "token" {
      members[name] = head.queryValue(of: name)
      guard members[name] != nil || !Self.names.contains(name) else {
        throw Problem(sentence: "'\(name)' is given twice, or is not encoded as it should be")
      }
      members[name] = members[name] ?? ""
    }
    try self.init(members)
  }

  /// Reads what is asked for by name.
  init(_ members: [String: String]) throws(Problem) {
    if let name = members.keys.sorted().first(where: { !Self.names.contains($0) }) {
      throw Problem(
        sentence: "there is no parameter '\(SafeHeader.shown(name))'; "
          + "there are \(Self.names.joined(separator: ", "))")
    }
    func expected(_ name: String, _ what: String) -> Problem {
      Problem(sentence: "'\(name)' has to be \(what)")
    }
    switch members["state"] {
    case nil, "open": isComplete = false
    case "done": isComplete = true
    case "all": isComplete = nil
    default: throw expected("state", "open, done or all")
    }
    if let name = members["assignee"] { assignee = .some(name == "-" ? nil : name) }
    conversation = members["conversation"]
    if let word = members["priority"] {
      guard let level = Priority(rawValue: word) else {
        throw expected("priority", "high, medium or low")
      }
      priority = level
    }
    if let text = members["due-before"] {
      guard let end = Deadline(text) else {
        throw expected(
          "due-before", "a date such as 2026-05-01, or a time such as 2026-05-01T15:00:00+02:00")
      }
      dueBefore = end
    }
    if let text = members["due-from"] {
      guard case .day(let day)? = Deadline(text) else {
        throw expected("due-from", "a date such as 2026-05-01")
      }
      dueFrom = day
    }
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
        throw expected("cursor", "what stands under 'next' in the page before")
      }
      cursor = place
    }
  }

  func takes(_ item: ActionItem) -> Bool {
    if let isComplete, item.isComplete != isComplete { return false }
    if let assignee, item.assignee != assignee { return false }
    if let conversation, item.conversationId != conversation,
      item.conversationTitle != conversation
    {
      return false
    }
    if let priority, item.priority != priority { return false }
    if let hasDeadline, hasDeadline != (item.deadline != nil) { return false }
    if let dueFrom {
      guard let day = item.deadline?.date, day >= dueFrom else { return false }
    }
    if let dueBefore {
      guard let deadline = item.deadline, Self.isBefore(deadline, dueBefore) else { return false }
    }
    guard let text else { return true }
    return item.task.lowercased().shows(text) || item.quote?.lowercased().shows(text) ?? false
  }

  /// Whether a deadline has passed at an end: a day once it has ended where that is written.
  private static func isBefore(_ deadline: Deadline, _ end: Deadline) -> Bool {
    if case .time(let time) = deadline, case .time(let end) = end {
      return time.microseconds < end.microseconds
    }
    return deadline.date < end.date
  }
}
