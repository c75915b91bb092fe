/// Which words of a message say what is to be done.
struct TaskClause {
  /// The words, in their order.
  private(set) var words: [Int] = []
  /// A verb that stands for words of the message: "renew", of "must be renewed".
  private(set) var verb: String?
  /// Words before the task that lead to it: "make sure that".
  private(set) var lead: Range<Int>?
  /// Whether more stands behind the last word, so that it may dangle.
  private(set) var isCut = false
  /// Whether it begins with what may be a verb.
  private(set) var hasVerb = true

  /// Words in brackets that say something beside the task.
  private var asides: Set<Int> = []

  private let writer: WordWriter
  private let found: TalkReader.Found
  private let deadline: Range<Int>?

  /// More words than these are no short imperative.
  private static let limit = 20
  /// Fewer are not cut any shorter.
  private static let shortest = 6

  init(_ found: TalkReader.Found, _ writer: WordWriter, without deadline: Range<Int>?) {
    self.found = found
    self.writer = writer
    self.deadline = deadline
    if found.act.kind == .passiveNeed, readNeed() { return }
    let start = beginning()
    let end = self.end(from: start)
    let task = Range(from: start, to: end)
    words = task.filter { !isLeftOut($0, start) }
    // "Reminder: the reports are due on Friday" says no more than that day.
    if lead != nil, words.contains(where: { writer.has($0, .copula) }) {
      words = Array(task)
    }
    // "on Friday to send it", without the day that is written elsewhere.
    if words.count > 2, !isVerbLast, writer.has(words[0], .infinitiveMark) {
      words.removeFirst()
    }
    shorten()
  }

  private var utterance: Utterance { writer.utterance }
  private var isVerbLast: Bool { writer.language.verbIsLast }

  private func cue(at index: Int) -> Cue? {
    writer.reader.cue(at: index, in: utterance, to: found.act.task.upperBound)
  }

  private func isPerson(_ index: Int) -> Bool {
    utterance.words[index].form.contains(.mention)
      || writer.reader.names.person(at: index, in: utterance) != nil
  }

  private static let verbs: Roles = [.work, .idle, .depart, .answer, .light, .move]

  /// Whether a word may be the verb of a task.
  private func mayBeVerb(_ index: Int) -> Bool {
    let word = utterance.words[index]
    let roles = writer.roles(index)
    if word.form.contains(.opaque) || word.form.contains(.mention) { return false }
    if !roles.isDisjoint(with: Self.verbs) { return true }
    guard roles.isSubset(of: [.doubtful, .finished]),
      writer.parts(index).subtracting(.empty).isEmpty
    else {
      return roles.contains(.past)
    }
    let isCapital = word.form.contains(.capital) && index != found.act.sentence.lowerBound
    return !word.form.contains(.digit) && !isCapital && !isPerson(index)
  }

  // MARK: - Where it begins

  /// The verb, without what leads to it.
  private mutating func beginning() -> Int {
    let task = found.act.task
    if isVerbLast { return found.act.kind == .take ? task.upperBound : task.lowerBound }
    if found.act.kind == .take { return takenUp() }
    // "assigned to me" names nothing.
    if found.act.kind == .assign, found.act.cue.range.upperBound < task.upperBound,
      writer.has(found.act.cue.range.upperBound, .infinitiveMark)
    {
      return task.upperBound
    }
    var start = task.lowerBound
    while start + 1 < task.upperBound, let next = passed(start) { start = next }
    guard start < task.upperBound, found.act.kind != .minute else { return start }
    if mayBeVerb(start) { return start }
    // "I have to work on X" leads to X with a verb of its own.
    if let leading = (found.act.cue.range.upperBound..<max(start, found.act.cue.range.upperBound))
      .first(where: { writer.has($0, .work) })
    {
      return leading
    }
    if found.act.kind == .remind {
      lead = found.act.cue.range
      return start
    }
    // "I need some time to test it"
    for place in start..<min(start + 5, task.upperBound - 1)
    where writer.has(place, .infinitiveMark) && writer.has(place + 1, .work) {
      return place + 1
    }
    hasVerb = false
    return start
  }

  /// The word behind one that is passed over at the beginning; nil where the task begins with it.
  private func passed(_ index: Int) -> Int? {
    if let cue = cue(at: index), found.act.task.contains(cue.range.upperBound) {
      switch cue.kind {
      case .promise, .plan, .duty, .bareDuty, .bareWill, .beg, .wish, .intent:
        return cue.range.upperBound
      default: break
      }
    }
    let roles = writer.roles(index)
    let isName = isPerson(index) && mayBeVerb(index + 1)
    let isAdverb =
      roles.contains(.adverb) && roles.isDisjoint(with: .work)
      || writer.plain(index)?.hasSuffix("ly") == true && roles.isDisjoint(with: Self.verbs)
    let isMarker =
      utterance.words[index].form.contains(.digit)
      && !utterance.words[index].after.isDisjoint(with: [.paren, .stop])
    if roles.contains(.speaker) || roles.contains(.listener)
      || writer.reader.model.vocabulary.contractions[utterance.words[index].hash] != nil
    {
      return found.act.kind == .minute ? nil : index + 1
    }
    let isOpener =
      roles.contains(.opener) && roles.isDisjoint(with: Self.verbs) || roles.contains(.joiner)
      || roles.contains(.infinitiveMark)
    return isName || isAdverb || isMarker || isOpener || writer.isPart(index, .chatter)
      ? index + 1 : nil
  }

