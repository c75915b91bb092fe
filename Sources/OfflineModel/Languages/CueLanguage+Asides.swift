extension CueLanguage {
  /// What begins an English sentence before a comma, and is nobody's name.
  static let englishAsides = """
    absolutely accordingly additionally admittedly afaik afterwards ahem alternatively altogether anyhow anyways
    apologies apparently arguably attention awesome aww basically besides boss brother buddy cheers clearly colleagues
    comrades congrats congratulations consequently conversely correct correction currently dad deal dear dears dude
    dudes earlier edit equally essentially evening evidently exactly excellent excuse fantastic firstly fortunately
    fourth frankly friend friends fyi generally gentlemen gents gladly goodbye gotcha greetings heads-up hello hence
    hiya honestly hopefully howdy however huh ideally importantly incidentally indeed info initially instead
    interesting interestingly ironically last lastly lately later likewise luckily madam maintainers man mate mates
    members moreover morning mostly namely naturally nevertheless nice nonetheless nope normally note noted
    notwithstanding obviously occasionally oddly often okey oops ordinarily originally overall particularly plainly
    possibly practically preferably presumably previously question questions quick quickly rarely realistically
    recently regardless regrettably reminder sadly second secondly seemingly seriously shortly similarly simply sir
    someday somehow sometime sometimes somewhat soon specifically still strange strangely students subsequently
    suddenly supposedly surely surprisingly tbh technically temporarily thankfully theoretically third thirdly though
    today together tomorrow tonight true truly typically ugh ultimately umm understandably understood unfortunately
    unless unsurprisingly update urgent usually wait warning weird welcome whatever whoa whoops wonderful wow y'all
    yesterday yup
    """

  /// What begins a German sentence before a comma, and is nobody's name.
  static let germanAsides = """
    ach achtung allerseits alter anderenfalls andernfalls anfangs ansonsten apropos außerdem bald beides bestimmt
    bitteschön chef chefin chefs danach daneben danke dankeschön daraufhin dazu deshalb deswegen doch dort drittens
    ehrlich eigentlich einerseits endlich entschuldige entschuldigung erledigt erstens falls ferner fertig frage
    fragen freund freunde freundin genau gestern glückwunsch grundsätzlich grüezi grüße heute hey hi hier hinweis hm
    hmm hoffentlich idealerweise immerhin info inzwischen irgendwie jawohl jedenfalls jedoch jungs kinder kollege
    kollegen kollegin kolleginnen korrekt leider leute liebe lieber liebes mahlzeit manchmal meistens mensch merci
    mittags mittlerweile mitunter morgen morgens mädels möglicherweise nachher nachmittags nachtrag naja natürlich
    nebenbei nee nein notfalls notiz nö oh perfekt prima richtig schade schließlich selbstverständlich servus sicher
    sonst sorry später stattdessen stimmt stopp super tatsächlich theoretisch tja toll trotzdem tschüss unbedingt ups
    verstanden verzeihung vielleicht vorhin vorsicht wahrscheinlich wichtig wirklich wow wunderbar zudem zuerst
    zugegeben zuletzt zunächst zusammen zusätzlich zweitens zwischendurch überhaupt übermorgen übrigens
    """
}
