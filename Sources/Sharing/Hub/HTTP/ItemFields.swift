import ActionItems
import Encoding
import Store

/// The fields of an item to set, read from the JSON body of a `POST` or `PATCH` for `/items`, or from an `ItemEntry`.
struct ItemFields: Hashable, Sendable {
  var edit = ActionItemStore.Edit()
  var isComplete: Bool?

  static let names = ["task", "assignee", "deadline", "priority", "isComplete"]

  /// The limit of a task in bytes. Longer text is not a task, and would be sent to every client.
  private static let longestTask = 8 << 10

  init(_ body: [UInt8]) throws(RequestProblem) {
    guard String(validating: body, as: UTF8.self) != nil else {
      throw RequestProblem(400, "the body is not UTF-8")
    }
    let value: JSONValue
    do { value = try JSONValue(parsing: body) } catch {
      throw RequestProblem(400, "the body is not JSON: \(error)")
    }
    guard case .object(let members) = value else {
      throw RequestProblem(400, "the body must be a JSON object")
    }
    try self.init(members)
  }

  /// Reads the fields to set, by name.
  init(_ members: [JSONValue.Member]) throws(RequestProblem) {
    for member in members { try set(member.key, member.value) }
  }

  private mutating func set(_ name: String, _ value: JSONValue) throws(RequestProblem) {
    switch name {
    case "task":
      let line = Self.line(value.string ?? "")
      guard !line.isEmpty, line.utf8.count <= Self.longestTask, Self.isPlain(line) else {
        throw expected(
          name,
          "a non-blank text of at most \(Self.longestTask) bytes without control characters"
        )
      }
      edit.task = line
    case "assignee":
      let person = value.string ?? ""
      let isName =
        !person.allSatisfy(\.isWhitespace) && person != "-" && person.utf8.count <= 1000
        && Self.isPlain(person)
      guard value == .null || isName else {
        throw expected(name, "a name without control characters, or null for unassigned")
      }
      edit.assignee = .some(value.string)
    case "deadline":
      let deadline = value.string.flatMap { Deadline($0) }
      guard value == .null || deadline != nil else {
        throw expected(
          name, "a date such as 2026-05-01, a time such as 2026-05-01T15:00:00+02:00, or null")
      }
      edit.deadline = .some(deadline)
    case "priority":
      guard let level = value.string.flatMap(Priority.init(rawValue:)) else {
        throw expected(name, "high, medium or low")
      }
      edit.priority = level
    case "isComplete":
      guard case .bool(let isDone) = value else { throw expected(name, "true or false") }
      isComplete = isDone
    default:
      throw RequestProblem(
        422,
        "'\(SafeHeader.shown(name))' cannot be set; the settable fields are "
          + Self.names.joined(separator: ", "))
    }
  }

  /// A text as tasks are stored: any white space becomes one space.
  static func line(_ text: String) -> String {
    text.split(whereSeparator: \.isWhitespace).joined(separator: " ")
  }

  /// Whether a text has no control characters, which a terminal would act on.
  private static func isPlain(_ text: String) -> Bool {
    text.unicodeScalars.allSatisfy { $0.properties.generalCategory != .control }
  }

  private func expected(_ name: String, _ what: String) -> RequestProblem {
    .expected(422, name, what)
  }
}
