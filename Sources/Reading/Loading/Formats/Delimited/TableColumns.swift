/// The roles of a table's columns, for tables whose first line does not name them.
package struct TableColumns: Hashable, Sendable {
  /// The role of each column; nil for a column that is skipped.
  let roles: [FieldRole?]

  private static let names: [(name: String, role: FieldRole)] = [
    ("time", .timestamp), ("sender", .sender), ("text", .text), ("thread", .threadId),
    ("conversation", .conversationId), ("channel", .conversationId), ("id", .id),
  ]

  package static let expected =
    "at least two columns from left to right, separated by commas: time, sender, text (required), thread, "
    + "conversation (or channel), id, or - to skip one"

  /// Parses names separated by commas, such as `time,sender,-,text`.
  ///
  /// Returns nil if a name is unknown or repeated, if text is missing, or outside 2 to 200 columns.
  package init?(_ text: String) {
    var roles: [FieldRole?] = []
    for part in text.split(separator: ",", omittingEmptySubsequences: false) {
      let name = part.filter { $0 != " " }.lowercased()
      if name == "-" {
        roles.append(nil)
        continue
      }
      guard let role = Self.names.first(where: { $0.name == name })?.role, !roles.contains(role)
      else { return nil }
      roles.append(role)
    }
    guard (2...200).contains(roles.count) else { return nil }
    self.init(roles: roles)
  }

  /// Takes the roles of columns; nil if none of them is the text.
  init?(roles: [FieldRole?]) {
    guard roles.contains(.text) else { return nil }
    self.roles = roles
  }
}

extension TableColumns: CustomStringConvertible {
  package var description: String {
    roles.map { role in Self.names.first { $0.role == role }?.name ?? "-" }.joined(separator: ",")
  }
}
