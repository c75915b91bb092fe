public import JSONText

/// What is wrong with a gold file; lines are counted from 1.
public enum GoldError: Error, Hashable, Sendable {
  /// A line is no JSON.
  case notJSON(line: Int, JSONError)
  /// A line lacks something, or has it in a form that is not understood.
  case badField(line: Int, field: String, problem: String)
  /// Two conversations have one id.
  case repeatedConversation(line: Int, id: String)
  /// No line holds a conversation.
  case empty
}

extension GoldError: CustomStringConvertible {
  /// The sentence that a person reads.
  public var description: String {
    switch self {
    case .notJSON(let line, let error): "line \(line): \(error)"
    case .badField(let line, let field, let problem): "line \(line): '\(field)' \(problem)"
    case .repeatedConversation(let line, let id):
      "line \(line): a conversation '\(id)' was there before"
    case .empty: "holds no labelled conversation"
    }
  }
}
