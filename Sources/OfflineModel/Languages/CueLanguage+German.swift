extension CueLanguage {
  /// German. Tasks end with their verb: "den Bericht schicken".
  static let german = CueLanguage(
    name: "German",
    cues: [
      .promise: "ich werde,werde ich",
      .promise: presentVerbs.map { "ich \($0.form),\($0.form) ich" }.joined(separator: ","),
      .plan: "ich habe vor,ich will,ich plane,ich wollte",
      .offer: "ich kann,kann ich,ich könnte,könnte ich",
      .proposal: "soll ich",
      .duty: "ich (muss|muß|sollte|soll) (noch|),(muss|sollte) ich noch,ich darf nicht vergessen",
      .wish: "ich möchte,ich würde gern,ich würde gerne",
      .ask:
        "(kannst|könntest|würdest|magst) du,(können|könnten|würden) (sie|alle),könnt ihr,könntet ihr",
      .beg: "bitte",
      .advise: "du (solltest|musst|müsstest|sollst),ihr (solltet|müsst)",
      .groupPlan: "lass uns,lasst uns,wir werden,wir machen",
      .groupDuty: "wir müssen (noch|)",
      .groupAdvice: "wir (sollten|müssten|könnten) (noch|)",
      .anyoneDuty: "jemand (muss|sollte|müsste),irgendwer (muss|sollte|müsste),einer (muss|sollte)",
      .call:
        "wer (kann|könnte|übernimmt|macht|will|mag),kann (jemand|einer|mal jemand),könnte jemand",
      .remind: """
      vergiss nicht,vergesst nicht,nicht vergessen,(bitte |)denk (bitte |)(daran|dran),(bitte |)denkt (bitte |alle
      |)(daran|dran),bitte nicht vergessen
      """,
      .passiveNeed:
        "(muss|müssen) (noch|),sollte noch,ist noch offen,sind noch offen,steht noch aus,fehlt noch",
      .take: """
      ich (übernehme|mache|erledige) (das|es),mache ich,mach ich,übernehme ich,erledige ich,ich kümmere mich
      (drum|darum),kümmere mich (drum|darum),ich schau mir das an
      """,
      .minute: "aktion,aufgabe,aufgaben,#aufgabe,zu tun,to-dos,offene punkte,nächste schritte",
      .nameDuty: "soll,sollen,wird,werden,muss,müssen,sollte,"
        + thirdVerbs.map(\.form).joined(separator: ","),
      .accept: """
      ja,klar,gerne,gern,ok,okay,mache ich,mach ich,natürlich,einverstanden,geht klar,passt,alles klar,kein problem,
      wird gemacht,erledige ich,in ordnung
      """,
      .refuse: "nein,nö,geht nicht,leider,kann ich nicht,keine zeit,lieber nicht",
      .complete: "erledigt,fertig,gemacht,ist erledigt,schon erledigt,habe ich schon,hab ich schon",
      .urgent: "so schnell wie möglich,so bald wie möglich,hohe priorität",
      .unhurried:
        "keine eile,hat zeit,eilt nicht,wenn du zeit hast,bei gelegenheit,nicht dringend,irgendwann mal",
      .thank: "danke,super,prima,perfekt,vielen dank,toll",
    ],
    words: [
      .adverb:
        "noch dann auch bitte mal gleich gerne gern schon jetzt nochmal vielleicht eben kurz",
      .negation: "nicht nie kein keine keinen niemals",
      .idle: "sein haben glauben denken meinen finden wissen sehen hoffen sagen",
      .depart: "gehen weg los kommen schlafen essen",
      .answer: "sagen erklären zeigen helfen verraten bestätigen",
      .pronoun: "das es dies dieses ihn sie davon dazu darum",
      .condition: "wenn falls sofern sobald",
      .subordinator: "dass ob was wie wo warum weil wer welche welcher",
      .speaker: "ich wir",
      .listener: "du ihr",
      .everyone: "alle leute jeder zusammen team",
      .speakers: "mein meine meinen meinem meiner",
      .listeners: "dein deine deinen deinem deiner euer eure euren eurem eurer",
      .speakerObject: "mir mich",
      .listenerObject: "dir euch ihnen mal bitte",
      .urgent: "dringend sofort umgehend eilig heute kritisch schnellstmöglich unbedingt",
      .unhurried: "irgendwann gelegentlich",
      .later: """
      morgen später nachher bald heute montag dienstag mittwoch donnerstag freitag samstag sonntag woche wochenende
      übermorgen abend nachmittag
      """,
      .joiner: "und aber oder dann also",
      .article: "der die das den dem ein eine einen einem einer",
      .opener: "ok okay ja gut klar also und dann aber so hallo hi danke moin nun na",
      .reason: "weil da denn",
      .particle:
        "ab an auf aus ein mit nach vor zu zurück weiter um durch fertig hoch los hin her da bei dar",
      .preposition: "zu bei von für auf in mit bis aus über unter nach vor",
      .charge: "bei für an",
      .copula: "ist sind",
      .complementizer: "dass ob",
      .securing: "sorgen sicherstellen achten",
      .belief: "denke hoffe glaube vermute schätze",
      .group: "wir uns unser unsere",
      .finished: "fertig bereit erledigt",
      .report: "sagte meinte schrieb fragte",
      .auxiliary: "habe hab hab's",
      .personal: "es das sie ihn",
      .plain: """
      gerade schon jetzt bereits soeben eben nun inzwischen endlich gestern ok okay ja so hallo hi danke also und
      dann auch
      """,
      .doubtful: """
      ups quatsch zurück leider vielleicht wahrscheinlich vermutlich hoffentlich eventuell fast beinahe halb halbe
      halben teilweise falsch falsche falschen falscher ohne nichts niemand niemandem weder keinem keiner keines
      letzte letzten letzter letztes vorige vorigen morgen später bald bis montag dienstag mittwoch donnerstag
      freitag samstag sonntag wochenende aber jedoch allerdings
      """,
      .done: "erledigt fertig gemacht",
    ],
    infinitives: presentVerbs + thirdVerbs, pasts: pastVerbs, verbIsLast: true, reflexive: "sich",
    abbreviations: "hr fr z.b d.h u.a z.t o.ä bzw ggf evtl inkl exkl zzgl str bzgl usw nr",
    months: """
      januar jänner februar märz april mai juni juli august september oktober november dezember
      jan feb mär apr jun jul aug sep sept okt nov dez
      """,
    shortDays: "mo di mi do fr sa so",
    dayLeads: "bis am zum vom ab den dem der nächsten kommenden diesen",
    greetings: "hallo hi hey moin servus liebe lieber",
    callings: germanCallings,
    wording: germanWording)

  /// Verbs that promise in the present tense, with their infinitives.
  private static let presentVerbs = CuePhrase.pairs(
    in: """
      schicke:schicken schreibe:schreiben mache:machen prüfe:prüfen erledige:erledigen erstelle:erstellen
      bereite:bereiten übernehme:übernehmen kümmere:kümmern rufe:rufen sende:senden teste:testen buche:buchen
      bestelle:bestellen bringe:bringen organisiere:organisieren aktualisiere:aktualisieren kläre:klären
      frage:fragen lade:laden stelle:stellen hole:holen reiche:reichen gebe:geben korrigiere:korrigieren
      überarbeite:überarbeiten ergänze:ergänzen trage:tragen melde:melden schaue:schauen plane:planen lese:lesen
      leite:leiten kopiere:kopieren lösche:löschen behebe:beheben dokumentiere:dokumentieren verschicke:verschicken
      besorge:besorgen
      """)

  /// Verbs as they stand behind the name of who does something, with their infinitives.
  private static let thirdVerbs = CuePhrase.pairs(
    in: """
      schickt:schicken schreibt:schreiben macht:machen prüft:prüfen erledigt:erledigen erstellt:erstellen
      bereitet:bereiten übernimmt:übernehmen kümmert:kümmern ruft:rufen sendet:senden testet:testen bucht:buchen
      bestellt:bestellen bringt:bringen organisiert:organisieren aktualisiert:aktualisieren klärt:klären
      fragt:fragen lädt:laden stellt:stellen holt:holen reicht:reichen gibt:geben korrigiert:korrigieren
      überarbeitet:überarbeiten ergänzt:ergänzen trägt:tragen meldet:melden schaut:schauen plant:planen liest:lesen
      leitet:leiten besorgt:besorgen kauft:kaufen
      """)

  /// Verbs that tell what is done, with their infinitives.
  private static let pastVerbs = CuePhrase.pairs(
    in: """
      geschickt:schicken abgeschickt:abschicken verschickt:verschicken gesendet:senden geschrieben:schreiben
      geprüft:prüfen erledigt:erledigen erstellt:erstellen angelegt:anlegen vorbereitet:vorbereiten
      angerufen:anrufen getestet:testen gebucht:buchen bestellt:bestellen organisiert:organisieren
      aktualisiert:aktualisieren geklärt:klären hochgeladen:hochladen eingereicht:einreichen korrigiert:korrigieren
      überarbeitet:überarbeiten ergänzt:ergänzen eingetragen:eintragen weitergeleitet:weiterleiten kopiert:kopieren
      gelöscht:löschen behoben:beheben dokumentiert:dokumentieren besorgt:besorgen bezahlt:bezahlen
      überwiesen:überweisen unterschrieben:unterschreiben gekauft:kaufen reserviert:reservieren eingeladen:einladen
      übersetzt:übersetzen repariert:reparieren installiert:installieren veröffentlicht:veröffentlichen
      beantwortet:beantworten abgegeben:abgeben fertiggestellt:fertigstellen
      """)

  /// What German calls people instead of their names.
  static let germanCallings = """
    allerseits chef chefin chefs freund freunde freundin freundinnen jungs kinder kollege kollegen kollegin
    kolleginnen leute mädels schatz
    """
}
