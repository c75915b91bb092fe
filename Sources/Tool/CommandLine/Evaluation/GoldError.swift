package import Encoding

/// A problem with a gold file; lines are counted from 1.
package enum GoldError: Error, Hashable, Sendable, CustomStringConvertible {
  case notJSON(line: Int, JSONError)
  /// A field of a line is missing or malformed.
  case badField(line: Int, field: String, problem: String)
  case repeatedConversation(line: Int, id: String)
  case empty

  package var description: String {
    switch self {
    case .notJSON(let line, let error): "line \(line): \(error)"
    case .badField(let line, let field, let problem): "line \(line): '\(field)' \(problem)"
    case .repeatedConversation(let line, let id):
      "line \(line): duplicate conversation '\(id)'"
    case .empty: "contains no labelled conversation"
    }
  }
}
