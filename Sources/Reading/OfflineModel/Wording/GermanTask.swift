/// Finds requests, promises and duties in German sentences, for `TaskWriter`, and words them with an infinitive.
struct GermanTask {
  let line: TaskLine

  /// Verbs with those of their forms that have another vowel.
  private static let irregular = """
    geben gib gibst gibt, nehmen nimm nimmst nimmt, fahren fährst fährt, sprechen sprich sprichst spricht, lesen lies
    liest, sehen sieh siehst sieht, treffen triff triffst trifft, helfen hilf hilfst hilft, lassen lässt, tragen trägst
    trägt, laufen läufst läuft, halten hältst hält, tun, werfen wirf wirfst wirft, laden lädst lädt, backen bäckst
    bäckt, messen miss misst, übernehmen übernimm übernimmst übernimmt, besprechen besprich besprichst bespricht,
    entwerfen entwirf entwirfst entwirft, waschen wäschst wäscht, fangen fängst fängt, graben gräbst gräbt, werben
    wirbst wirbt, sammeln sammle, wechseln wechsle, kümmern kümmre, ändern ändre, basteln bastle
    """.split(separator: ",").map { $0.split(whereSeparator: \.isWhitespace).map(String.init) }
  private static let infinitives = Lexicon.german.words(.verb).union(irregular.map { $0[0] })
  private static let prefixes = Lexicon.german.words(.prefix)
  /// The infinitives by their forms in the present tense and the imperative.
  private static let forms: [String: String] = {
    var forms: [String: String] = [:]
    for verb in infinitives.sorted() {
      let stem = String(verb.dropLast(verb.hasSuffix("en") ? 2 : 1))
      let link = ["t", "d", "fn", "chn"].contains { stem.hasSuffix($0) } ? "e" : ""
      for ending in ["", "e", link + "st", link + "t"] { forms[stem + ending] = verb }
    }
    for verb in irregular { for form in verb.dropFirst() { forms[form] = verb[0] } }
    // "bitte" is not a form of "bitten".
    forms["bitte"] = nil
    return forms
  }()

  private func has(_ role: Lexicon.Role, _ index: Int) -> Bool { line.has(role, index) }

  /// Returns the request, promise or duty whose verb is a word of a sentence.
  func find(at index: Int, _ sentence: Range<Int>) -> TaskWriter.Find? {
    let word = line.key(index)
    let clause = self.clause(around: index, sentence)
    let first = line.key(clause.lowerBound)
    let subjects = [index - 1, index + 1].filter {
      clause.contains($0) && line.isPerson($0) && line.words[min($0, index)].stop == .none
    }
    if has(.modal, index) {
      // "Damit ich die Bank anrufen kann".
      if first == "damit", index == clause.upperBound - 1, line.isPerson(clause.lowerBound + 1) {
        return cut(clause, [clause.lowerBound, clause.lowerBound + 1, index], verb: nil, 3)
      }
      guard let subject = subjects.first, !has(.ender, clause.lowerBound) || first == "wer" else {
        return nil
      }
      // "Die Kisten kannst du dir sparen" is not a request.
      let isWaiver =
        subject > index && ["kannst", "könnt", "können"].contains(word)
        && skip(clause.lowerBound, clause) < index
        && !clause.contains { line.key($0) == "bitte" }
      return isWaiver ? nil : cut(clause, [index, subject], verb: nil, 4)
    }
    if let verb = Self.forms[word], line.words[index].isLowercase || index == clause.lowerBound {
      guard !has(.ender, clause.lowerBound) || first == "wer" else { return nil }
      // "Leg sie ab" is about a thing.
      let subject = subjects.first { !["sie", "wir", "alle"].contains(line.key($0)) }
      if let subject { return withNext(cut(clause, [index, subject], verb: verb, 4), sentence) }
      // "Kommt per Post" is a statement, "räumt bitte die Tische weg" a request.
      let isRequest = word.last != "t" || clause.contains { line.key($0) == "bitte" }
      return isRequest && index == skip(clause.lowerBound, clause)
        ? withNext(cut(clause, [index], verb: verb, 3), sentence) : nil
    }
    guard Self.isInfinitive(word) else { return nil }
    // "Schicken Sie bitte die Unterlagen".
    if subjects.last == index + 1, line.words[index + 1].text == "Sie" {
      return cut(clause, [index, index + 1], verb: word, 4)
    }
    // "Bitte die Zettel abgeben", "Jens: Angebot schicken".
    guard index == clause.upperBound - 1,
      !["reichen", "hängen", "stehen", "gehen", "kommen", "stimmen"].contains(word),
      clause.lowerBound == sentence.lowerBound || line.stop(before: clause.lowerBound) != .none,
      !clause.contains(where: { has(.modal, $0) || has(.auxiliary, $0) })
    else { return nil }
    return cut(clause, [], verb: nil, 3)
  }

