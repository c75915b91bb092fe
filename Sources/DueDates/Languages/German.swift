import CivilTime

extension Language {
  /// German.
  public static let german = Language(
    code: "de",
    commonWords: """
      und der die das ist nicht ich du er sie es wir ihr ein eine einen einem einer mit von zu zum \
      zur für auf auch dem den des um an bis wenn dann noch mal bitte kann kannst können soll \
      muss müssen wird werden haben hat habe wie wer wo nur schon oder aber als bei nach aus sich \
      mir mich dir dich uns euch was so da doch hier heute morgen ja nein danke
      """,
    capitalisesNouns: true,
    entries: germanNames + germanNumbers + germanSmallWords + germanHolidays)

  private static let germanNames: [Entry] = [
    .weekday(.monday, "montag"), .weekday(.tuesday, "dienstag"), .weekday(.wednesday, "mittwoch"),
    .weekday(.thursday, "donnerstag"), .weekday(.friday, "freitag"),
    .weekday(.saturday, "samstag|sonnabend"), .weekday(.sunday, "sonntag"),
    .weekday(.monday, "mo", [.short, .doubtful]).atHome,
    .weekday(.tuesday, "di", [.short, .doubtful]).atHome,
    .weekday(.wednesday, "mi", [.short, .doubtful]).atHome,
    .weekday(.thursday, "do", [.short, .doubtful]).atHome,
    .weekday(.friday, "fr", [.short, .doubtful]).atHome,
    .weekday(.saturday, "sa", [.short, .doubtful]).atHome,
    .weekday(.sunday, "so", [.short, .doubtful]).atHome,
    .weekday(.monday, "montags", .plural), .weekday(.tuesday, "dienstags", .plural),
    .weekday(.wednesday, "mittwochs", .plural), .weekday(.thursday, "donnerstags", .plural),
    .weekday(.friday, "freitags", .plural), .weekday(.saturday, "samstags", .plural),
    .weekday(.sunday, "sonntags", .plural),

    .month(1, "januar|jänner"), .month(2, "februar|feber"), .month(3, "märz|mrz"),
    .month(4, "april"), .month(5, "mai"), .month(6, "juni"), .month(7, "juli"),
    .month(8, "august"), .month(9, "september"), .month(10, "oktober"), .month(10, "okt", .short),
    .month(11, "november"), .month(12, "dezember"), .month(12, "dez", .short),

    .unit(.second, "sekunde|sekunden"), .unit(.minute, "minute|minuten"),
    .unit(.hour, "stunde|stunden"), .unit(.hour, "std", .short),
    .unit(.day, "tag|tage|tagen|tages"),
    .unit(.businessDay, "werktag|werktage|werktagen|werktags|arbeitstag|arbeitstage|arbeitstagen"),
    .unit(.week, "woche|wochen"), .unit(.month, "monat|monate|monaten|monats"),
    .unit(.quarter, "quartal|quartale|quartalen|quartals"),
    .unit(.year, "jahr|jahre|jahren|jahres"),
    .weekday(.sunday, "am wochenende|übers wochenende|zum wochenende"),
    .words(.weekend, "wochenende|wochenendes"),

    .day(0, "heute"), .day(1, "morgen"), .day(2, "übermorgen"), .day(3, "überübermorgen"),
    .day(-1, "gestern"), .day(-2, "vorgestern"),
    .day(0, "heute abend|heute nacht", part: .tonight),
    .part(.morning, "morgen|früh|vormittag"), .part(.noon, "mittag"),
    .part(.afternoon, "nachmittag"), .part(.evening, "abend"), .part(.night, "nacht"),
    .part(.morning, "morgens|vormittags", .plural), .part(.noon, "mittags", .plural),
    .part(.afternoon, "nachmittags", .plural), .part(.evening, "abends", .plural),
    .part(.night, "nachts", .plural),
    .clock(12, "zwölf uhr mittags"), .clock(24, "mitternacht"),
    .end(of: .day, "feierabend|dienstschluss|büroschluss|tagesende|geschäftsschluss"),
    .end(of: .week, "wochenschluss"), .end(of: .month, "monatsende|monatsschluss|ultimo"),
    .end(of: .quarter, "quartalsende|quartalsschluss"),
    .end(of: .year, "jahresende|jahresschluss"),
    .words(.now, "jetzt|sofort|gerade"), .words(.oclock, "uhr"),
  ]

