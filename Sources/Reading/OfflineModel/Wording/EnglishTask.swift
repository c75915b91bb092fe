/// Extracts imperatives from English clauses.
struct EnglishTask {
  let line: TaskLine

  static let signs = TaskLine.table(
    """
    the and to of is are i i'll you we it for on with that this will can could please my your has have need by not
    it's from at be do don't he she they he's our me us
    """)
  private static let verbs = TaskLine.table(
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
  private static let nouns = TaskLine.table(
    """
    tidy build list clean clear empty top film order book report test plan notice note work design review update
    issue request release map cost post label mark cover show hand open free train document record return light sort
    sketch draft pack paint patch process block lead load lock log look model measure run switch sign talk text turn
    walk wire present print export import copy contact back cut film fix drop drive drink share ship start stop
    store search schedule roll ring register place pick phone rent iron weigh water wash wrap
    """)
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
  private static let people = TaskLine.table(
    """
    you u ya ye someone somebody anyone anybody one everyone everybody all y'all i we guys folks team
    i'm we're i've we've
    """)
  private static let asks = TaskLine.table("can could would will cld")
  private static let promises = TaskLine.table("i'll ill we'll you'll lemme imma i'lll")
  private static let modals = TaskLine.table("will must should shall gonna gotta can could")
  private static let duties = TaskLine.table(
    """
    need needs have has ought got going is am are gotta remember sure has'ta'
    """)
  private static let subordinators = TaskLine.table(
    """
    if when until so that what how before who which whether where why don't didn't doesn't no not n't once unless
    because cos do did does after than while till whenever would could can
    """)
  private static let fillers = TaskLine.table(
    """
    please pls plz kindly also just maybe then ok okay yeah yes yep sure right so btw hey hi thanks thx ta uh um er
    and but try now quickly possibly actually probably perhaps still quick oh ah fine cool great lol well first
    """)
  private static let anywhere = TaskLine.table(
    """
    please pls plz kindly thanks thx ta uh um er btw lol just ok okay cheers
    """)
  private static let enders = TaskLine.table(
    """
    because cos cause coz since so but if when while otherwise although unless which who whoever whenever though cuz
    once whilst cheers where as instead right yeah sorry thank unfortunately hopefully ideally
    """)
  private static let subjects = TaskLine.table(
    """
    i we you he she they it i'll we'll you'll he'll she'll they'll i'm we're you're they're it's that's there's he's
    she's i've we've i'd what's who's nobody everything
    """)
  private static let pronouns = TaskLine.table(
    """
    it em 'em six three four five seven eight nine ten it them that this these those him her one ones both all some
    any he she they everything something anything mine yours ours theirs it's that's so same thing things stuff what
    there here such which
    """)
  private static let light = TaskLine.table(
    """
    to of for at in on off up out over down back with from into by about after before around through again together
    away along the a an and or my your our his her its their too as well not don't rest more me us you i we sort
    done going few bit couple lot go be is are was some this that two both first asap already still now then later
    up
    """)
  private static let articles = TaskLine.table(
    "the a an his their our its another every each some any")
  private static let questions = TaskLine.table("if whether when where who which how why")
  private static let dangling = TaskLine.table(
    """
    the a an to of for at from with my your our his their and or into as by about that if than very sure case see
    only one ones things stuff i we is are not whether when where who how why
    """)
  private static let told = TaskLine.table("me us u ya you")
  private static let vague = TaskLine.table("it them him one there here what they he she")

  /// Returns the positions in a sentence at which a request, a promise or a duty begins.
  func finds(in sentence: Range<Int>) -> [TaskWriter.Find] {
    sentence.compactMap { find(at: $0, sentence) }
  }

  private func find(at index: Int, _ sentence: Range<Int>) -> TaskWriter.Find? {
    let (word, next) = (line.key(index), line.key(index + 1))
    let previous = index > sentence.lowerBound ? line.key(index - 1) : ""
    if Self.asks.contains(word), Self.people.contains(next) || line.isName(index + 1),
      !["i", "we"].contains(next)
    {
      return cut(index, skip(index + 2), 4, sentence)
    }
    if Self.promises.contains(word) { return cut(index, skip(index + 1), 4, sentence) }
    if Self.subordinators.contains(previous) { return nil }
    if ["don't", "dont"].contains(word), next == "forget", line.key(index + 2) == "to" {
      return cut(index, skip(index + 3), 3, sentence)
    }
    if word == "let", next == "me" || next == "us" {
      return cut(index, skip(index + 2), 3, sentence)
    }
    let opens =
      index == sentence.lowerBound || line.stop(before: index) >= .comma
      || Self.fillers.contains(previous) || line.isName(index - 1)
    let isPerson = line.isName(index) || Self.people.contains(word)
    if isPerson || opens {
      // "Ben will call the bank", "we need to call the bank", "must call the bank".
      let duty = isPerson ? skip(index + 1) : index
      let isQuestion =
        ["can", "could"].contains(line.key(duty)) && !["i", "we"].contains(word)
      if Self.modals.contains(line.key(duty)), !isQuestion {
        return cut(index, skip(duty + 1), 3, sentence)
      }
      if Self.duties.contains(line.key(duty)) {
        let to = skip(duty + 1)
        if line.key(to) == "to" { return cut(index, skip(to + 1), 3, sentence) }
      }
    }
    if line.isName(index) {
      // "Anna to book the room", "Anna books the room".
      if next == "to", Self.verbs.contains(line.key(index + 2)) {
        return cut(index, index + 2, 3, sentence)
      }
      if opens, next.last == "s", Self.verbs.contains(String(next.dropLast())),
        line.words[index].stop == .none
      {
        return cut(index, index + 1, 3, sentence, as: String(next.dropLast()))
      }
    }
    if word == "i" || word == "you" {
      let verb = skip(index + 1)
      if Self.verbs.contains(line.key(verb)),
        word == "i" && isObject(verb + 1) || line.isName(index - 1)
      {
        return cut(index, verb, word == "i" ? 2 : 3, sentence)
      }
    }
    guard opens, Self.verbs.contains(word), line.words[index].stop == .none else { return nil }
    let isNamed = line.isName(index - 1)
    let isHeaded = line.stop(before: index) == .colon
    let isAsked = isNamed || isHeaded || ["please", "pls", "plz"].contains(previous)
    // "Test jig still fails": the first word may be a noun.
    let isSure =
      Self.nouns.contains(word) ? Self.articles.contains(next) : isAsked || isObject(index + 1)
    guard isSure || isNamed && isHeaded else { return nil }
    return cut(isNamed ? index - 1 : index, index, isAsked ? 4 : 2, sentence)
  }

  /// Returns whether a word certainly begins the object of a verb.
  private func isObject(_ index: Int) -> Bool {
    guard line.words.indices.contains(index) else { return false }
    return Self.articles.contains(line.key(index)) || !line.words[index].isLowercase
      || ["my", "your", "to", "me", "us", "for", "this", "that"].contains(line.key(index))
  }

  private func skip(_ index: Int) -> Int {
    var index = index
    while Self.fillers.contains(line.key(index)), line.words.indices.contains(index + 1) {
      index += 1
    }
    return index
  }

  /// Returns the words from a verb on as an imperative, if they form one.
  private func cut(
    _ start: Int, _ verb: Int, _ weight: Int, _ sentence: Range<Int>, as base: String? = nil
  ) -> TaskWriter.Find {
    // "I'll have to call" is a call.
    if Self.duties.contains(line.key(verb)), line.key(verb + 1) == "to" {
      return cut(start, skip(verb + 2), weight, sentence)
    }
    let key = base ?? line.key(verb)
    guard sentence.contains(verb), Self.verbs.contains(key) || isVerb(key) else {
      return TaskWriter.Find(start: start, end: start, words: nil, weight: weight)
    }
    var end = verb + 1
    let limit = min(sentence.upperBound, verb + TaskWriter.mostWords + 8)
    while end < limit, !ends(end, verb) { end += 1 }
    var words = line.parts(verb..<end)
    words[0].text = base ?? words[0].text
    let isAsked = !["i", "i'll", "ill", "let", "lemme", "we", "we'll"].contains(line.key(start))
    words = TaskLine.withoutDays(tidied(TaskLine.withoutDays(words), isAsked))
    return TaskWriter.Find(
      start: start, end: end, words: isClean(words, isAsked) ? words.map(\.text) : nil,
      weight: weight)
  }

  /// Returns whether an unknown word may be a verb.
  private func isVerb(_ key: String) -> Bool {
    key.count > 2 && key.allSatisfy { $0.isASCII && ($0.isLetter || $0 == "-") }
      && ![Self.light, Self.unlikely, Self.pronouns].contains { $0.contains(key) }
      && !["ing", "ed", "ly"].contains { key.hasSuffix($0) }
  }

  /// Returns whether the verb's phrase ends before a word.
  private func ends(_ index: Int, _ verb: Int) -> Bool {
    let (word, next, stop) = (line.key(index), line.key(index + 1), line.stop(before: index))
    if stop >= .colon || line.words[index].opensBracket { return true }
    if Self.enders.contains(word) {
      let asks = ["ask", "check", "see", "confirm", "find", "tell", "decide"]
      return !(asks.contains(line.key(verb)) && Self.questions.contains(word))
    }
    if ["and", "or", "n", "&", "then", "that", "after", "before"].contains(word),
      Self.subjects.contains(next)
    {
      return true
    }
    guard stop == .comma else {
      return Self.starts.contains(word) && index > verb + 1
        && !(index - 2..<index).contains { Self.questions.contains(line.key($0)) }
    }
    // A comma continues a list, but not with a new clause or an address.
    let rest = (index..<min(index + 6, line.words.count)).prefix {
      $0 == index || line.stop(before: $0) == .none
    }
    let isList =
      line.words[verb..<index - 1].contains { $0.stop == .comma }
      || rest.last.map { line.words[$0].stop == .comma } == true
      || rest.contains { ["and", "or", "&", "n"].contains(line.key($0)) }
    return !isList || line.isName(index) || Self.pronouns.contains(word)
      || Self.fillers.contains(word)
      || rest.contains { Self.subjects.contains(line.key($0)) || line.words[$0].isDay }
  }

  /// Removes fillers, the person to be told, and trailing words without content.
  private func tidied(_ words: [TaskLine.Part], _ isAsked: Bool) -> [TaskLine.Part] {
    var words = words.enumerated().filter {
      $0.offset == 0 || !Self.anywhere.contains($0.element.key)
    }.map(\.element)
    if words.count > 2,
      words[1].key == (isAsked ? "my" : "your")
        || Self.tellers.contains(words[0].key) && Self.told.contains(words[1].key)
    {
      words.remove(at: 1)
    }
    while words.count > 2, let last = words.last {
      if Self.tails.contains(last.key) {
        words.removeLast()
      } else if Self.told.contains(last.key),
        ["to", "for", "with", "from"].contains(words[words.count - 2].key)
      {
        words.removeLast(2)
      } else {
        break
      }
    }
    return words
  }

  private func isClean(_ words: [TaskLine.Part], _ isAsked: Bool) -> Bool {
    guard (2...TaskWriter.mostWords).contains(words.count), let last = words.last,
      !Self.dangling.contains(last.key)
    else { return false }
    let rest = words.dropFirst()
    let content = rest.firstIndex {
      !$0.isDay && !TaskLine.isLink($0.key) && !Self.light.contains($0.key)
        && !Self.pronouns.contains($0.key)
        && !$0.key.allSatisfy { $0.isNumber || ".:-".contains($0) }
    }
    guard let content else { return false }
    // Rejects an "it" without an antecedent in the phrase.
    for index in 1..<content where Self.pronouns.contains(words[index].key) {
      let key = words[index].key
      let isIndirect =
        Self.articles.contains(words[index + 1].key)
        && ["him", "her", "them", "all", "both", "some", "any"].contains(key)
      guard isIndirect || index + 1 == content && !Self.vague.contains(key) else { return false }
    }
    let others = isAsked ? ["me", "i", "us", "my", "you", "u"] : ["you", "your", "u", "ye", "i"]
    return !rest.contains { others.contains($0.key) }
  }
}
