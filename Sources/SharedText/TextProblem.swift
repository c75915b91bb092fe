/// Why an operation is refused. Nothing of it has come into the text then.
public enum TextProblem: Error, Hashable, Sendable {
  /// The text would have more than its bytes in UTF-8.
  case tooLong
  /// More was put in and taken out than one text can remember.
  case full
  /// The editor's name is empty or too long, or there are too many editors.
  case badEditor
  /// The operation refers to what cannot be: its own elements, elements that are none, nothing at all.
  case impossible
  /// Its number is far from any that its editor has used.
  case runaway
  /// Too many operations wait for others that did not come.
  case tooManyWaiting
  /// The bytes are no operations.
  case malformed(String)
}

extension TextProblem: CustomStringConvertible {
  /// The sentence that a person reads.
  public var description: String {
    switch self {
    case .tooLong: "the text would have more than \(TextReplica.longestText) bytes"
    case .full: "the text was changed too often; put it into a new item"
    case .badEditor: "an editor's name is empty or too long, or there are too many"
    case .impossible: "the operation refers to what is not in the text"
    case .runaway: "the operation's number is far beyond the last one"
    case .tooManyWaiting: "too many operations wait for others; ask for what is missing"
    case .malformed(let problem): "the operations cannot be read: \(problem)"
    }
  }
}
