import CivilTime

/// The German words and phrases for deadlines, holidays included.
extension Language {
  package static let german = Language(
    code: "de",
    commonWords: """
      und der die das ist nicht ich du er sie es wir ihr ein eine einen einem einer mit von zu zum \
      zur für auf auch dem den des um an bis wenn dann noch mal bitte kann kannst können soll \
      muss müssen wird werden haben hat habe wie wer wo nur schon oder aber als bei nach aus sich \
      mir mich dir dich uns euch was so da doch hier heute morgen ja nein danke
      """,
    capitalisesNouns: true,
    entries: { germanNames + germanNumbers + [germanSmallWords, germanHolidays] })

  private static let weekdayStems =
    "montag dienstag mittwoch donnerstag freitag samstag sonntag"

  private static let germanNames: [[Entry]] = [
    .weekdays("montag dienstag mittwoch donnerstag freitag samstag|sonnabend sonntag"),
    .weekdays("mo di mi do fr sa so", [.short, .doubtful]).atHome,
    .weekdays("montags dienstags mittwochs donnerstags freitags samstags sonntags", .plural),
    .weekdays(weekdayStems, followedBy: "morgen|früh|vormittag", part: .morning),
    .weekdays(weekdayStems, followedBy: "mittag", part: .noon),
    .weekdays(weekdayStems, followedBy: "nachmittag", part: .afternoon),
    .weekdays(weekdayStems, followedBy: "abend", part: .evening),
    .weekdays(weekdayStems, followedBy: "nacht", part: .night),
    .months(
      """
      januar|jänner februar|feber märz|mrz april mai juni juli august september oktober november dezember
      """),
    .months("- - - - - - - - - okt - dez", .short),
    [
      .unit(.second, "sekunde|sekunden"), .unit(.minute, "minute|minuten"),
      .unit(.hour, "stunde|stunden"), .unit(.hour, "std", .short),
      .unit(.day, "tag|tages"), .unit(.day, "tage|tagen", .plural),
      .unit(
        .businessDay, "werktag|werktage|werktagen|werktags|arbeitstag|arbeitstage|arbeitstagen"),
      .unit(.week, "woche"), .unit(.week, "wochen", .plural),
      .unit(.month, "monat|monats"), .unit(.month, "monate|monaten", .plural),
      .unit(.quarter, "quartal|quartals"), .unit(.quarter, "quartale|quartalen", .plural),
      .unit(.year, "jahr|jahres"), .unit(.year, "jahre|jahren", .plural),
      .weekday(.sunday, "am wochenende|übers wochenende|zum wochenende"),
      .words(.weekend, "wochenende|wochenendes"),

      .day(0, "heute|heut"), .day(1, "morgen"), .day(2, "übermorgen"), .day(3, "überübermorgen"),
      .day(-1, "gestern"), .day(-2, "vorgestern"),
      .day(0, "heute abend|heute nacht|heut abend|heut nacht", part: .tonight),
      .part(.morning, "morgen|früh|vormittag"), .part(.noon, "mittag"),
      .part(.afternoon, "nachmittag"), .part(.evening, "abend"), .part(.night, "nacht"),
      .part(.morning, "morgens|vormittags", .plural), .part(.noon, "mittags", .plural),
      .part(.afternoon, "nachmittags", .plural), .part(.evening, "abends", .plural),
      .part(.night, "nachts", .plural),
      .clock(12, "zwölf uhr mittags"), .clock(24, "mitternacht"),
      .end(of: .day, "feierabend|dienstschluss|büroschluss|tagesende|geschäftsschluss"),
      .end(of: .day, "im laufe des tages"),
      .startOfDay("arbeitsbeginn|dienstbeginn|geschäftsbeginn|tagesbeginn|schichtbeginn"),
      .end(of: .week, "im laufe der woche|im laufe dieser woche"),
      .end(of: .week, "wochenschluss"), .end(of: .month, "monatsende|monatsschluss|ultimo"),
      .end(of: .quarter, "quartalsende|quartalsschluss"),
      .end(of: .year, "jahresende|jahresschluss"),
      .words(.now, "jetzt|sofort|gerade"), .words(.oclock, "uhr"),
    ],
  ]

