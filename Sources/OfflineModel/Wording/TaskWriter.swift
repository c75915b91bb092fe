import ActionItemModel
import TextSearch
import Windowing

/// Writes a task as a short imperative that can be read alone.
///
/// What "it" stands for is put in its place where the message itself names it; else the task says from where it
/// comes: "Fix it (about: the nightly build is red)".
struct TaskWriter {
  let reader: TalkReader
  let found: TalkReader.Found
  let utterance: Utterance

  private var language: CueLanguage {
    reader.model.lexicon.languages[found.act.cue.language]
  }

  /// The task; nil where nobody could tell what it is about.
  func task(without deadline: Range<Int>?) -> String? {
    var writer = WordWriter(reader, found, utterance)
    // Whoever is asked is "you".
    switch found.act.who {
    case .everyone where found.assignee == nil: writer.speakToAll()
    case .listener, .everyone: writer.speak(to: found.assignee)
    default: break
    }
    let clause = TaskClause(found, writer, without: deadline)
    let antecedent = Antecedent(
      reader: reader, found: found, utterance: utterance, language: language)
    var pieces = writer.pieces(clause.words, isOwn: found.act.who == .speaker)
    if pieces.isEmpty, clause.verb == nil {
      // "by Friday please" names nothing at all.
      return found.act.kind == .beg && !reader.model.showsUnclear ? nil : takenOn(antecedent)
    }
    var missing = self.missing(in: clause, writer)
    if case .pointer(let index) = missing, !isDone(clause, writer),
      let piece = pieces.firstIndex(where: { $0.index == index }),
      var thing = antecedent.thing(before: clause.words.first ?? 0)
    {
      if !thing.isEmpty { thing[0].glue = pieces[piece].glue }
      pieces.replaceSubrange(piece...piece, with: thing)
      missing = .nothing
    }
    let text = sentence(order(pieces, clause))
    let showsUnclear = reader.model.showsUnclear
    // What is written down as an item was written to be read alone.
    if found.act.kind == .minute, case .detail = missing { return text }
    guard clause.hasVerb || found.act.kind == .minute else { return showsUnclear ? text : nil }
    switch missing {
    case .nothing: return text
    case .detail: return antecedent.hint().map { hinted(text, $0) } ?? text
    case .pointer, .object:
      guard let hint = antecedent.hint() ?? antecedent.ticket() else {
        return showsUnclear ? text : nil
      }
      return hinted(text, hint)
    }
  }

  /// Whether a task is to do something: a thing can be sent, but not done.
  private func isDone(_ clause: TaskClause, _ writer: WordWriter) -> Bool {
    clause.words.first.flatMap(writer.plain)?.lowercased() == "do"
  }

  private func hinted(_ text: String, _ hint: String) -> String {
    "\(text) (\(language.wording.about): \(hint))"
  }

  /// "I'm on it": what was talked about is taken on.
  private func takenOn(_ antecedent: Antecedent) -> String? {
    let takesOn = language.wording.takesOn
    if let ticket = antecedent.ticket() { return sentence(takesOn(ticket)) }
    let text = sentence(language.wording.takesItOn)
    return antecedent.hint().map { hinted(text, $0) } ?? (reader.model.showsUnclear ? text : nil)
  }

  // MARK: - What is missing

  private enum Missing {
    case nothing
    /// It can be read alone, and more would be better: "review the PR".
    case detail
    /// It points at what stands elsewhere, by a word.
    case pointer(Int)
    case object
  }

  /// What a reader of the task alone would ask for.
  private func missing(in clause: TaskClause, _ writer: WordWriter) -> Missing {
    let words = clause.words
    // A verb that is put in belongs to what stands behind it.
    let start = clause.verb == nil && !language.verbIsLast ? 1 : 0
    var things = language.verbIsLast && clause.verb == nil && verbBefore == nil ? -1 : 0
    var names = 0
    var isGeneral = false
    for place in words.indices where place >= start {
      let index = words[place]
      if isPointer(place, words, writer) {
        guard things <= 0 else { continue }
        // "that report" is one, and not said which.
        if place + 1 < words.count, Antecedent.isContent(words[place + 1], writer) {
          return .detail
        }
        let isWhole =
          place <= start + 1 && !writer.isPart(index, .person)
          && !writer.has(words[max(0, place - 1)], .condition)
        return isWhole ? .pointer(index) : .object
      }
      if isOtherVerb(place, words, writer) { continue }
      if Antecedent.isContent(index, writer) {
        things += 1
        isGeneral = writer.isPart(index, .general)
      } else if isName(index, writer) {
        names += 1
      }
    }
    if things > 1 || things == 1 && !isGeneral { return .nothing }
    return things + names > 0 ? .detail : .object
  }

  /// "look and approve", "time to solve": a verb is no thing.
  private func isOtherVerb(_ place: Int, _ words: [Int], _ writer: WordWriter) -> Bool {
    place > 0 && !language.verbIsLast && writer.has(words[place], .work)
      && writer.has(words[place - 1], [.joiner, .infinitiveMark])
  }

  private func isName(_ index: Int, _ writer: WordWriter) -> Bool {
    let word = utterance.words[index]
    return word.form.contains(.mention) || reader.names.person(at: index, in: utterance) != nil
      || writer.has(index, [.speakerObject, .listener]) || writer.isPart(index, .groupObject)
  }

