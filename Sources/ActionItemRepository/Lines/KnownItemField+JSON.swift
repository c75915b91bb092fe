package import Extraction
package import JSONText

extension KnownItem.Field {
  /// Those of the task, in the order of their names.
  fileprivate static let byName = ofTask.sorted { $0.rawValue < $1.rawValue }

  /// The field of a name; nil where there is none.
  package init?(name: JSONSlice) {
    switch name {
    case "assignee": self = .assignee
    case "deadline": self = .deadline
    case "isComplete": self = .isComplete
    case "presence": self = .presence
    case "priority": self = .priority
    case "source": self = .source
    case "task": self = .task
    default: return nil
    }
  }
}

extension JSONReader {
  /// Reads the names of fields; those that are none are passed over.
  package mutating func readFields() throws(JSONError) -> Set<KnownItem.Field> {
    var fields: Set<KnownItem.Field> = []
    try beginArray()
    while try nextElement() {
      if let field = KnownItem.Field(name: try readSlice()) { fields.insert(field) }
    }
    return fields
  }
}

extension JSONWriter {
  /// Writes the names of fields, in their order.
  package mutating func fields(_ fields: Set<KnownItem.Field>) {
    beginArray()
    for field in KnownItem.Field.byName where fields.contains(field) { string(field.rawValue) }
    endArray()
  }
}
