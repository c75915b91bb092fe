/// Extracts infinitives with their objects from German clauses.
struct GermanTask {
  let line: TaskLine

  static let signs = TaskLine.table(
    """
    der die das und ich ist nicht ein eine den dem mit für auf zu wir du ihr bitte noch muss kann kannst mal dann
    von im am bis hab mach schon auch wer sind brauch wird sie heute morgen
    """)
  private static let regular = TaskLine.table(
    """
    schicken verschenken machen kümmern erinnern schreiben bestellen kaufen holen bringen buchen prüfen klären
    fragen sagen melden senden legen stellen setzen hängen drucken kopieren räumen putzen reinigen waschen spülen
    kochen backen packen planen organisieren reservieren kontrollieren aktualisieren informieren reparieren
    installieren korrigieren dokumentieren koordinieren telefonieren reden testen checken ändern liefern sammeln
    wechseln bestätigen besorgen erledigen erstellen bezahlen zahlen überweisen übersetzen überprüfen bearbeiten
    beantragen beantworten besprechen verschicken verteilen verschieben vorbereiten schauen gucken suchen kündigen
    zeigen tauschen spielen bauen kleben füllen leeren gießen zählen führen rechnen messen löschen öffnen schließen
    mieten leihen danken entwerfen entscheiden formulieren nennen richten schneiden streichen bohren fotografieren
    hören stimmen teilen reichen rufen stehen gehen kommen rücken tippen pflegen posten pushen mailen mergen
    deployen reviewen updaten einladen verlegen verlängern verkaufen ziehen bitten sichern sortieren übernehmen
    unterschreiben beschaffen abonnieren archivieren scannen ordern hinterlegen rechnen werben heizen mähen
    entsorgen vereinbaren veranlassen veröffentlichen ergänzen ersetzen erneuern erfassen ermitteln freigeben
    begleiten betreuen bemalen basteln nähen waschen drehen laden heften binden kehren gestalten lektorieren
    eröffnen beauftragen zeichnen bereiten beschriften lüften entlüften
    """)
  /// Verbs with those of their forms that have another vowel.
  private static let irregular = """
    geben gib gibst gibt, nehmen nimm nimmst nimmt, fahren fährst fährt, sprechen sprich sprichst spricht, lesen lies
    liest, sehen sieh siehst sieht, treffen triff triffst trifft, helfen hilf hilfst hilft, lassen lässt, tragen trägst
    trägt, laufen läufst läuft, halten hältst hält, tun, werfen wirf wirfst wirft, laden lädst lädt, backen bäckst bäckt,
    messen miss misst, übernehmen übernimm übernimmst übernimmt, besprechen besprich besprichst bespricht, entwerfen
    entwirf entwirfst entwirft, waschen wäschst wäscht, fangen fängst fängt, graben gräbst gräbt, werben wirbst wirbt,
    sammeln sammle, wechseln wechsle, kümmern kümmre, ändern ändre, basteln bastle
    """.split(separator: ",").map { $0.split(whereSeparator: \.isWhitespace).map(String.init) }
  private static let infinitives = regular.union(irregular.map { $0[0] })
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
  private static let prefixes = TaskLine.table(
    """
    an ab auf aus bei durch ein fest fertig frei her heraus herum hin hinzu hoch los mit nach nieder raus rein rüber
    rum runter um vor vorbei weg weiter zu zurück zusammen bereit rauf ran gegen dazu herein hinein leer
    """)
  private static let modals = TaskLine.table(
    """
    kannst könntest magst würdest könnt könntet können könnten kann könnte muss müssen musst müsst müsste müssten
    soll sollst sollen sollte solltest sollten werde werd wirst wird werden würde will muß kannste könnteste
    """)
  private static let foreign = TaskLine.table(
    """
    ich du wir i ist sind hat habe hab nicht kein mich dich er haben wird mein meine meinen meiner meinem dein
    deine deinen deiner deinem brauchen nöd ohmd chan allen keine keinen n d ei wollte wollten wolltest denen
    ihnen s war 's
    """)
  private static let auxiliaries = TaskLine.table("zu haben sind ist hat ich wir sie die's werden")
  private static let determiners = TaskLine.table(
    "das den die dem der diese diesen dieses eine einen eins")
  private static let people = TaskLine.table("du ihr sie ich i wir jemand wer einer man jeder alle")
  private static let fillers = TaskLine.table(
    """
    bitte mal kurz sowieso wieder noch doch eben gerne gern dann auch schnell gleich äh ähm also einfach eh ja wohl
    vielleicht schon ok okay ma no halt nochmal erstmal erst danke bidde natürlich selbst selber ruhig lieber später
    nachher eigentlich pls so bloß trotzdem inzwischen jedenfalls jetzt
    """)
  private static let selves = TaskLine.table(
    "mir mich dir dich euch uns sich ihnen dafür dazu da dort hier")
  private static let pronouns = TaskLine.table(
    """
    welchen es das den die dem der ihn sie ihm dies diese dieses diesen welche welches alles was etwas beides
    beide ihnen da dazu damit dafür davon darum darüber daran dort hier so eins einen eine nichts ihr gelegenheit
    dirs ups drum
    """)
  private static let light = TaskLine.table(
    """
    diesmal vorher gesammelt neu fertig drüber wieder direkt gut ran dran rein zusammen per abends morgens erstes
    mittags beim ans aufs fürs ins übers gegen ohne unter wegen seit hinter zwischen neben heute heut morgen abend
    früh mittag ein eine einen einem einer an auf aus bei bis durch für im in ins mit nach über um von vom vor zu
    zum zur am hin her und oder nicht nur alle ab weg als wie mein meine meinen dein deine deinen
    """)
  private static let enders = TaskLine.table(
    """
    weil wenn dass ob falls damit sonst aber denn sobald bevor während sodass obwohl oder sondern danke gell ne wann
    wo wie was welche wer warum
    """)
  private static let openers = fillers.union(
    TaskLine.table("du ihr und alle so ich wer jemand jeder"))

