import Extraction

extension ReplyDecoder {
  /// The items of a complete reply that holds only items.
  static func items(in reply: String) throws(ReplyError) -> [ActionItemJSON] {
    let decoded = try decode(reply)
    if let problem = decoded.problems.first { throw problem.error }
    if decoded.isCut { throw .cut }
    return decoded.items
  }
}