  /// Adds what the same people do next: "räumt die Tische leer und beschriftet die Kartons".
  private func withNext(_ find: TaskWriter.Find, _ sentence: Range<Int>) -> TaskWriter.Find {
    let next = find.end + 1
    guard sentence.contains(next), line.key(find.end) == "und", line.words[next].isLowercase,
      let verb = Self.forms[line.key(next)], let first = find.task ?? find.verb
    else { return find }
    let second = cut(clause(around: next, sentence), [next], verb: verb, find.weight)
    guard let task = second.task else { return find }
    return TaskWriter.Find(
      start: find.start, end: second.end, task: first + " und " + task, weight: find.weight)
  }

  /// Whether the line capitalises nouns.
  private var hasCapitals: Bool {
    line.words.prefix(64).enumerated().contains {
      $0.offset > 0 && line.stop(before: $0.offset) == .none
        && $0.element.isCapital && !$0.element.isName
    }
  }

  static func isInfinitive(_ word: String) -> Bool {
    infinitives.contains(word) || word.hasSuffix("ieren")
      || prefixes.contains { prefix in
        word.hasPrefix(prefix) && infinitives.contains(String(word.dropFirst(prefix.count)))
      }
  }

  private func skip(_ index: Int, _ clause: Range<Int>) -> Int {
    var index = index
    while clause.contains(index + 1),
      has(.filler, index) || line.isName(index) || line.key(index) == "und"
    { index += 1 }
    return index
  }

  /// Returns the clause around a word. Commas end it, except within a list.
  private func clause(around index: Int, _ sentence: Range<Int>) -> Range<Int> {
    var (start, end) = (index, index + 1)
    while start > sentence.lowerBound, index - start < 16, line.words[start - 1].stop == .none,
      !(line.key(start) == "und" && index - start < 5)
    { start -= 1 }
    while end < min(sentence.upperBound, index + TaskWriter.mostWords + 8),
      !line.words[end].opensBracket, !has(.ender, end),
      line.stop(before: end) == .none
        || line.stop(before: end) == .comma && line.isListed(end, from: index, isOther: isOther),
      !(line.key(end) == "und" && startsClause(end + 1))
    { end += 1 }
    return start..<end
  }

  /// Returns whether a word cannot stand in the next entry of a list.
  private func isOther(_ index: Int) -> Bool {
    line.isPerson(index) || has(.ender, index) || has(.filler, index)
      || Self.forms[line.key(index)] != nil
  }

  private func startsClause(_ index: Int) -> Bool {
    let isForm = { Self.forms[line.key($0)] != nil && line.words[$0].isLowercase }
    return isForm(index) || has(.person, index)
      || has(.modal, index) || line.isName(index) && isForm(index + 1)
  }

  /// Returns the clause without the requesting or promising words, with its verb as an infinitive at the end.
  private func cut(_ clause: Range<Int>, _ left: [Int], verb: String?, _ weight: Int)
    -> TaskWriter.Find
  {
    var find = TaskWriter.Find(
      start: clause.lowerBound, end: clause.upperBound, task: nil, weight: weight)
    // "Ben kannst du", "Dora Miller kann": the addressee or subject is removed. "kannst du Dora fragen" keeps Dora.
    var start = clause.lowerBound
    let first =
      left.min() ?? (line.stop(before: start) >= .sentence ? clause.upperBound - 2 : start)
    while start < first,
      line.isName(start) || ["und", "herr", "frau"].contains(line.key(start))
        || !left.isEmpty && has(.filler, start)
    { start += 1 }
    var left = left
    if let last = left.max(), line.isName(last) {
      left += (last + 1..<clause.upperBound).prefix { line.isName($0) }
    }
    var words = (start..<clause.upperBound).filter { !left.contains($0) }.map { line.words[$0] }
    words.removeFirst(
      words.prefix {
        line.lexicon.has(.opener, word: $0.key) || line.lexicon.has(.filler, word: $0.key)
      }.count)
    words.removeAll {
      line.lexicon.has(.filler, word: $0.key) && $0.text.first?.isLowercase == true
    }
    guard let last = words.last else { return find }
    var infinitive = last.key
    if let verb {
      // "Ich rufe die Bank an".
      let hasPrefix = line.lexicon.has(.prefix, word: last.key) && words.count > 1
      infinitive = hasPrefix ? last.key + verb : verb
      if hasPrefix { words.removeLast() }
    } else {
      guard
        Self.isInfinitive(last.key)
          || last.key.hasSuffix("en") && last.key.count > 5 && last.text.first?.isLowercase == true
      else { return find }
      words.removeLast()
    }
    words = TaskLine.withoutDays(words).filter { !line.lexicon.has(.selves, word: $0.key) }
    if words.isEmpty { find.verb = infinitive }
    // In a line that capitalises nouns, the object has one.
    let hasNoun = words.contains { $0.isCapital || $0.text.contains(where: \.isNumber) }
    if hasNoun || !hasCapitals, line.isObject(words[...], dangling: [.light, .pronoun]),
      !words.contains(where: { line.lexicon.has(.foreign, word: $0.key) })
    {
      find.task = TaskLine.text(of: words) + " " + infinitive
    }
    return find
  }
}