  /// Whether a word stands for what is named elsewhere: "it", "that" at the end, "this" before no noun.
  private func isPointer(_ place: Int, _ words: [Int], _ writer: WordWriter) -> Bool {
    let index = words[place]
    let parts = writer.parts(index)
    guard parts.contains(.pointer), utterance.words[index].form.isDisjoint(with: .quoted) else {
      return false
    }
    guard parts.contains(.demonstrative), place + 1 < words.count else { return true }
    let next = words[place + 1]
    if utterance.words[index].after.endsPhrase { return true }
    // "make sure that the backup runs", "this issue" of which more is said
    if writer.isPart(next, [.particle, .tail, .empty]) { return true }
    if writer.has(next, [.preposition, .joiner, .later, .atOnce, .adverb]) { return true }
    // What is an article in German points in English.
    return !language.verbIsLast && Antecedent.isContent(next, writer)
      && !words[(place + 2)...].contains { Antecedent.isContent($0, writer) }
  }

  // MARK: - As a sentence

  /// The verb that stands before the task, as a task has it: of "ich schicke", "Ben schickt".
  private var verbBefore: String? {
    // A mark such as "TODO" is no verb, and an entry of a list has none before it.
    let verb = found.act.kind == .minute ? found.act.verb : found.act.cue.range.upperBound - 1
    return verb.flatMap { reader.model.lexicon.infinitives[utterance.words[$0].id] }
  }

  /// The pieces with the verb in its place.
  private func order(_ pieces: [TaskPiece], _ clause: TaskClause) -> String {
    var pieces = pieces
    let lexicon = reader.model.lexicon
    if language.verbIsLast {
      if let verb = clause.verb {
        // What must be done to it was its subject.
        if pieces.first?.text.lowercased() == "der", !hasSubject(pieces) { pieces[0].text = "den" }
        pieces.append(TaskPiece(text: verb))
      } else {
        putVerbLast(&pieces)
      }
      return TaskPiece.text(pieces)
    }
    if found.act.kind == .assign, !pieces.isEmpty { pieces[0].text = "assign" }
    // "plan on sending and testing it" is to send and to test it.
    let isGerund =
      pieces.first?.index.map { lexicon.infinitives[utterance.words[$0].id] != nil } ?? false
    for place in pieces.indices where isGerund {
      guard let index = pieces[place].index,
        let verb = lexicon.infinitives[utterance.words[index].id]
      else { continue }
      let isJoined =
        place > 0 && pieces[place - 1].index.map { utterance.has($0, .joiner) } ?? false
      if place == 0 || isJoined { pieces[place].text = verb }
    }
    if let verb = clause.verb {
      if !pieces.isEmpty { pieces[0].glue = " " }
      pieces.insert(TaskPiece(text: verb, glue: ""), at: 0)
      // "The certificate must be renewed" begins with a capital.
      if pieces.count > 1, let index = pieces[1].index, utterance.words[index].id != 0,
        index == utterance.sentence(of: index).lowerBound
      {
        pieces[1].text = pieces[1].text.prefix(1).lowercased() + pieces[1].text.dropFirst()
      }
    }
    let text = TaskPiece.text(pieces)
    return clause.lead.map { lead in
      let isMarked = utterance.words[lead.upperBound - 1].after.contains(.colon)
      return utterance.text(lead) + (isMarked ? ": " : " ") + text
    } ?? text
  }

  /// Whether something else than the first words is what must be done, so that these are for whom: "der Kundin muss
  /// die Rechnung geschickt werden".
  private func hasSubject(_ pieces: [TaskPiece]) -> Bool {
    let writer = WordWriter(reader, found, utterance)
    return pieces.contains { piece in
      guard let index = piece.index, index >= found.act.cue.range.upperBound,
        writer.has(index, .article) || writer.isPart(index, .determiner),
        let last = piece.text.last, last != "n", last != "m"
      else { return false }
      // "für die Kundin", "der Bericht der Kundin"
      return !writer.has(index - 1, .preposition)
        && !(last == "r" && utterance.words[index - 1].form.contains(.capital))
    }
  }

  /// "schicke den Bericht" is "den Bericht schicken", and "rufe Ben an" is "Ben anrufen".
  private func putVerbLast(_ pieces: inout [TaskPiece]) {
    let lexicon = reader.model.lexicon
    let last = pieces.last.map { lexicon.roles(of: $0.text) }
    if let infinitive = verbBefore {
      if pieces.count > 1, last?.contains(.particle) == true {
        pieces[pieces.count - 1].text += infinitive
      } else {
        pieces.append(TaskPiece(text: infinitive))
      }
    } else if pieces.count > 2, pieces[pieces.count - 2].text == "zu" {
      pieces.remove(at: pieces.count - 2)
    } else if let text = pieces.last?.text, text.hasSuffix("n"),
      let zu = text.places(of: "zu").first(where: { isParticle(text[..<$0.lowerBound]) })
    {
      // "mitzubringen" is "mitbringen", and "zuzumachen" is "zumachen".
      pieces[pieces.count - 1].text.removeSubrange(zu)
    }
  }

  /// Whether a text is a part that stands before a verb, or two of them: "mit", "herein".
  private func isParticle(_ text: Substring) -> Bool {
    let lexicon = reader.model.lexicon
    func isOne(_ text: Substring) -> Bool {
      lexicon.roles(of: text).contains(.particle)
    }
    return isOne(text)
      || text.indices.dropFirst().contains { isOne(text[..<$0]) && isOne(text[$0...]) }
  }

  private func sentence(_ text: String) -> String { text.prefix(1).uppercased() + text.dropFirst() }
}
