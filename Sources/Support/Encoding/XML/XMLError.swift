/// An error in an XML text, with its position.
public struct XMLError: Error, Hashable, Sendable {
  /// The error, without the position.
  public var reason: Reason
  /// The position in bytes from the start of the text.
  public var offset: Int

  /// A violation of XML 1.0 (fifth edition), or of this reader's limits.
  public enum Reason: Hashable, Sendable {
    /// The text ends inside an element, a tag or a comment.
    case endOfText
    /// A `<` that does not begin a tag, comment, section or instruction.
    case tag
    /// An end tag without a start tag.
    case endTag
    /// A document type declaration, which may define entities that grow without bound.
    case declaration
    /// Elements nested beyond the reader's limit.
    case tooDeep(limit: Int)
    /// A tag longer than the reader's limit, in bytes.
    case tooLong(limit: Int)
  }
}

extension XMLError: CustomStringConvertible {
  /// The message for a person, with the offset.
  public var description: String {
    let what =
      switch reason {
      case .endOfText: "the XML text ends in the middle of an element"
      case .tag: "a '<' in the XML text begins no tag"
      case .endTag: "an end tag in the XML text has no start tag"
      case .declaration: "the XML text declares a document type, which is not read"
      case .tooDeep(let limit): "elements of the XML text are nested more than \(limit) deep"
      case .tooLong(let limit): "a tag of the XML text is longer than \(limit) bytes"
      }
    return "\(what) at byte \(offset)"
  }
}
