/// Extracts imperatives from English clauses.
struct EnglishTask {
  let line: TaskLine

  static let signs = table(
    """
    the and to of is are i i'll you we it for on with that this will can could please my your has have need by not
    it's from at be do don't he she they he's our me us
    """)
  private static let verbs = table(
    """
    add agree answer apply approve arrange ask assign attach back block book borrow bring build buy calculate call
    cancel change chase check clean clear close collect come confirm contact copy count create cut decide delete
    deliver deploy design do document double-check draft drive drop email empty enter escalate export extend file
    fill find finish fix follow forward get give go grab hand handle hang help hold hook import install invite
    invoice issue join keep kick label lead leave let list load lock log look mail make measure merge message
    migrate move negotiate notify nudge open order organise organize pack paint patch pay phone pick ping place plan
    poke post prep prepare present print process proofread publish pull push put raise reach read rebase rebook
    rebuild record redo refund register remind remove rename renew repair replace reply report request rerun
    reschedule reserve reset resend resolve restart restore return revert review rewrite ring roll rotate run save
    scan schedule search sell send set share ship sign sketch sort speak stick start stop store submit summarise
    summarize swap switch take talk tell test text tidy translate trim turn type unlock update upgrade upload verify
    walk wash water wire work wrap write chuck hire lift sweep feed weigh order cook bake fetch cover cost map model
    photograph film edit lay mark note train tag investigate implement rewire top tighten strip iron sew rent
    """)
  private static let nouns = table(
    """
    tidy build list clean clear empty top film order book report test plan notice note work design review update
    issue request release map cost post label mark cover show hand open free train document record return light sort
    sketch draft pack paint patch process block lead load lock log look model measure run switch sign talk text turn
    walk wire present print export import copy contact back cut film fix drop drive drink share ship start stop
    store search schedule roll ring register place pick phone rent iron weigh water wash wrap
    """)
  private static let past = table("put read set let cut hit cost shut split bet quit")
  private static let tellers = TaskLine.table(
    """
    send give bring get buy show forward mail email make order write print book pass hand draft find leave post save
    sort build grab
    """)
  /// Verbs that state no work.
  private static let unlikely = TaskLine.table(
    """
    have not never need like love think know want hope guess see been say wait mean than use try got stay live survive
    happen imagine believe cope manage suggest assume kill cry
    """)
  private static let tails = TaskLine.table(
    """
    like too also and then now myself yourself instead already though anyway or again so today if first tho n either
    right mate maybe as well asap
    """)
  private static let starts = TaskLine.table(
    "i i'll i'm we they she he it's i've we're can thats that's")
  private static let needs = TaskLine.table(
    "need needs have has got gotta must gonna will remember")
  private static let people = table(
    """
    you u ya ye someone somebody anyone anybody one everyone everybody all y'all i we guys folks team
    """)
  private static let asks = table("can could would will cld")
  private static let promises = table("i'll ill we'll lemme imma i'lll")
  private static let modals = table("will must should shall gonna gotta can could")
  private static let duties = table(
    """
    need needs have has ought got going is am are gotta remember sure has'ta'
    """)
  private static let subordinators = table(
    """
    if when until so that what how before who which whether where why don't didn't doesn't no not n't once unless
    because cos do did does after than while till whenever would could can
    """)
  private static let fillers = table(
    """
    please pls plz kindly also just maybe then ok okay yeah yes yep sure right so btw hey hi thanks thx ta uh um er
    and but try now quickly possibly actually probably perhaps still quick oh ah fine cool great lol well first
    """)
  private static let anywhere = table(
    """
    please pls plz kindly thanks thx ta uh um er btw lol just ok okay cheers
    """)
  private static let enders = table(
    """
    because cos cause coz since so but if when while otherwise although unless which who whoever whenever though cuz
    once whilst cheers where as instead right yeah sorry thank unfortunately hopefully ideally
    """)
  private static let subjects = table(
    """
    i we you he she they it i'll we'll you'll he'll she'll they'll i'm we're you're they're it's that's there's he's
    she's i've we've i'd what's who's nobody everything
    """)
  private static let pronouns = table(
    """
    it em 'em six three four five seven eight nine ten it them that this these those him her one ones both all some
    any he she they everything something anything mine yours ours theirs it's that's so same thing things stuff what
    there here such which
    """)
  private static let light = table(
    """
    to of for at in on off up out over down back with from into by about after before around through again together
    away along the a an and or my your our his her its their too as well not don't rest more me us you i we sort
    done going few bit couple lot go be is are was some this that two both first asap already still now then later
    up
    """)
  private static let articles = table("the a an his their our its another every each some any")
  private static let questions = table("if whether when where who which how why")
  private static let dangling = table(
    """
    the a an to of for at from with my your our his their and or into as by about that if than very sure case see
    only one ones things stuff i we is are not whether when where who how why
    """)

