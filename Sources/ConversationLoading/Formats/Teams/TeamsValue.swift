import JSONText

/// A JSON value whose members are found under their names in camelCase and in PascalCase.
struct TeamsValue {
  let json: JSONValue

  init(_ json: JSONValue) {
    self.json = json
  }

  /// The value of a member, named in camelCase; nil where there is none, or null.
  subscript(key: String) -> TeamsValue? {
    let value = json[key] ?? json[key.prefix(1).uppercased() + key.dropFirst()]
    guard let value, !value.isNull else { return nil }
    return TeamsValue(value)
  }

  /// A string that is not empty, or a number.
  var text: String? { json.text }
  /// The elements; none where this is no array.
  var list: [TeamsValue] { (json.array ?? []).map(TeamsValue.init) }
}
