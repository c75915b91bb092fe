/// The decoded text of a reply, by how much of it could be read.
enum ReplyContents {
  case whole([ActionItemJSON])
  /// A reply that is cut off after these items.
  case cut([ActionItemJSON])
  case damaged(Damaged)

  /// A reply that is readable only in part, or not at all.
  struct Damaged {
    var items: [ActionItemJSON]
    /// The problem with the reply.
    var problem: String
    /// The entries that are not items.
    var entries: [DecodedReply.BadEntry] = []
  }

  init(_ reply: WindowReply) {
    guard let text = reply.text else {
      self = .whole([])
      return
    }
    do throws(ReplyError) {
      let decoded = try ReplyDecoder.decode(text)
      // In a row of objects nothing marks the last one.
      if decoded.isCut || reply.isCut && decoded.isRow {
        self = .cut(decoded.items)
      } else if let problem = decoded.problems.first {
        self = .damaged(
          Damaged(
            items: decoded.items, problem: problem.error.description, entries: decoded.problems))
      } else {
        self = .whole(decoded.items)
      }
    } catch {
      self =
        reply.isCut(by: error)
        ? .cut([]) : .damaged(Damaged(items: [], problem: error.description))
    }
  }
}
