enum ReplyContents {
  case whole([ActionItemJSON])
  /// It breaks off behind these.
  case cut([ActionItemJSON])
  case damaged(Damaged)

  /// A reply of which some can be read, or nothing.
  struct Damaged {
    var items: [ActionItemJSON]
    /// What is wrong with the reply.
    var problem: String
    /// The entries that are no items.
    var entries: [DecodedReply.BadEntry] = []
  }

  init(_ reply: WindowReply) {
    do throws(ReplyError) {
      let decoded = try reply.decoded()
      // Where objects stand one after another, nothing tells that the last one was the last.
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
      let isCut = error == .cut || reply.isCut
      self = isCut ? .cut([]) : .damaged(Damaged(items: [], problem: error.description))
    }
  }
}