  private static let germanNumbers: [Entry] = [
    .cardinal(1, "ein|eine|einen|einem|einer", .article), .cardinal(1, "eins"),
    .cardinal(2, "zwei|zwo"),
    .cardinal(2, "paar|ein paar", .vague), .cardinal(3, "drei"), .cardinal(4, "vier"),
    .cardinal(5, "fünf"), .cardinal(6, "sechs"), .cardinal(7, "sieben"), .cardinal(8, "acht"),
    .cardinal(9, "neun"), .cardinal(10, "zehn"), .cardinal(11, "elf"), .cardinal(12, "zwölf"),
    .cardinal(13, "dreizehn"), .cardinal(14, "vierzehn"), .cardinal(15, "fünfzehn"),
    .cardinal(16, "sechzehn"), .cardinal(17, "siebzehn"), .cardinal(18, "achtzehn"),
    .cardinal(19, "neunzehn"), .cardinal(20, "zwanzig"), .cardinal(21, "einundzwanzig"),
    .cardinal(22, "zweiundzwanzig"), .cardinal(23, "dreiundzwanzig"),
    .cardinal(24, "vierundzwanzig"), .cardinal(30, "dreißig"), .cardinal(40, "vierzig"),
    .cardinal(45, "fünfundvierzig"), .cardinal(50, "fünfzig"), .cardinal(60, "sechzig"),
    .words(.half, "halben|halbe"), .words(.halfBefore, "halb"), .words(.quarter, "viertel"),
    .ordinal(1, "erste|ersten|erster"), .ordinal(2, "zweite|zweiten|zweiter"),
    .ordinal(3, "dritte|dritten|dritter"), .ordinal(4, "vierte|vierten|vierter"),
    .ordinal(5, "fünfte|fünften|fünfter"), .ordinal(6, "sechste|sechsten"),
    .ordinal(7, "siebte|siebten"), .ordinal(8, "achte|achten"), .ordinal(9, "neunte|neunten"),
    .ordinal(10, "zehnte|zehnten"), .ordinal(11, "elfte|elften"), .ordinal(12, "zwölfte|zwölften"),
    .ordinal(13, "dreizehnte|dreizehnten"), .ordinal(14, "vierzehnte|vierzehnten"),
    .ordinal(15, "fünfzehnte|fünfzehnten"), .ordinal(16, "sechzehnte|sechzehnten"),
    .ordinal(17, "siebzehnte|siebzehnten"), .ordinal(18, "achtzehnte|achtzehnten"),
    .ordinal(19, "neunzehnte|neunzehnten"), .ordinal(20, "zwanzigste|zwanzigsten"),
    .ordinal(30, "dreißigste|dreißigsten"), .ordinal(31, "einunddreißigste|einunddreißigsten"),
    .ordinal(-1, "letzte|letzten|letzter|letztes"),
    .words(.ordinalEnding, "ter|ten"),
  ]

  private static let germanSmallWords: [Entry] = [
    .words(.article, "der|die|das|den|dem|des"), .words([.article, .of], "der|des|vom|von"),
    .words(.and, "und"), .words(.or, "oder|bzw|beziehungsweise"),
    .words(
      [.by, .to], "bis|bis zur|bis zu|bis spätestens|bis einschließlich|bis inklusive"),
    .words([.by, .to, .article], "bis zum|bis spätestens zum"),
    .words(.by, "spätestens|spätestens am|spätestens bis|fällig|fällig am|deadline|frist|stichtag"),
    .words([.by, .before, .upTo, .agoBefore], "vor"), .words(.latest, "spätestens"),
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
    .words(.every, "jede|jeden|jeder|jedes|jedem|alle|täglich|wöchentlich"),
    .words(.start, "anfang|beginn"), .words(.middle, "mitte"), .words(.end, "ende|schluss"),
    .words(.atMost, "höchstens|maximal|weniger als|unter"),
    .words(.measure, "prozent|leute|punkte|euro|mal|stück|seiten"),
    .words(.numberedWeek, "kw|kalenderwoche|woche"),
    .words(
      .blocked, "guten morgen|guten abend|gute nacht|guten tag|schönen tag|schönes wochenende"),
    .words(.blocked, "frohe|frohes|fröhliche|von tag zu tag|tag für tag"),
  ]

  private static let germanHolidays: [Entry] = [
    .holiday(.fixed(month: 1, day: 1), "neujahr|neujahrstag"),
    .holiday(.fixed(month: 1, day: 6), "heilige drei könige|dreikönigstag|dreikönig"),
    .holiday(.fixed(month: 2, day: 14), "valentinstag"),
    .holiday(.fixed(month: 5, day: 1), "tag der arbeit|maifeiertag"),
    .holiday(.fixed(month: 10, day: 3), "tag der deutschen einheit"),
    .holiday(.fixed(month: 10, day: 31), "reformationstag"),
    .holiday(.fixed(month: 11, day: 1), "allerheiligen"),
    .holiday(.fixed(month: 11, day: 11), "martinstag|sankt martin"),
    .holiday(.fixed(month: 12, day: 6), "nikolaus|nikolaustag"),
    .holiday(.fixed(month: 12, day: 24), "heiligabend|heiliger abend|weihnachtsabend"),
    .holiday(.fixed(month: 12, day: 25), "weihnachten|weihnachtstag"),
    .holiday(.fixed(month: 12, day: 26), "zweiter weihnachtstag|stephanstag"),
    .holiday(.fixed(month: 12, day: 31), "silvester|sylvester"),
    .holiday(.weekday(.sunday, number: 2, month: 5), "muttertag"),
    .holiday(.onOrAfter(.wednesday, month: 11, day: 16), "buß und bettag"),
    .holiday(.advent(4), "erster advent|1. advent"), .holiday(.advent(1), "vierter advent"),
    .holiday(.easter(-52), "weiberfastnacht"), .holiday(.easter(-48), "rosenmontag"),
    .holiday(.easter(-47), "faschingsdienstag|fastnacht"),
    .holiday(.easter(-46), "aschermittwoch"), .holiday(.easter(-7), "palmsonntag"),
    .holiday(.easter(-3), "gründonnerstag"), .holiday(.easter(-2), "karfreitag"),
    .holiday(.easter(-1), "karsamstag"), .holiday(.easter(0), "ostern|ostersonntag"),
    .holiday(.easter(1), "ostermontag"),
    .holiday(.easter(39), "christi himmelfahrt|himmelfahrt|vatertag"),
    .holiday(.easter(49), "pfingsten|pfingstsonntag"), .holiday(.easter(50), "pfingstmontag"),
    .holiday(.easter(60), "fronleichnam"),
  ]
}
