/// The reason why a reply or one of its items could not be decoded.
package enum ReplyError: Error, Hashable, Sendable {
  case empty
  /// The text contains no JSON array or object.
  case noJSON(start: String)
  /// The reply ends within the model's reasoning.
  case onlyThoughts
  /// The JSON is nested too deeply or has too many values.
  case beyondLimits
  case cut
  /// The JSON contains no list of items. `found` describes the value.
  case notItems(found: String)
  /// A field of an item is missing or has the wrong type.
  case badItem(number: Int, field: String, problem: String)
}

extension ReplyError: CustomStringConvertible {
  /// A sentence for the user and for repeating the request to the model.
  package var description: String {
    switch self {
    case .empty: "the reply is empty"
    case .noJSON(let start): "the reply holds no JSON; it begins \"\(start)\""
    case .onlyThoughts: "the reply ends in thoughts, before an answer"
    case .beyondLimits: "the reply's JSON is nested too deep or too large"
    case .cut: "the reply is not JSON, or its JSON breaks off"
    case .notItems(let found): "the reply's JSON is \(found), not a list of items"
    case .badItem(let number, let field, let problem):
      "item \(number) of the reply: \(field) \(problem)"
    }
  }
}
