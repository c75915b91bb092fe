import Encoding

/// Texts, fields, lists and attachments in the JSON values of exports.
extension JSONValue {
  /// A string that is not empty, or a number as it is written.
  var text: String? {
    switch self {
    case .string(let text): text.isEmpty ? nil : text
    case .number(let digits): digits
    default: nil
    }
  }

  /// The texts of these members, without those that have no text.
  func texts(_ keys: String...) -> [String] { keys.compactMap { self[$0]?.text } }

  /// The fields of a card as `Status: done`. `plain` returns the text of a title or value.
  func fields(
    _ title: String, _ plain: (JSONValue?) -> String = { $0?.text ?? "" }
  ) -> [String] {
    self["fields"].elements.map { field in
      [field[title], field["value"]].map(plain).filter { !$0.isEmpty }.joined(separator: ": ")
    }
  }
}

extension JSONValue? {
  /// The elements of an array; empty for anything else.
  var elements: [JSONValue] { self?.array ?? [] }

  /// The attachments in an array, as `[file: plan.pdf]`. Each element has the name under `key`.
  func attached(_ key: String, as kind: String = "file") -> [String] {
    elements.compactMap { $0[key]?.text.map { "[\(kind): \($0)]" } }
  }
}
