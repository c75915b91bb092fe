import Encoding

/// Decodes one entry of a reply's item list to items. Accepts variations of types and names, but never guesses a
/// meaning. `isItem` distinguishes items from other objects.
struct ReplyItemFields {
  private let value: JSONValue
  private let number: Int

  /// Maximum assignees of one entry.
  private static let assigneeLimit = 50

  /// Creates a reader for an entry; `number` is its position in the list, from 1.
  init(_ value: JSONValue, number: Int) {
    self.value = value
    self.number = number
  }

  /// Fields that hardly any other object has.
  private static let details: [FieldName] = [.assignee, .deadline, .priority, .quote]

  /// Returns whether a name is a field of an item.
  static func isField(_ name: String) -> Bool {
    FieldName.byName[FieldName.plain(name)] != nil
  }

  /// Returns whether an object is an item: it has a task, or a field similar to a task together with another field.
  static func isItem(_ members: [JSONValue.Member]) -> Bool {
    var hasTask = false
    var hasOther = false
    // Common names count only together with an id and a field that only items have.
    var hasId = false
    var hasDetail = false
    // The wrapper of an item list may have a title and an id as well.
    let wrapsObjects = members.contains { member in
      member.value.array?.contains { $0.object?.contains { $0.key != "name" } ?? false } ?? false
    }
    for member in members {
      let name = FieldName.plain(member.key)
      let field = FieldName.byName[name]?.field
      if name == "task" || name == "actionitem" {
        if member.value.array == nil, member.value.object == nil { return true }
      } else if field == .task {
        hasTask = hasTask || member.value.string != nil
      } else {
        hasOther = hasOther || name == "messageid" || name == "assignee" || name == "quote"
        hasId = hasId || field == .messageId
        hasDetail = hasDetail || field.map(Self.details.contains) ?? false
      }
    }
    return hasTask && (hasOther || hasId && hasDetail && !wrapsObjects)
  }

  /// Returns the items of the entry: one per assignee, or a single one.
  /// - Throws: `ReplyError` if a field is missing or has the wrong type.
  func items() throws(ReplyError) -> [ActionItemJSON] {
    guard let members = value.object else { throw bad("the item", "is \(value.kind.rawValue)") }
    let fields = Fields(members)
    guard let task = try text(fields[.task], "task") else { throw bad("task", "is missing") }
    let quote = try quote(fields[.quote])
    let messageId = try messageId(fields[.messageId], isProven: quote.map(Self.says) ?? false)
    let item = ActionItemJSON(
      task: task, deadline: Self.deadline(fields[.deadline]), priority: priority(fields[.priority]),
      messageId: messageId, quote: quote, update: Self.update(fields[.update]),
      isDone: Self.isDone(fields[.done]))
    let names = try assignees(fields[.assignee])
    if names.isEmpty { return [item] }
    return names.map { name in
      var own = item
      own.assignee = name
      return own
    }
  }

  /// The readable fields of an entry that is not an item, for identifying it in a diagnostic.
  var remains: ActionItemJSON {
    let fields = Fields(value.object ?? [])
    func text(_ field: FieldName) -> String? {
      switch fields[field] {
      case .string(let text)?, .number(let text)?: text
      default: nil
      }
    }
    return ActionItemJSON(
      task: text(.task) ?? value.string ?? "", assignee: text(.assignee),
      deadline: Self.deadline(fields[.deadline]), priority: priority(fields[.priority]),
      messageId: text(.messageId) ?? "", quote: text(.quote))
  }

  /// The members by field. If two names mean one field, the better name counts. The last of repeated names counts.
  private struct Fields {
    private var values: [FieldName: (rank: Int, value: JSONValue)] = [:]

    init(_ members: [JSONValue.Member]) {
      for member in members {
        guard let (field, rank) = FieldName.byName[FieldName.plain(member.key)] else { continue }
        // A null does not override a value under another name.
        if let known = values[field], known.value != .null,
          known.rank < rank || member.value == .null && known.rank != rank
        {
          continue
        }
        values[field] = (rank, member.value)
      }
    }

    subscript(field: FieldName) -> JSONValue? { values[field]?.value }
  }

  // MARK: - Fields

  private func text(_ value: JSONValue?, _ field: String) throws(ReplyError) -> String? {
    switch value {
    case nil, .null?: return nil
    case .string(let text)?: return text
    case .number(let digits)?: return digits
    case let other?: throw bad(field, "is \(other.kind.rawValue)")
    }
  }

  /// Returns the message id; the first one of a list, since one message states the item best. Returns an empty string
  /// if the id is unreadable but a quote identifies the message.
  private func messageId(_ value: JSONValue?, isProven: Bool) throws(ReplyError) -> String {
    var value = value
    if case .array(let elements)? = value { value = elements.first }
    if isProven {
      let id = (value?.object == nil ? value : value?["id"]) ?? .null
      return id.string ?? (id.kind == .number ? id.compact : "")
    }
    guard let id = try text(value, "messageId") else { throw bad("messageId", "is missing") }
    return id
  }