  static func table(_ words: String) -> Set<String> { TaskLine.table(words) }

  /// Returns the positions in a sentence at which a request, a promise or a duty begins.
  func finds(in sentence: Range<Int>) -> [TaskWriter.Find] {
    sentence.compactMap { find(at: $0, sentence) }
  }

  private func find(at index: Int, _ sentence: Range<Int>) -> TaskWriter.Find? {
    let word = line.key(index)
    let previous = index > sentence.lowerBound ? line.key(index - 1) : ""
    let opens =
      index == sentence.lowerBound || line.stop(before: index) >= .comma
      || Self.fillers.contains(previous)
      || line.isName(index - 1)
    let isPerson = line.isName(index) || Self.people.contains(word)
    let next = line.key(index + 1)
    let isHeld = Self.subordinators.contains(previous)
    if Self.asks.contains(word), Self.people.contains(next) || line.isName(index + 1),
      !["i", "we"].contains(next)
    {
      return cut(index, skip(index + 2), 4, sentence)
    }
    if Self.promises.contains(word) { return cut(index, skip(index + 1), 4, sentence) }
    if isHeld { return nil }
    if word == "don't" || word == "dont", next == "forget", line.key(index + 2) == "to" {
      return cut(index, skip(index + 3), 3, sentence)
    }
    if word == "let", next == "me" || next == "us" {
      return cut(index, skip(index + 2), 3, sentence)
    }
    if isPerson || ["i'm", "we're", "i've", "we've", "you'll"].contains(word) {
      let verb = skip(index + 1)
      if Self.modals.contains(line.key(verb)) || word == "you'll" {
        let isQuestion = ["can", "could"].contains(line.key(verb)) && !["i", "we"].contains(word)
        return isQuestion ? nil : cut(index, skip(word == "you'll" ? verb : verb + 1), 3, sentence)
      }
      if Self.duties.contains(line.key(verb)), line.key(skip(verb + 1)) == "to" {
        return cut(index, skip(skip(verb + 1) + 1), 3, sentence)
      }
      if line.isName(index), opens, let base = base(line.key(index + 1)),
        line.stop(before: index + 1) == .none
      {
        return cut(index, index + 1, 3, sentence, as: base)
      }
      if word == "i" || word == "you", Self.verbs.contains(line.key(verb)),
        !Self.past.contains(line.key(verb)),
        word == "i" && isObject(verb + 1) || line.isName(index - 1)
      {
        return cut(index, verb, word == "i" ? 2 : 3, sentence)
      }
    }
    // "TODO: Anna to book the room"
    let isHeaded = index == line.head && index > 0
    if next == "to", line.isName(index), Self.verbs.contains(line.key(index + 2)) {
      return cut(index, index + 2, 3, sentence)
    }
    guard opens, !isPerson || Self.verbs.contains(word) else { return nil }
    if Self.needs.contains(word) {
      let verb = next == "to" ? skip(index + 2) : skip(index + 1)
      return next == "to" || ["gotta", "must", "gonna", "will"].contains(word)
        ? cut(index, verb, 3, sentence) : nil
    }
    if Self.verbs.contains(word), !Self.subjects.contains(next),
      !["is", "was", "are", "will", "of"].contains(next)
    {
      let isAsked =
        isHeaded || line.isName(index - 1) || ["please", "pls", "plz"].contains(previous)
      // "Test jig still fails", "Read the deck": the first word may be a noun or a past tense.
      let isSure =
        isHeaded
        || (Self.nouns.contains(word)
          ? Self.articles.contains(next) : isAsked || isObject(index + 1))
      if !isSure { return nil }
      let isStated =
        base(line.key(index + 2)) != nil && !Self.articles.contains(next)

      if base(next) != nil || next == "goes" || !isAsked && (isStated || Self.past.contains(word)) {
        return nil
      }
      return cut(line.isName(index - 1) ? index - 1 : index, index, isAsked ? 4 : 2, sentence)
    }
    return nil
  }

