/// The fields of an item in a reply, and the names that models give them.
enum FieldName: CaseIterable {
  case task, assignee, deadline, priority, messageId, quote, update, done

  /// The names of this field in the form of `plain`, the best one first.
  var names: [String] {
    switch self {
    case .task:
      ["task", "actionitem", "action", "todo", "taskdescription", "title", "description", "item"]
    case .assignee:
      [
        "assignee", "assignees", "assignedto", "owner", "owners", "responsible",
        "responsibleperson", "assigneename", "who",
      ]
    case .deadline:
      ["deadline", "due", "duedate", "dueby", "dueat", "deadlinedate", "duedatetime", "when"]
    case .priority: ["priority", "prio", "urgency", "importance"]
    case .messageId:
      [
        "messageid", "msgid", "message", "sourcemessageid", "sourcemessage", "sourceid", "msg",
        "messageids", "source", "mid", "id",
      ]
    case .quote: ["quote", "quotation", "evidence", "sourcequote", "excerpt", "proof"]
    case .update: ["update", "updates", "openitem", "openitemid"]
    case .done: ["done", "isdone", "completed", "iscomplete", "status"]
    }
  }

  /// The fields by name, with each name's rank.
  static let byName: [String: (field: FieldName, rank: Int)] = Dictionary(
    uniqueKeysWithValues: allCases.flatMap { field in
      field.names.enumerated().map { ($1, (field, $0)) }
    })

  /// Returns a name in lower case, without `_`, `-` and white space.
  static func plain(_ name: String) -> String {
    String(
      decoding: name.utf8.compactMap { byte in
        switch byte {
        case UInt8(ascii: "A")...UInt8(ascii: "Z"): byte | 0x20
        case UInt8(ascii: "_"), UInt8(ascii: "-"), 0...0x20: nil
        default: byte
        }
      }, as: UTF8.self)
  }
}