  /// Returns the positions in a sentence at which a request, a promise or a duty is stated.
  func finds(in sentence: Range<Int>) -> [TaskWriter.Find] {
    sentence.compactMap { find(at: $0, sentence) }
  }

  private func isPerson(_ index: Int) -> Bool {
    line.isName(index) || Self.people.contains(line.key(index))
  }

  private func find(at index: Int, _ sentence: Range<Int>) -> TaskWriter.Find? {
    let word = line.key(index)
    let clause = self.clause(around: index, sentence)
    let first = line.key(clause.lowerBound)
    let subjects = [index - 1, index + 1].filter {
      clause.contains($0) && isPerson($0) && line.words[min($0, index)].stop == .none
    }
    if Self.modals.contains(word) {
      guard let subject = subjects.first, !Self.enders.contains(first) || first == "wer" else {
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
      guard !Self.enders.contains(first) || first == "wer" else { return nil }
      // "Leg sie ab" is about a thing.
      let subject = subjects.first { !["sie", "wir", "alle"].contains(line.key($0)) }
      if let subject { return cut(clause, [index, subject], verb: verb, 4) }
      // "Kommt per Post" is a statement, "räumt bitte die Tische weg" a request.
      let isRequest = word.last != "t" || clause.contains { line.key($0) == "bitte" }
      return isRequest && index == skip(clause.lowerBound, clause)
        ? cut(clause, [index], verb: verb, 3) : nil
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
      !clause.contains(where: {
        Self.modals.contains(line.key($0)) || Self.auxiliaries.contains(line.key($0))
      })
    else { return nil }
    return cut(clause, [], verb: nil, 3)
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
      Self.fillers.contains(line.key(index)) || line.isName(index) || line.key(index) == "und"
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
      !line.words[end].opensBracket, !Self.enders.contains(line.key(end)),
      line.stop(before: end) == .none
        || line.stop(before: end) == .comma && isListed(end, sentence),
      !(line.key(end) == "und" && startsClause(end + 1))
    { end += 1 }
    return start..<end
  }

  private func startsClause(_ index: Int) -> Bool {
    let isForm = { Self.forms[line.key($0)] != nil && line.words[$0].isLowercase }
    return isForm(index) || Self.people.contains(line.key(index))
      || Self.modals.contains(line.key(index)) || line.isName(index) && isForm(index + 1)
  }

  /// Returns whether a list continues after a comma. Its next entry is short and has no verb or subject of its own.
  private func isListed(_ index: Int, _ sentence: Range<Int>) -> Bool {
    let rest = (index..<min(index + 5, sentence.upperBound)).prefix {
      $0 == index || line.stop(before: $0) == .none
    }
    return rest.contains { ["und", "oder", "sowie"].contains(line.key($0)) }
      && !rest.contains {
        isPerson($0) || Self.enders.contains(line.key($0)) || Self.fillers.contains(line.key($0))
          || Self.forms[line.key($0)] != nil
      }
  }

  /// Returns the clause without the requesting or promising words, with its verb as an infinitive at the end.
  private func cut(_ clause: Range<Int>, _ left: [Int], verb: String?, _ weight: Int)
    -> TaskWriter.Find
  {
    var find = TaskWriter.Find(
      start: clause.lowerBound, end: clause.upperBound, words: nil, weight: weight)
    // "Ben kannst du", "Dora Miller kann": the addressee or subject is removed. "kannst du Dora fragen" keeps Dora.
    var start = clause.lowerBound
    let first =
      left.min() ?? (line.stop(before: start) >= .sentence ? clause.upperBound - 2 : start)
    while start < first,
      line.isName(start) || ["und", "herr", "frau"].contains(line.key(start))
        || !left.isEmpty && Self.fillers.contains(line.key(start))
    { start += 1 }
    var left = left
    if let last = left.max(), line.isName(last) {
      left += (last + 1..<clause.upperBound).prefix { line.isName($0) }
    }
    var words = zip(start..., line.parts(start..<clause.upperBound)).filter {
      !left.contains($0.0)
    }.map(\.1)
    words.removeFirst(words.prefix { Self.openers.contains($0.key) }.count)
    words.removeAll { Self.fillers.contains($0.key) && $0.text.first?.isLowercase == true }
    guard let last = words.last else { return find }
    var infinitive = last.key
    if let verb {
      // "Ich rufe die Bank an".
      let hasPrefix = Self.prefixes.contains(last.key) && words.count > 1
      infinitive = hasPrefix ? last.key + verb : verb
      if hasPrefix { words.removeLast() }
    } else {
      guard
        Self.isInfinitive(last.key)
          || last.key.hasSuffix("en") && last.key.count > 5 && last.text.first?.isLowercase == true
      else { return find }
      words.removeLast()
    }
    words = TaskLine.withoutDays(words).filter { !Self.selves.contains($0.key) }
    if isClean(words) { find.words = words.map(\.text) + [infinitive] }
    return find
  }

  private func isClean(_ words: [TaskLine.Part]) -> Bool {
    guard (1..<TaskWriter.mostWords).contains(words.count), let last = words.last,
      !Self.light.contains(last.key), !Self.pronouns.contains(last.key)
    else { return false }
    let content = words.firstIndex {
      !$0.isDay && !TaskLine.isLink($0.key) && !Self.pronouns.contains($0.key)
        && !Self.light.contains($0.key) && !Self.prefixes.contains($0.key)
    }
    guard let content else { return false }
    for index in 0..<content where Self.pronouns.contains(words[index].key) {
      guard index + 1 == content, Self.determiners.contains(words[index].key) else { return false }
    }
    let hasNoun = words.contains {
      $0.text.first?.isUppercase == true || $0.text.contains(where: \.isNumber)
    }
    return (hasNoun || !hasCapitals) && !words.contains { Self.foreign.contains($0.key) }
  }
}