  /// Returns whether a word certainly begins the object of a verb.
  private func isObject(_ index: Int) -> Bool {
    guard line.words.indices.contains(index), let first = line.words[index].text.first else {
      return false
    }
    return Self.articles.contains(line.key(index)) || !first.isLowercase
      || ["my", "your", "to", "me", "us", "for", "this", "that"].contains(line.key(index))
  }

  private func skip(_ index: Int) -> Int {
    var index = index
    while Self.fillers.contains(line.key(index)) || line.isName(index),
      line.words.indices.contains(index + 1)
    { index += 1 }
    return index
  }

  /// Returns the base form of a third-person verb: "get" for "gets".
  private func base(_ word: String) -> String? {
    guard word.count > 3 || word == "does", word.hasSuffix("s") else { return nil }
    let stem = String(word.dropLast())
    let short = String(word.dropLast(2))
    let whole = word.hasSuffix("ies") ? String(word.dropLast(3)) + "y" : short
    return Self.verbs.contains(stem)
      ? stem : word.hasSuffix("es") && Self.verbs.contains(whole) ? whole : nil
  }

  /// Returns the words from a verb on as an imperative, if they form one.
  private func cut(
    _ start: Int, _ verb: Int, _ weight: Int, _ sentence: Range<Int>, as base: String? = nil
  ) -> TaskWriter.Find {
    let none = TaskWriter.Find(start: start, end: start, words: nil, weight: weight)
    // "I'll have to call" is a call.
    if Self.duties.contains(line.key(verb)), line.key(verb + 1) == "to" {
      return cut(start, skip(verb + 2), weight, sentence)
    }
    guard sentence.contains(verb) else { return none }
    let key = base ?? line.key(verb)
    guard Self.verbs.contains(key) || isVerb(key), line.words[verb].stop == .none else {
      return none
    }
    var end = verb + 1
    let limit = min(sentence.upperBound, verb + TaskWriter.mostWords + 8)
    while end < limit, !ends(end, verb) { end += 1 }
    var words = line.parts(verb..<end)
    words[0].text = base ?? words[0].text
    let isAsked = !["i", "i'll", "ill", "let", "lemme", "we", "we'll"].contains(line.key(start))
    words = TaskLine.withoutDays(tidied(words, isAsked))
    words = TaskLine.withoutDays(tidied(words, isAsked))
    return TaskWriter.Find(
      start: start, end: end, words: isClean(words, isAsked) ? words.map(\.text) : nil,
      weight: weight)
  }

  private func isVerb(_ key: String) -> Bool {
    key.count > 2 && key.allSatisfy { $0.isASCII && ($0.isLetter || $0 == "-") }
      && !Self.light.contains(key) && !Self.unlikely.contains(key)
      && !Self.pronouns.contains(key) && !Self.subjects.contains(key) && !Self.enders.contains(key)
      && !["ing", "ed", "ly"].contains { key.hasSuffix($0) }
  }