  /// The verb of "I'll look into it"; behind the words where they have none: "I'm on it".
  private func takenUp() -> Int {
    let cue = found.act.cue.range
    let isAssigned = cue.contains { writer.has($0, .speakerObject) }
    let verb = cue.first { index in
      let roles = writer.roles(index)
      return !roles.isDisjoint(with: [.work, .light]) && !roles.contains(.speaker)
    }
    guard !isAssigned, let verb, cue.upperBound - verb > 1 else { return found.act.task.upperBound }
    return verb
  }

  // MARK: - Where it ends

  private mutating func end(from start: Int) -> Int {
    let limit = found.act.task.upperBound
    if start >= limit { return limit }
    isCut = false
    if found.act.kind == .minute { return minuteEnd(from: start) }
    var index = start + 1
    let brackets = TaskBrackets(writer)
    // Where a bracket of the task itself is closed.
    var closed = start
    while index < limit {
      var gap = utterance.words[index - 1].after
      let marks = brackets.marks(before: index)
      if marks.closes, index != closed { return index }
      if marks.opens {
        guard !writer.isSmiley(index), let inside = brackets.inside(from: index, to: limit) else {
          return index
        }
        if !brackets.isLabel(inside) { asides.formUnion(inside) }
        (index, closed) = (inside.upperBound, inside.upperBound)
        continue
      }
      gap.remove(.paren)
      if endsClause(gap, before: index, start) { return index }
      if isEnd(index, start, gap) {
        isCut = gap.isEmpty
        return index
      }
      index += 1
    }
    // What follows in the sentence is another act's.
    isCut = limit < found.act.sentence.upperBound && utterance.words[limit - 1].after.isEmpty
    return limit
  }

  private func minuteEnd(from start: Int) -> Int {
    var index = start + 1
    while index < found.act.task.upperBound {
      if writer.isSmiley(index) || utterance.words[index].form.contains(.opaque) && isFence(index) {
        break
      }
      index += 1
    }
    return index
  }

  private func isFence(_ index: Int) -> Bool {
    utterance.bytes(from: utterance.words[index].start).starts(with: Array("```".utf8))
  }

  /// Whether a mark before a word ends the task.
  private func endsClause(_ gap: Word.Gap, before index: Int, _ start: Int) -> Bool {
    if writer.isSmiley(index) || isFence(index) { return true }
    let isLink = utterance.words[index].form.contains(.link)
    if gap.contains(.colon) {
      return !isLink
        && utterance.bytes(from: utterance.words[index - 1].end).first != UInt8(ascii: ":")
    }
    return !gap.isDisjoint(with: [.dash, .stop, .question]) && !isLink
  }

  /// Whether the next thought begins with a word.
  private func isEnd(_ index: Int, _ start: Int, _ gap: Word.Gap) -> Bool {
    let roles = writer.roles(index)
    let parts = writer.parts(index)
    if utterance.words[index].form.contains(.quoted) { return false }
    if parts.contains(.chatter) && gap.contains(.comma) { return true }
    let isIf = roles.contains(.condition)
    if isIf || parts.contains(.ender) || roles.contains(.reason) && index > start + 1 {
      let before = index - 1
      let isAsked = isIf && writer.isPart(before, .wondering)
      if !isAsked { return true }
    }
    if gap.contains(.comma) {
      if !roles.isDisjoint(with: [.speaker, .listener, .third, .opener]) && !roles.contains(.joiner)
      {
        return true
      }
      let isCalled = isPerson(index) || utterance.text(index) == found.assignee
      if isCalled || roles.contains(.everyone), isAlone(index) { return true }
      if roles.contains(.joiner), parts.contains(.verbal) { return true }
      if let kind = cue(at: index)?.kind, Self.next.contains(kind) { return true }
    }
    // "and we can …", "so you see"
    if roles.contains(.joiner) || parts.contains(.verbal) && gap.contains(.comma) {
      let next = index + 1
      guard next < found.act.task.upperBound else { return false }
      let nextRoles = writer.roles(next)
      if !nextRoles.isDisjoint(with: [.speaker, .listener, .third, .group]) { return true }
      if let kind = cue(at: next)?.kind, Self.next.contains(kind) { return true }
      return writer.plain(index)?.lowercased() == "so"
        && !nextRoles.isDisjoint(with: [.pronoun, .article])
    }
    // "open an issue this might be useful", as it is transcribed
    if index > start + 1, parts.contains(.pointer), !roles.contains(.complementizer),
      Antecedent.isContent(index - 1, writer), writer.isVerbal(index + 1)
    {
      return true
    }
    // "the manual I always use"
    if roles.contains(.speaker), index > start + 2, Antecedent.isContent(index - 1, writer) {
      return true
    }
    // "in a minute where I can show it"
    if index > start + 1, roles.contains(.subordinator), index + 1 < found.act.task.upperBound,
      writer.has(index + 1, [.speaker, .third, .pronoun, .copula]),
      !writer.has(index - 1, Self.verbs.union(.preposition))
    {
      return true
    }
    return false
  }