  private static let germanNumbers: [[Entry]] = [
    .cardinals(
      """
      eins zwei|zwo drei vier fünf sechs sieben - neun zehn elf zwölf dreizehn vierzehn fünfzehn \
      sechzehn siebzehn achtzehn neunzehn zwanzig einundzwanzig zweiundzwanzig dreiundzwanzig \
      vierundzwanzig
      """),
    .cardinals(from: 30, by: 10, "dreißig vierzig fünfzig sechzig"),
    .ordinals(
      """
      erste|ersten|erster zweite|zweiten|zweiter dritte|dritten|dritter vierte|vierten|vierter \
      fünfte|fünften|fünfter sechste|sechsten siebte|siebten achte|achten neunte|neunten \
      zehnte|zehnten elfte|elften zwölfte|zwölften dreizehnte|dreizehnten vierzehnte|vierzehnten \
      fünfzehnte|fünfzehnten sechzehnte|sechzehnten siebzehnte|siebzehnten achtzehnte|achtzehnten \
      neunzehnte|neunzehnten zwanzigste|zwanzigsten
      """),
    [
      .cardinal(1, "ein|eine|einen|einem|einer", .article), .cardinal(2, "paar|ein paar", .vague),
      .cardinal(countingFirstDay: 8, "acht"), .cardinal(45, "fünfundvierzig"),
      .words(.half, "halben|halbe"), .words(.halfBefore, "halb"), .words(.quarter, "viertel"),
      .ordinal(30, "dreißigste|dreißigsten"), .ordinal(31, "einunddreißigste|einunddreißigsten"),
      .ordinal(-1, "letzte|letzten|letzter|letztes"), .words(.ordinalEnding, "ter|ten"),
    ],
  ]

  private static let germanSmallWords: [Entry] = [
    .words(.article, "der|die|das|den|dem|des"), .words([.article, .of], "der|des|vom|von"),
    .words(.and, "und"), .words(.or, "oder|bzw|beziehungsweise"),
    .words(
      [.by, .to], "bis|bis zur|bis zu|bis spätestens|bis einschließlich|bis inklusive"),
    .words([.by, .to, .article], "bis zum|bis spätestens zum"),
    .words(.by, "spätestens|spätestens bis|fällig|deadline|frist|stichtag"),
    .words([.by, .article], "spätestens am|fällig am"),
    .words(.by, "deadline ist|frist ist|stichtag ist|abgabe ist|abgabetermin ist"),
    .words([.by, .before, .upTo, .agoBefore], "vor"), .words([.by, .before, .article], "vorm"),
    .words(.latest, "spätestens"),
    .words([.on, .article], "zum"), .words(.on, "zu"), .words([.on, .article], "am").atHome,
    .words(.on, "an").atHome,
    .words(.at, "gegen"), .words(.at, "um").atHome,
    .words(.around, "ungefähr|circa|ca|etwa|gegen|rund|voraussichtlich"),
    .words([.in, .of], "in"), .words([.in, .of], "im").atHome,
    .words(.within, "binnen|innerhalb|innerhalb von|innerhalb der|innerhalb des"),
    .words(.for, "für"), .words(.from, "von|ab|vom"), .words(.between, "zwischen"),
    .words([.after, .past], "nach|frühestens|nicht vor"),
    .words(.since, "seit"), .words(.later, "später|ab heute|ab jetzt"),
    .words(.this, "diese|diesen|dieser|dieses|diesem|dies"),
    .words(.next, "nächste|nächsten|nächster|nächstes|nächstem|folgenden|folgende"),
    .words(.coming, "kommende|kommenden|kommender|kommendes|kommendem"),
    .words(.last, "letzte|letzten|letzter|letztes|letztem|vergangene|vergangenen|vorige|vorigen"),
    .words(.every, "täglich|wöchentlich"),
    .words([.every, .doubtful], "jede|jeden|jeder|jedes|jedem|alle"),
    .words(.start, "anfang|beginn"), .words(.middle, "mitte"), .words(.end, "ende|schluss"),
    .words(.atMost, "höchstens|maximal|weniger als|unter"),
    .words(.measure, "prozent|leute|punkte|euro|mal|stück|seiten"),
    .words(.numberedWeek, "kw|kalenderwoche|woche"),
    .words(
      .blocked, "guten morgen|guten abend|gute nacht|guten tag|schönen tag|schönes wochenende"),
    .words(.blocked, "frohe|frohes|fröhliche|von tag zu tag|tag für tag"),
  ]

  private static let germanHolidays = [Entry].holidays(
    """
    1-1: neujahr|neujahrstag
    1-6: heilige drei könige|dreikönigstag|dreikönig
    2-14: valentinstag
    5-1: tag der arbeit|maifeiertag
    10-3: tag der deutschen einheit
    10-31: reformationstag
    11-1: allerheiligen
    11-11: martinstag|sankt martin
    12-6: nikolaus|nikolaustag
    12-24: heiligabend|heiliger abend|weihnachtsabend
    12-25: weihnachten|weihnachtstag
    12-26: zweiter weihnachtstag|stephanstag
    12-31: silvester|sylvester
    sunday 2 5: muttertag
    wednesday from 11-16: buß und bettag
    sunday from 11-27: erster advent
    sunday from 12-18: vierter advent
    easter -52: weiberfastnacht
    easter -48: rosenmontag
    easter -47: faschingsdienstag|fastnacht
    easter -46: aschermittwoch
    easter -7: palmsonntag
    easter -3: gründonnerstag
    easter -2: karfreitag
    easter -1: karsamstag
    easter 0: ostern|ostersonntag
    easter 1: ostermontag
    easter 39: christi himmelfahrt|himmelfahrt|vatertag
    easter 49: pfingsten|pfingstsonntag
    easter 50: pfingstmontag
    easter 60: fronleichnam
    """)
}
