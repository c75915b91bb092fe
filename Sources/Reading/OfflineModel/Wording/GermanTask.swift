/// Extracts infinitives with their objects from German clauses.
struct GermanTask {
  let line: TaskLine

  static let signs = TaskLine.table(
    """
    der die das und ich ist nicht ein eine den dem mit für auf zu wir du ihr bitte noch muss kann kannst mal dann
    von im am bis hab mach schon auch wer sind brauch wird sie heute morgen
    """)
  /// The verb that a form belongs to.
  private struct Form {
    let verb: String
    /// Whether the form is used with "ich", with "du" or as an imperative, or with "er".
    var isOwn = false
    var isYours = false
    var isTheirs = false
  }
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
  private static let irregular: [(String, String)] = [
    ("geben", "gib gibst gibt"), ("nehmen", "nimm nimmst nimmt"), ("fahren", "fährst fährt"),
    ("sprechen", "sprich sprichst spricht"),
    ("lesen", "lies liest"), ("sehen", "sieh siehst sieht"), ("treffen", "triff triffst trifft"),
    ("helfen", "hilf hilfst hilft"),
    ("lassen", "lass lässt"), ("tragen", "trägst trägt"), ("laufen", "läufst läuft"),
    ("halten", "hältst hält"),
    ("tun", "tu tue tust tut"), ("werfen", "wirf wirfst wirft"), ("laden", "lädst lädt"),
    ("backen", "bäckst bäckt"), ("messen", "miss misst"),
    ("übernehmen", "übernimm übernimmst übernimmt"),
    ("besprechen", "besprich besprichst bespricht"), ("entwerfen", "entwirf entwirfst entwirft"),
    ("waschen", "wäschst wäscht"), ("bitten", "bittest bittet"), ("fangen", "fängst fängt"),
    ("graben", "gräbst gräbt"), ("werben", "wirbst wirbt"),
    ("sammeln", "sammle"), ("wechseln", "wechsle"), ("kümmern", "kümmre"), ("ändern", "ändre"),
    ("basteln", "bastle"),
  ]
  private static let forms: [String: Form] = {
    var forms: [String: Form] = [:]
    func add(_ form: String, _ verb: String, _ path: WritableKeyPath<Form, Bool>) {
      var found = forms[form] ?? Form(verb: verb)
      if found.verb == verb { found[keyPath: path] = true }
      forms[form] = found
    }
    let strong = Set(irregular.prefix(20).map(\.0))
    for verb in regular.union(irregular.map(\.0)) where verb != "tun" {
      let stem = String(verb.dropLast(verb.hasSuffix("en") ? 2 : 1))
      let link = ["t", "d", "fn", "chn"].contains { stem.hasSuffix($0) } ? "e" : ""
      let hiss = ["s", "z", "ß", "x"]
        .contains { stem.hasSuffix($0) }
      for own in [stem, stem + "e"] { add(own, verb, \.isOwn) }
      if !strong.contains(verb) || ["kümmern", "sammeln"].contains(verb) {
        add(stem + link + (hiss ? "t" : "st"), verb, \.isYours)
        add(stem + link + "t", verb, \.isTheirs)
      } else if verb == "geben" || verb == "nehmen" {
        add(stem + "t", verb, \.isTheirs)
      }
    }
    for (verb, list) in irregular {
      for form in list.split(separator: " ").map(String.init) {
        if form.hasSuffix("st") || ["liest", "lässt", "misst"].contains(form) {
          add(form, verb, \.isYours)
        }
        if form.hasSuffix("t") { add(form, verb, \.isTheirs) } else { add(form, verb, \.isOwn) }
      }
    }
    // "bitte" is not a form of "bitten".
    forms["bitte"] = nil
    return forms
  }()
  private static let infinitives = regular.union(irregular.map(\.0))
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
    ich du wir i ist sind hat habe hab nicht kein mich dich er haben wird mein meine meinen meiner meinem dein deine
    deinen deiner deinem brauchen brauche braucht nöd ohmd chan allen keine keinen dat det n d nie nimmer ei wollte
    wollten wolltest denen ihnen s war 's
    """)
  private static let finite = TaskLine.table(
    """
    da dann er es ist sind war hat geht das der die hab habe steht liegt mahnt beim am bis sonst
    """)
  private static let unlikely = TaskLine.table(
    "werden bleiben haben sparen können müssen wollen sollen warten wissen")
  private static let determiners = TaskLine.table(
    "das den die dem der diese diesen dieses eine einen eins")
  private static let people = TaskLine.table("du ihr sie ich i wir jemand wer einer man jeder alle")
  private static let fillers = TaskLine.table(
    """
    bitte mal kurz sowieso wieder noch doch eben gerne gern dann auch schnell gleich äh ähm also einfach eh ja wohl
    vielleicht schon ok okay ma no halt nochmal erstmal erst danke bidde natürlich selbst selber ruhig lieber später
    nachher eigentlich pls so bloß trotzdem inzwischen jedenfalls jetzt
    """)
  private static let selves = TaskLine.table("mir mich dir dich euch uns sich ihnen")
  private static let pronouns = TaskLine.table(
    """
    wem gelegenheit welchen es das den die dem der ihn sie ihm dirs ups jaaa jaa ihrs grad gerade dies diese dieses
    diesen welche welches alles was etwas beides beide ihnen da dazu damit dafür davon darum darüber daran das's
    dort hier so eins einen eine eine's nichts ihr nix denen deren
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
  private static let articles = TaskLine.table("das die den ein eine einen")