  /// Returns whether the verb's phrase ends before a word.
  private func ends(_ index: Int, _ verb: Int) -> Bool {
    let (word, next, stop) = (line.key(index), line.key(index + 1), line.stop(before: index))
    if stop >= .colon || line.words[index].opensBracket { return true }
    let asks = ["ask", "check", "see", "confirm", "find", "tell", "decide"]
      .contains(line.key(verb))
    if Self.enders.contains(word) {
      return !(asks && Self.questions.contains(word))
    }
    let opens =
      Self.subjects.contains(next)
      || line.isName(index + 1) && Self.modals.contains(line.key(index + 2))
    if ["and", "or", "n", "&", "then", "that", "after", "before"].contains(word), opens {
      return true
    }
    guard stop == .comma else {
      return Self.starts.contains(word) && index > verb + 1
        && !(asks && (index - 2..<index).contains { Self.questions.contains(line.key($0)) })
    }
    // A comma continues a list, but not with a new clause.
    if Self.subjects.contains(word) || word.hasSuffix("ed")
      || (Self.fillers.contains(word) || Self.light.contains(word))
        && !["and", "or", "a", "the", "some", "two", "both"].contains(word)
      || line.isName(index)
      || Self.pronouns.contains(word) || line.words[index].isDay
      || line.words[index - 1].isDay
    {
      return true
    }
    // "the invoice, Ben?" addresses a person, but "milk, bread, Nutella" does not.
    let last = line.words.count - 1
    let isList = line.words[verb..<index - 1].contains { $0.stop == .comma }
    if index == last || line.words[index].stop >= .sentence,
      Self.people.contains(word) || Self.tails.contains(word)
        || line.words[index].isCapital && !isList
    {
      return true
    }
    for place in index..<min(index + 6, line.words.count) {
      if Self.subjects.contains(line.key(place)) {
        return true
      }
      if line.words[place].stop >= .comma { return false }
      // The last part of a list is short, or follows an "and".
      if place == last {
        let hasAnd = (index..<last).contains { ["and", "or", "&", "n"].contains(line.key($0)) }
        return !hasAnd && index + (isList ? 1 : 0) < last
      }
    }
    return true
  }

  /// Removes fillers, the addressee, and trailing words without content.
  private func tidied(_ words: [TaskLine.Part], _ isAsked: Bool) -> [TaskLine.Part] {
    var words = words.enumerated().filter {
      $0.offset == 0 || !Self.anywhere.contains($0.element.key)
    }.map(\.element)
    let (me, mine) = isAsked ? ("me", "my") : ("you", "your")
    let tellers = Self.tellers
    if words.count > 2, tellers.contains(words[0].key),
      [me, "us", "u", "ya", "you"].contains(words[1].key)
    {
      words.remove(at: 1)
    }
    if words.count > 2, words[1].key == mine { words.remove(at: 1) }
    while words.count > 2, let last = words.last {
      if [me, "us", "you", "u"].contains(last.key),
        ["to", "for", "with", "past", "from", "at"].contains(words[words.count - 2].key)
      {
        words.removeLast(2)
      } else if Self.tails.contains(last.key) {
        words.removeLast()
      } else {
        break
      }
    }
    return words
  }

  private func isClean(_ words: [TaskLine.Part], _ isAsked: Bool) -> Bool {
    guard (2...TaskWriter.mostWords).contains(words.count), let last = words.last,
      !Self.dangling.contains(last.key), !last.key.hasSuffix("'s")
    else { return false }
    let rest = words.dropFirst()
    func isContent(_ part: TaskLine.Part) -> Bool {
      let key = part.key
      if part.isDay || TaskLine.isLink(key)
        || key.allSatisfy({ $0.isNumber || ".:-".contains($0) })
      {
        return false
      }
      return !Self.light.contains(key) && !Self.pronouns.contains(key)
        && !Self.subjects.contains(key)
    }
    guard
      let content = rest.indices.first(where: {
        isContent(rest[$0])
          && !(["and", "n", "&"].contains(rest.indices.contains($0 - 1) ? rest[$0 - 1].key : "")
            && Self.verbs.contains(rest[$0].key))
      })
    else { return false }
    // Rejects an "it" without an antecedent in the phrase.
    for (index, word) in words[..<content].enumerated()
    where index > 0 && Self.pronouns.contains(word.key) {
      let next = words[index + 1].key
      let isIndirect =
        ["him", "her", "them", "all", "both", "some", "any"].contains(word.key)
        && (Self.articles.contains(next) || word.key == "her" && isContent(words[index + 1]))
      guard
        isIndirect
          || index + 1 == content
            && !["it", "them", "him", "one", "there", "here", "what", "they", "he", "she"].contains(
              word.key)
      else { return false }
    }
    if ["and", "or", "n", "&"].contains(words[1].key),
      !rest.dropFirst(2).contains(where: {
        Self.articles.contains($0.key) || $0.text.first?.isLowercase == false
      })
    {
      return false
    }
    let others: Set<String> =
      isAsked ? ["me", "i", "us", "my", "you", "u"] : ["you", "your", "u", "ye"]
    return !rest.contains { others.contains($0.key) || $0.key == "i" }
  }
}