  private static func says(_ quote: String) -> Bool {
    quote.unicodeScalars.contains { $0.properties.isAlphabetic }
      && !["null", "none", "n/a"].contains(quote.lowercased())
  }

  /// Returns the referenced open item; nil if the value is neither a string nor a number.
  private static func update(_ value: JSONValue?) -> String? {
    switch value {
    case .string(let id)?, .number(let id)?: id
    default: nil
    }
  }

  /// Returns each person of a list once, in order, since each of them is to do the task. Several names in one string
  /// are one assignee.
  private func assignees(_ value: JSONValue?) throws(ReplyError) -> [String] {
    guard case .array(let elements)? = value else {
      return try name(value).map { [$0] } ?? []
    }
    guard elements.count <= Self.assigneeLimit else {
      throw bad("assignee", "names more than \(Self.assigneeLimit) people")
    }
    var names: [String] = []
    for element in elements {
      if let name = try name(element), !names.contains(name) { names.append(name) }
    }
    return names
  }

  private func name(_ value: JSONValue?) throws(ReplyError) -> String? {
    if let object = value, object.object != nil, let name = object["name"] {
      return try text(name, "assignee")
    }
    return try text(value, "assignee")
  }

  /// Maximum nesting of lists and objects around a date. Deeper values are returned as JSON text.
  private static let deadlineDepth = 3

  /// Returns a date, or a date and a time from two members; the first of a list, and the end of a range. Never fails:
  /// the check against the message detects values that are not dates.
  private static func deadline(_ value: JSONValue?, depth: Int = deadlineDepth) -> String? {
    switch value {
    case nil, .null?, .bool(false)?: return nil
    case .string(let text)?, .number(let text)?: return text.isEmpty ? nil : text
    case .bool(true)?: return "true"
    case .array(let elements)?:
      if depth == 0 { return value?.compact }
      for element in elements {
        if let date = deadline(element, depth: depth - 1) { return date }
      }
      return nil
    case .object(let members)?:
      if depth == 0 { return value?.compact }
      var texts: [String: String] = [:]
      for member in members {
        texts[FieldName.plain(member.key)] = deadline(member.value, depth: depth - 1)
      }
      return texts.isEmpty ? nil : date(of: texts) ?? value?.compact
    }
  }

  /// Returns the date member of an object with its time, or a date built from year, month and day.
  private static func date(of members: [String: String]) -> String? {
    let names = ["date", "end", "due", "deadline", "datetime", "value"]
    if let date = names.lazy.compactMap({ members[$0] }).first {
      // A date that already has a time keeps it.
      guard let time = members["time"], !hasTime(date) else { return date }
      let isNumeric = date.utf8.allSatisfy { isDigit($0) || $0 == UInt8(ascii: "-") }
      return "\(date)\(isNumeric ? "T" : " ")\(time)"
    }
    let parts = ["year", "month", "day"].compactMap { members[$0] }
    guard parts.count == 3, parts.allSatisfy({ $0.utf8.allSatisfy(isDigit) }) else { return nil }
    return parts.map { $0.utf8.count == 1 ? "0" + $0 : $0 }.joined(separator: "-")
  }

  /// Returns whether a date includes a time, as in `2026-09-04T17:00`.
  private static func hasTime(_ date: String) -> Bool {
    let bytes = date.utf8
    return bytes.contains(UInt8(ascii: ":"))
      || zip(bytes, bytes.dropFirst()).contains { isDigit($0) && $1 == UInt8(ascii: "T") }
  }

  private static func isDigit(_ byte: UInt8) -> Bool { byte &- UInt8(ascii: "0") < 10 }

  /// Returns the value as text. Unknown words mean medium later.
  private func priority(_ value: JSONValue?) -> String? {
    switch value {
    case nil, .null?: nil
    case .string(let text)?: text
    case let other?: other.compact
    }
  }

  /// Returns whether the value is true or a word for it. Everything else means that the task is open.
  private static func isDone(_ value: JSONValue?) -> Bool {
    switch value {
    case .bool(let isDone)?: isDone
    case .string(let word)?:
      ["true", "yes", "done", "completed", "complete", "closed", "finished", "erledigt"].contains(
        word.lowercased())
    default: false
    }
  }

  /// Joins several pieces of one message into a quote with omissions.
  private func quote(_ value: JSONValue?) throws(ReplyError) -> String? {
    guard case .array(let elements)? = value else { return try text(value, "quote") }
    var pieces: [String] = []
    for element in elements {
      if let piece = try text(element, "quote") { pieces.append(piece) }
    }
    return pieces.isEmpty ? nil : pieces.joined(separator: " … ")
  }

  private func bad(_ field: String, _ problem: String) -> ReplyError {
    .badItem(number: number, field: field, problem: problem)
  }
}