  /// Returns the positions in a sentence at which a request, a promise or a duty is stated.
  func finds(in sentence: Range<Int>) -> [TaskWriter.Find] {
    var finds: [TaskWriter.Find] = []
    for index in sentence { if let find = find(at: index, sentence) { finds.append(find) } }
    return finds
  }

  private func isForm(_ index: Int) -> Bool {
    Self.forms[line.key(index)] != nil && line.words[index].isLowercase
  }
  private func isPerson(_ index: Int) -> Bool {
    line.isName(index) || Self.people.contains(line.key(index))
  }

  private func find(at index: Int, _ sentence: Range<Int>) -> TaskWriter.Find? {
    let word = line.key(index)
    let clause = self.clause(around: index, sentence)
    let isBehind =
      clause.contains(index - 1) && isPerson(index - 1) && line.words[index - 1].stop == .none
    let isBefore =
      clause.contains(index + 1) && isPerson(index + 1) && line.words[index].stop == .none
    if Self.modals.contains(word) {
      guard
        isBehind || isBefore || word.hasSuffix("ste") && word.hasPrefix("k")
          || index == sentence.lowerBound && word.hasPrefix("mu")
      else { return nil }
      let subject = line.key(isBehind ? index - 1 : index + 1)
      let isPermission =
        ["ich", "i", "wir"].contains(subject) && !isBehind
        && line.words[clause.upperBound - 1].isQuestion
      // "Die Kisten kannst du dir sparen" is not a request.
      let isAllowed =
        isBefore && !isBehind && ["kannst", "könnt", "können"].contains(word)
        && skip(clause.lowerBound, clause) < index
      guard !isPermission, !isAllowed,
        !Self.enders.contains(line.key(clause.lowerBound)) || subject == "wer"
      else { return nil }
      return cut(
        clause, [index, isBehind ? index - 1 : isBefore ? index + 1 : index], verb: nil, 4,
        isOwn: ["ich", "i", "wir"].contains(subject))
    }
    if let form = Self.forms[word], line.words[index].isLowercase || index == clause.lowerBound {
      guard
        !Self.enders.contains(line.key(clause.lowerBound)) || line.key(clause.lowerBound) == "wer"
      else { return nil }
      for subject in [index - 1, index + 1] where subject < index ? isBehind : isBefore {
        let key = line.key(subject)
        let fits =
          switch key {
          case "ich", "i": form.isOwn
          case "du": form.isYours
          case "sie", "wir", "alle": false
          default: form.isTheirs
          }
        if fits {
          return cut(
            clause, [index, subject], verb: form.verb, 4, isOwn: key == "ich" || key == "i")
        }
      }
      let first = skip(clause.lowerBound, clause)
      let isNoun =
        line.words[index].isCapital && line.words.indices.contains(index + 1)
        && ![Self.articles, Self.fillers, Self.selves, Self.light, Self.pronouns].contains(where: {
          $0.contains(line.key(index + 1))
        })
      // "Bitte räumt die Tische weg"
      let isToAll = form.isTheirs && clause.contains { line.key($0) == "bitte" }
      if form.isOwn || isToAll, !isNoun, index == first {
        return cut(clause, [index], verb: form.verb, 3, isOwn: false)
      }
      return nil
    }
    if Self.infinitives.contains(word), isBefore, line.key(index + 1) == "sie",
      line.words[index + 1].text.first == "S"
    {
      return cut(clause, [index, index + 1], verb: word, 4, isOwn: false)
    }
    // "Bitte die Zettel abgeben", "Jens: Angebot schicken".
    if index == clause.upperBound - 1, !Self.pronouns.contains(line.key(clause.lowerBound)),
      clause.lowerBound == sentence.lowerBound || line.stop(before: clause.lowerBound) != .none,
      Self.isInfinitive(word),
      !["reichen", "hängen", "stehen", "gehen", "kommen", "stimmen"].contains(word),
      line.words[index].isLowercase,
      !clause.contains(where: {
        Self.modals.contains(line.key($0))
          || ["zu", "haben", "sind", "ist", "hat", "ich", "wir", "sie", "die's", "werden"].contains(
            line.key($0))
          || Self.forms[line.key($0)] != nil && $0 != index
      })
    {
      return cut(clause, [], verb: nil, 3, isOwn: false)
    }
    return nil
  }