  /// Phrases that begin another thought.
  private static let next: CueKinds = [
    .promise, .plan, .offer, .duty, .intent, .inkling, .wish, .ask, .advise, .groupPlan, .groupDuty,
    .groupAdvice, .beg, .urgent, .unhurried, .call,
  ]

  /// Whether a name is followed by nothing or a mark: it calls somebody.
  private func isAlone(_ index: Int) -> Bool {
    let end = writer.reader.names.person(at: index, in: utterance)?.end ?? index + 1
    return end >= found.act.task.upperBound || utterance.words[end - 1].after.endsPhrase
  }

  // MARK: - What is left out

  private func isLeftOut(_ index: Int, _ start: Int) -> Bool {
    let word = utterance.words[index]
    if asides.contains(index) { return true }
    if let deadline, Int(word.start) >= deadline.lowerBound, Int(word.end) <= deadline.upperBound {
      return true
    }
    if index > start + 1, writer.reader.names.person(at: index, in: utterance) != nil {
      // "check with her Ben", "ping you Ben"
      let before = writer.parts(index - 1)
      if !before.isDisjoint(with: [.pointer, .person]), !before.contains(.demonstrative) {
        return true
      }
    }
    guard index > start, word.form.contains(.mention) else { return false }
    // "finish the post @ben" calls Ben, "write to @ben" does not.
    return !writer.has(index - 1, Self.verbs.union([.preposition, .joiner, .article]))
  }

  /// A long task ends where a part of it does; what dangles goes.
  private mutating func shorten() {
    if words.count > Self.limit {
      let places = (Self.shortest..<Self.limit).reversed()
      let end =
        places.first { place in
          let roles = writer.roles(words[place])
          return roles.contains(.joiner) || utterance.words[words[place] - 1].after.contains(.comma)
            || writer.isPart(words[place], .verbal)
        } ?? places.first { writer.has(words[$0], .preposition) } ?? Self.limit
      words.removeLast(words.count - end)
      isCut = true
    }
    if found.act.kind == .minute { return }
    while words.count > 1, let last = words.last, isDangling(last) { words.removeLast() }
  }

  private func isDangling(_ index: Int) -> Bool {
    let parts = writer.parts(index)
    if !isVerbLast, parts.contains(.tail) || parts.contains(.chatter) { return true }
    let roles = writer.roles(index)
    if isVerbLast { return roles.contains(.joiner) }
    // "the certificate A" has no article behind it.
    let isLetter = utterance.words[index].form.contains(.capital)
    if isLetter, roles.contains(.article), index > found.act.sentence.lowerBound { return false }
    // "the person to talk to" ends so by itself.
    let isBroken =
      isCut
      || index + 1 < utterance.words.count && !words.contains(index + 1)
        && utterance.words[index].after.isEmpty
    return isBroken
      && (!roles.isDisjoint(with: [.preposition, .article, .joiner, .subordinator])
        || parts.contains(.determiner) && !parts.contains(.pointer))
  }

  // MARK: - What must be done

  /// "the certificate must be renewed": to renew the certificate.
  private mutating func readNeed() -> Bool {
    let cue = found.act.cue.range
    let task = found.act.task
    let model = writer.reader.model
    let rest: Range<Int>
    if isVerbLast {
      // "das Zertifikat muss noch erneuert werden"
      var end = cue.upperBound
      while end < task.upperBound,
        model.vocabulary.infinitive(of: utterance.words[end], "", model.lexicon) == nil
      {
        if utterance.words[end].after.endsPhrase { return false }
        end += 1
      }
      guard end < task.upperBound else { return false }
      verb = model.vocabulary.infinitive(of: utterance.words[end], "", model.lexicon)
      rest = cue.upperBound..<end
    } else {
      var place = cue.upperBound
      if model.lexicon.infinitives[utterance.words[place - 1].id] != nil {
        verb = model.lexicon.infinitives[utterance.words[place - 1].id]
      } else {
        while place < task.upperBound, writer.has(place, .adverb) { place += 1 }
        guard place < task.upperBound,
          let known = model.vocabulary.infinitive(
            of: utterance.words[place], utterance.text(place), model.lexicon)
        else { return false }
        verb = known
        place += 1
      }
      let end =
        place > cue.upperBound || place < task.upperBound
        ? self.end(from: max(place - 1, cue.lowerBound)) : place
      rest = place..<max(place, end)
    }
    var first = task.lowerBound
    while first + 1 < cue.lowerBound,
      writer.has(first, [.opener, .joiner, .adverb])
    {
      first += 1
    }
    var last = cue.lowerBound
    while last > first + 1, writer.has(last - 1, .adverb) { last -= 1 }
    words = (Array(first..<last) + Array(rest)).filter { !isLeftOut($0, first) }
    shorten()
    if words.isEmpty { verb = nil }
    return !words.isEmpty
  }
}
