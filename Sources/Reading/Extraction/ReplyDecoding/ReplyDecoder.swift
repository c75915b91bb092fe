import Encoding

/// Finds the items in the text of a model's reply (`DecodedReply`, below). `Grounder` checks them against the chat.
///
/// The last complete list counts. Consecutive objects form one list. A reply has no items only if it says so: by an
/// empty list, by null, or in one plain sentence. Everything else is an error.
package enum ReplyDecoder {
  /// Decodes a reply.
  ///
  /// An entry that is not an item becomes a problem of the result, unless no other entry is valid.
  /// - Throws: `ReplyError` if the reply has no readable answer.
  package static func decode(_ reply: String) throws(ReplyError) -> DecodedReply {
    let bytes = Array(reply.utf8)
    guard bytes.contains(where: { $0 > 0x20 }) else { throw .empty }
    var answers = AnswerChoice(bytes)
    var reader = LenientReader(bytes)
    // The end of the last rejected candidate that was searched inside.
    var refusedEnd = 0
    while let candidate = reader.next() {
      answers.forget(before: reader.answerStart)
      // An empty list within a rejected candidate may belong to anything.
      if candidate.range.lowerBound < refusedEnd, candidate.value == [] { continue }
      let list = ItemList(candidate.value, openDepth: candidate.openDepth)
      // A bracket in prose may have swallowed the answer after it.
      if !answers.take(list, candidate), candidate.isRepaired {
        refusedEnd = max(refusedEnd, candidate.range.upperBound)
        reader.lookInside()
      }
    }
    answers.forget(before: reader.answerStart)
    if reader.endsInThought, !answers.endsText { throw .onlyThoughts }
    if var answer = answers.best {
      // The content beyond the limits is unknown.
      if reader.isBeyondLimits { answer.isCut = true }
      return try items(of: answer)
    }
    if let problem = answers.problem { throw problem }
    let said = String(decoding: bytes[reader.answerStart...], as: UTF8.self)
    // A denial has no closing bracket, so it counts as a row: the sentence of a cut reply may have continued.
    if Denial.stands(in: said) { return DecodedReply(items: [], isRow: true) }
    if reader.isBeyondLimits { throw .beyondLimits }
    throw .noJSON(start: start(of: reply))
  }

  private static func items(of answer: AnswerChoice.Answer) throws(ReplyError) -> DecodedReply {
    if answer.isCut, answer.entries.isEmpty { throw .cut }
    var decoded = DecodedReply(items: [], isRow: answer.isRow)
    decoded.isCut = answer.isCut
    for (index, entry) in answer.entries.enumerated() {
      let fields = ReplyItemFields(entry, number: index + 1)
      do throws(ReplyError) { decoded.items += try fields.items() } catch {
        decoded.problems.append(DecodedReply.BadEntry(error: error, remains: fields.remains))
      }
    }
    if decoded.items.isEmpty, let problem = decoded.problems.first { throw problem.error }
    return decoded
  }

  /// Returns the beginning of a reply on one line, for messages.
  private static func start(of reply: String) -> String {
    String(reply.prefix(60).map { $0.isNewline || $0.isWhitespace ? " " : $0 })
  }
}

/// The decoded contents of a reply.
package struct DecodedReply: Hashable, Sendable {
  /// The items, in the order of the reply; one per person if several are to do the same.
  package var items: [ActionItemJSON]
  /// The entries that are not items.
  package var problems: [BadEntry] = []
  /// Whether the reply is cut off, so that items may be missing.
  package var isCut = false
  /// Whether the items are consecutive objects without a list, or the reply is a denial in words. Nothing marks the end
  /// of either.
  package var isRow = false

  package init(items: [ActionItemJSON], isRow: Bool = false) {
    self.items = items
    self.isRow = isRow
  }

  /// The error of an entry, and the fields that were still readable.
  package struct BadEntry: Hashable, Sendable {
    package var error: ReplyError
    package var remains: ActionItemJSON
  }
}