  /// Whether the line capitalises nouns.
  private var hasCapitals: Bool {
    line.words.prefix(64).enumerated().contains {
      $0.offset > 0 && line.stop(before: $0.offset) == .none
        && $0.element.isCapital && !$0.element.isName
    }
  }

  static func isInfinitive(_ word: String) -> Bool {
    if infinitives.contains(word) || word.hasSuffix("ieren") { return true }
    return prefixes.contains { prefix in
      word.hasPrefix(prefix) && infinitives.contains(String(word.dropFirst(prefix.count)))
    }
  }

  private func skip(_ index: Int, _ clause: Range<Int>) -> Int {
    var index = index
    while clause.contains(index + 1),
      Self.fillers.contains(line.key(index)) || line.isName(index)
        || ["und", "bitte"].contains(line.key(index))
    { index += 1 }
    return index
  }

  /// Returns the clause around a word. Commas end it, except within a list.
  private func clause(around index: Int, _ sentence: Range<Int>) -> Range<Int> {
    var (start, end) = (index, index + 1)
    while start > sentence.lowerBound, index - start < 16, line.words[start - 1].stop == .none,
      !Self.enders.contains(line.key(start)),
      !(line.key(start) == "und" && index - start < 5)
    { start -= 1 }
    let isFinite = Self.modals.contains(line.key(index)) || Self.forms[line.key(index)] != nil
    while end < sentence.upperBound, end - index < TaskWriter.mostWords + 8,
      !line.words[end].opensBracket, isFinite || line.stop(before: end) == .none
    {
      let stop = line.stop(before: end)
      if stop >= .colon || Self.enders.contains(line.key(end)) { break }
      let next = line.key(end + 1)
      if line.key(end) == "und",
        isForm(end + 1) || Self.people.contains(next) || isPerson(end + 1) && isForm(end + 2)
          || Self.modals.contains(next)
      {
        break
      }
      if stop == .comma {
        // The next list entry is short and has no subject of its own.
        let ahead = end..<min(end + 5, sentence.upperBound)
        let isMore = !ahead.prefix(while: { line.stop(before: $0) == .none || $0 == end }).contains
        {
          isPerson($0) || Self.enders.contains(line.key($0)) || Self.fillers.contains(line.key($0))
            || Self.forms[line.key($0)]?.isOwn == true
            || Self.finite.contains(line.key($0))
        }
        let rest = ahead.prefix { line.stop(before: $0) == .none || $0 == end }
        let isList =
          rest.contains { ["und", "oder", "sowie"].contains(line.key($0)) }
          || rest.count < 3 && line.key(end).first?.isNumber == false
            && rest.contains { line.key($0).contains(where: \.isNumber) }
        if !isMore || !isList && !Self.modals.contains(line.key(index)) || end - 1 == index
          || line.key(end - 1) == "bitte"
          || Self.prefixes.contains(line.key(end - 1))
        {
          break
        }
      }
      end += 1
    }
    return start..<end
  }

