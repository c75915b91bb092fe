extension CueLanguage {
  /// How tasks are worded in German.
  static let germanWording = WordingTable(
    parts: [
      .ender: "aber weil denn damit sobald solange wenn falls während obwohl sonst sodass bevor",
      .pointer: """
      es ihn ihm davon dazu darum drum dafür damit daran darauf darüber diese dieser dieses diesen deren dessen
      """,
      [.pointer, .demonstrative]: "das sie",
      .empty: """
      mal blick ding dinge sache etwas alles nichts zeit moment minute heute morgen später jetzt gleich bald so hier
      dort selbst noch auch bitte an auf aus ein mit nach vor zu zurück weiter um durch ab kurz
      """,
      .chatter: "noch danke bitte lol haha",
      .verbal: """
      ist sind war waren wird werden wurde hat haben habe hatte kann können könnte muss müssen soll sollte will
      würde darf nicht auch noch schon ich du wir er es ihr mir mich dir dich uns euch dass ob wenn weil wie was wer
      wo läuft geht fehlt gibt funktioniert
      """,
      .determiner: """
      der die das den dem ein eine einen einem einer dieser diese dieses diesen mein meine meinen dein deine deinen
      unser unsere unseren alle
      """,
      .tail: "auch noch dann mal schon bald gleich vielleicht bitte gerne gern",
      .general: "fehler ticket problem datei seite link liste frage thema skript",
      .groupObject: "uns",
      .person: """
      ich du wir er sie mir mich dir dich uns euch ihr ihm ihn ihnen alle jeder jemand mein meine dein deine
      """,
      .link: "von für in im zu zum zur auf aus mit über vom",
      .wondering: "ob prüfen schauen fragen klären",
    ],
    articles: CuePhrase.pairs(
      in: """
        mein:das meine:die meinen:den meinem:dem meiner:der dein:das deine:die deinen:den deinem:dem deiner:der
        unser:das unsere:die unseren:den unserem:dem unserer:der eure:die euren:den euer:das eurem:dem eurer:der
        """),
    participles: CuePhrase.pairs(
      in: """
        erneuert:erneuern verlängert:verlängern gemacht:machen gefixt:fixen repariert:reparieren ersetzt:ersetzen
        geändert:ändern gebaut:bauen gesperrt:sperren hinzugefügt:hinzufügen getauscht:tauschen gereinigt:reinigen
        gekündigt:kündigen bestätigt:bestätigen geliefert:liefern gelesen:lesen gefunden:finden gemeldet:melden
        geholt:holen
        """),
    about: "betrifft", takesOn: { "\($0) übernehmen" }, takesItOn: "es übernehmen",
    group: "das Team",
    everyone: "alle")
}
