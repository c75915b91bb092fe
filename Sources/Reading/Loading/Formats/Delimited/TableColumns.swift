/// The roles of a table's columns in the form of `--columns`: as given by the user, or as guessed by `TableGuess`.
package struct TableColumns: Hashable, Sendable {
  /// The role of each column; nil for a column that is skipped.
  let roles: [FieldRole?]

  private static let names: [(name: String, role: FieldRole)] = [
    ("time", .timestamp), ("sender", .sender), ("text", .text), ("thread", .threadId),
    ("conversation", .conversationId), ("channel", .conversationId), ("id", .id),
  ]

  package static let expected =
    "at least two columns from left to right, separated by commas: time (or date and time), sender, text (required), thread, "
    + "conversation (or channel), id, or - to skip one"

  /// Parses names separated by commas, such as `time,sender,-,text`.
  ///
  /// Returns nil if a name is unknown or repeated, if text is missing, or outside 2 to 200 columns.
  package init?(_ text: String) {
    var roles: [FieldRole?] = []
    let names = text.split(separator: ",", omittingEmptySubsequences: false).map {
      $0.filter { $0 != " " }.lowercased()
    }
    for name in names {
      if name == "-" {
        roles.append(nil)
        continue
      }
      // A day and a time of day may stand in columns of their own.
      let isClock = name == "time" && names.contains("date")
      let named: FieldRole? =
        name == "date" ? .timestamp : Self.names.first { $0.name == name }?.role
      guard let role = isClock ? .clock : named, !roles.contains(role) else { return nil }
      roles.append(role)
    }
    guard (2...200).contains(roles.count) else { return nil }
    self.init(roles: roles)
  }

  /// Takes the roles of columns; nil if no column is the text.
  init?(roles: [FieldRole?]) {
    guard roles.contains(.text) else { return nil }
    self.roles = roles
  }
}

extension TableColumns: CustomStringConvertible {
  package var description: String {
    roles.map { role in
      if role == .clock { return "time" }
      if role == .timestamp, roles.contains(.clock) { return "date" }
      return Self.names.first { $0.role == role }?.name ?? "-"
    }.joined(separator: ",")
  }
}