  /// Returns the clause without the requesting or promising words, with its verb as an infinitive at the end.
  private func cut(_ clause: Range<Int>, _ left: [Int], verb: String?, _ weight: Int, isOwn: Bool)
    -> TaskWriter.Find
  {
    var find = TaskWriter.Find(
      start: clause.lowerBound, end: clause.upperBound, words: nil, weight: weight)
    // "Zettel schreib ich, A4": nothing after the comma belongs to it.
    if let last = left.max(), last > clause.lowerBound + 1, line.words[last].stop == .comma {
      find.end = last + 1
    }
    let clause = clause.lowerBound..<find.end
    // "Ben kannst du", "Dora Miller kann": the addressee or subject is removed. "kannst du Dora fragen" keeps Dora.
    var left = left
    var start = clause.lowerBound
    let first =
      left.min() ?? (line.stop(before: start) >= .sentence ? clause.upperBound - 2 : start)
    while start < first {
      if ["herr", "frau"].contains(line.key(start)) {
        start += 2
      } else if line.isName(start) || line.key(start) == "und"
        || !left.isEmpty && Self.fillers.contains(line.key(start))
      {
        start += 1
      } else {
        break
      }
    }
    if let last = left.max(), line.isName(last) {
      left += (last + 1..<clause.upperBound).prefix { line.isName($0) }
    }
    var words = zip(start..., line.parts(start..<clause.upperBound)).filter {
      !left.contains($0.0)
    }.map(\.1)
    // Removes the addressee at both ends.
    while let first = words.first,
      line.names.contains(first.key) && first.text.hasSuffix(",") || first.text.hasPrefix("@")
        || ["du", "ihr", "und", "alle", "so", "ich", "wer", "jemand", "jeder"].contains(first.key)
        || Self.fillers.contains(first.key)
    { words.removeFirst() }
    words.removeAll { Self.fillers.contains($0.key) && $0.text.first?.isLowercase == true }
    var verb = verb
    if verb != nil {
      guard let last = words.last else { return find }
      if Self.prefixes.contains(last.key), words.count > 1 {
        verb = last.key + (verb ?? "")
        words.removeLast()
      }
    } else {
      guard let last = words.popLast(),
        Self.isInfinitive(last.key)
          || last.key.hasSuffix("en") && last.key.count > 5 && last.text.first?.isLowercase == true,
        !Self.unlikely.contains(last.key)
      else { return find }
      verb = last.key
    }
    words = TaskLine.withoutDays(words)
    let gone: Set<String> =
      isOwn
      ? ["mir", "mich", "dir", "euch", "uns", "ihnen", "eich"]
      : ["mir", "uns", "dir", "euch", "dich", "sich"]
    words.removeAll { gone.contains($0.key) }
    words = TaskLine.withoutDays(words)
    while let last = words.last, words.count > 1,
      ["dafür", "dazu", "da", "dort", "hier"].contains(last.key)
    { words.removeLast() }
    // "Gib mir die Liste" asks for something that the task needs.
    if verb == "geben", !isOwn, left.count == 1,
      line.parts(clause).contains(where: { $0.key == "mir" })
    {
      return find
    }
    guard let verb, isClean(words, verb, isOwn) else { return find }
    find.words = words.map(\.text) + [verb]
    return find
  }

  private func isClean(_ words: [TaskLine.Part], _ verb: String, _ isOwn: Bool)
    -> Bool
  {
    guard (1..<TaskWriter.mostWords).contains(words.count), let last = words.last else {
      return false
    }
    guard
      let content = words.firstIndex(where: {
        !$0.isDay && !TaskLine.isLink($0.key) && !Self.prefixes.contains($0.key)
          && !Self.pronouns.contains($0.key) && !Self.light.contains($0.key)
      })
    else { return false }
    for index in 0..<content where Self.pronouns.contains(words[index].key) {
      guard index + 1 == content, Self.determiners.contains(words[index].key) else { return false }
    }
    if Self.light.contains(last.key) || Self.pronouns.contains(last.key) || last.text.hasSuffix(",")
    {
      return false
    }
    if ["lassen", "können", "sagen", "gehen", "stehen", "kommen"].contains(verb), words.count < 2 {
      return false
    }
    let nouns = words.count {
      $0.text.first?.isUppercase == true || $0.text.contains(where: \.isNumber)
    }
    if ["vor", "raus", "rein"].contains(words[0].key), nouns < 2 { return false }
    if nouns == 0, hasCapitals { return false }
    return !words.contains {
      $0.text.first == "@" || $0.key.contains("'") && $0.text.first?.isLowercase == true
        || Self.modals.contains($0.key)
        || Self.foreign.contains($0.key)
    }
  }
}
