import ReplyDecoding

enum ReplyContents {
  case whole([ActionItemJSON])
  /// It breaks off behind these.
  case cut([ActionItemJSON])
  case damaged(Damaged)

  /// A reply of which some can be read, or nothing.
  struct Damaged {
    var items: [ActionItemJSON]
    /// What is wrong with the rest; at least one thing.
    var problems: [ReplyError]
    var problem: String { problems.first?.description ?? "" }
  }

  init(_ reply: WindowReply) {
    do throws(ReplyError) {
      let decoded = try ReplyDecoder().decode(reply.text)
      // Where objects stand one after another, nothing tells that the last one was the last.
      if decoded.isCut || reply.isCut && decoded.isRow {
        self = .cut(decoded.items)
      } else if decoded.problems.isEmpty {
        self = .whole(decoded.items)
      } else {
        self = .damaged(Damaged(items: decoded.items, problems: decoded.problems))
      }
    } catch {
      let isCut = error == .cut || reply.isCut
      self = isCut ? .cut([]) : .damaged(Damaged(items: [], problems: [error]))
    }
  }
}
