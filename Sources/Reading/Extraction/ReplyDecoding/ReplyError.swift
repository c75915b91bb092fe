/// Why a reply, or an item of it, could not be decoded.
package enum ReplyError: Error, Hashable, Sendable {
  case empty
  /// There is text, but no JSON array or object in it.
  case noJSON(start: String)
  /// The reply ends while the model is still thinking aloud.
  case onlyThoughts
  /// The JSON is nested too deep or holds too many values.
  case beyondLimits
  case cut
  /// The JSON holds no list of items; the value is what it is instead.
  case notItems(found: String)
  /// An item lacks a field or has one of the wrong kind.
  case badItem(number: Int, field: String, problem: String)
}

extension ReplyError: CustomStringConvertible {
  /// The sentence that a person reads, and that a model can be asked again with.
  package var description: String {
    switch self {
    case .empty: "the reply is empty"
    case .noJSON(let start): "the reply holds no JSON; it begins \"\(start)\""
    case .onlyThoughts: "the reply ends in thoughts, before an answer"
    case .beyondLimits: "the reply's JSON is nested too deep or too large"
    case .cut: "the reply's JSON breaks off"
    case .notItems(let found): "the reply's JSON is \(found), not a list of items"
    case .badItem(let number, let field, let problem):
      "item \(number) of the reply: \(field) \(problem)"
    }
  }
}
