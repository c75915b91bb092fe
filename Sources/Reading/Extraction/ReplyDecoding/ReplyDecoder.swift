import Encoding

/// Finds the items in a model's reply, whatever its dress.
///
/// Of several lists in a reply the last whole one counts; objects that stand one after another are one
/// list. A reply without items is one that says so: with an empty list, with nothing in its place, or in one
/// plain sentence. Everything else is an error.
package struct ReplyDecoder: Sendable {
  package init() {}

  /// Reads a reply.
  ///
  /// An entry of the list that is no item is a problem in the result, unless nothing else is there.
  package func decode(_ reply: String) throws(ReplyError) -> DecodedReply {
    let bytes = Array(reply.utf8)
    guard bytes.contains(where: { $0 > 0x20 }) else { throw .empty }
    var answers = AnswerChoice(bytes)
    var reader = LenientReader(bytes)
    // Up to here something that is no answer was looked into.
    var refusedEnd = 0
    while let candidate = reader.next() {
      answers.forget(before: reader.answerStart)
      // A list with nothing in it may be of anything.
      if candidate.range.lowerBound < refusedEnd, candidate.value == [] { continue }
      let list = ItemList(candidate.value, openDepth: candidate.openDepth)
      // A bracket of prose may have hidden the answer behind it.
      if !answers.take(list, candidate), candidate.isMended {
        refusedEnd = max(refusedEnd, candidate.range.upperBound)
        reader.lookInside()
      }
    }
    answers.forget(before: reader.answerStart)
    if reader.endsInThought, !answers.endsText { throw .onlyThoughts }
    if var answer = answers.best {
      // Of what is beyond the limits nothing is known.
      if reader.isBeyondLimits { answer.isCut = true }
      return try Self.items(of: answer)
    }
    if let problem = answers.problem { throw problem }
    let said = String(decoding: bytes[reader.answerStart...], as: UTF8.self)
    // Where the reply breaks off, "no items" may have been the beginning of something.
    if Denial.stands(in: said) { return DecodedReply(items: [], isRow: true) }
    if reader.isBeyondLimits { throw .beyondLimits }
    throw .noJSON(start: Self.start(of: reply))
  }

  private static func items(of answer: AnswerChoice.Answer) throws(ReplyError) -> DecodedReply {
    if answer.isCut, answer.entries.isEmpty { throw .cut }
    var decoded = DecodedReply(items: [], isRow: answer.isRow)
    decoded.isCut = answer.isCut
    for (index, entry) in answer.entries.enumerated() {
      let fields = ItemFields(entry, number: index + 1)
      do throws(ReplyError) { decoded.items += try fields.items() } catch {
        decoded.problems.append(DecodedReply.BadEntry(error: error, remains: fields.remains))
      }
    }
    if decoded.items.isEmpty, let problem = decoded.problems.first { throw problem.error }
    return decoded
  }

  /// The beginning of a reply, fit to be shown.
  private static func start(of reply: String) -> String {
    String(reply.prefix(60).map { $0.isNewline || $0.isWhitespace ? " " : $0 })
  }
}

/// What a reply says, as far as it could be understood.
package struct DecodedReply: Hashable, Sendable {
  /// The items, in the order of the reply; one for each person where several are to do the same.
  package var items: [ActionItemJSON]
  /// Entries of the list that are no items.
  package var problems: [BadEntry] = []
  /// Whether the reply breaks off: there may have been more items.
  package var isCut = false
  /// Whether no list is around the items: they are objects that stand one after another, or words say that
  /// there are none. Nothing tells which was to be the last.
  package var isRow = false

  package init(items: [ActionItemJSON], isRow: Bool = false) {
    self.items = items
    self.isRow = isRow
  }

  /// What is wrong with an entry, and what of it could be read all the same.
  package struct BadEntry: Hashable, Sendable {
    package var error: ReplyError
    package var remains: ActionItemJSON
  }
}
