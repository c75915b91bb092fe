/// The reason why an operation on a shared text, or a `TextBatch`, is refused. A refused operation changes nothing.
package enum TextProblem: Error, Hashable, Sendable, CustomStringConvertible {
  case tooLong
  /// The text has reached the limit of elements that it can remember.
  case full
  case badEditor
  /// The operation refers to its own elements or to impossible ones, removes some twice, or is empty.
  case impossible
  case runaway
  case tooManyWaiting
  case malformed(String)

  package var description: String {
    switch self {
    case .tooLong: "the text would have more than \(TextReplica.longestText) bytes"
    case .full: "the text was changed too often; put it into a new item"
    case .badEditor: "an editor's name is empty or too long, or there are too many"
    case .impossible: "the operation refers to a character that is not in the text"
    case .runaway: "the operation's number is far beyond the last one"
    case .tooManyWaiting: "too many operations wait for missing ones; request those"
    case .malformed(let problem): "the operations cannot be read: \(problem)"
    }
  }
}
