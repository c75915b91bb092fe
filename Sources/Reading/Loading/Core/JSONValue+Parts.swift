import Encoding

extension JSONValue {
  /// A string that is not empty, or a number as it is written.
  var text: String? {
    switch self {
    case .string(let text): text.isEmpty ? nil : text
    case .number(let digits): digits
    default: nil
    }
  }

  /// The texts of members, as far as they have any.
  func texts(_ keys: String...) -> [String] { keys.compactMap { self[$0]?.text } }
}

extension JSONValue {
  /// The fields of a card as `Status: done`; `plain` says what the texts of their titles and values are.
  func fields(
    _ title: String, _ plain: (JSONValue?) -> String = { $0?.text ?? "" }
  ) -> [String] {
    self["fields"].elements.map { field in
      [field[title], field["value"]].map(plain).filter { !$0.isEmpty }.joined(separator: ": ")
    }
  }
}

extension JSONValue? {
  /// The elements of an array; none of anything else.
  var elements: [JSONValue] { self?.array ?? [] }

  /// What a list has attached, by the names that its elements have under a key: `[file: plan.pdf]`.
  func attached(_ key: String, as kind: String = "file") -> [String] {
    elements.compactMap { $0[key]?.text.map { "[\(kind): \($0)]" } }
  }
}

extension Set<String> {
  /// Notes somebody who speaks where nothing else tells a conversation from others; more are no conversation's.
  mutating func note(speaker: String) {
    if count < 10_000 { insert(speaker) }
  }
}
