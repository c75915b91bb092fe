import CivilTime

extension Language {
  /// What holidays are called in English. A holiday that countries have on different days, such as
  /// Independence Day, is in none of these lists: which one is meant cannot be told.
  static let englishHolidays: [Entry] =
    englishFixedHolidays + englishMovableHolidays + englishChurch + englishJewish
    + englishIslamic + englishHindu + englishChinese

  private static let englishFixedHolidays: [Entry] = [
    .holiday(.fixed(month: 1, day: 1), "new year's day|new year day|new year's|new year"),
    .holiday(.fixed(month: 12, day: 31), "new year's eve|new year eve|nye|hogmanay"),
    .holiday(.fixed(month: 1, day: 6), "three kings day"),
    .holiday(.fixed(month: 1, day: 25), "burns night"),
    .holiday(.fixed(month: 1, day: 26), "australia day|republic day of india|indian republic day"),
    .holiday(.fixed(month: 2, day: 2), "groundhog day|candlemas"),
    .holiday(
      .fixed(month: 2, day: 14),
      "valentine's|valentine's day|valentine day|saint valentine's day|st valentine's day"),
    .holiday(.fixed(month: 3, day: 8), "international women's day|women's day"),
    .holiday(.fixed(month: 3, day: 14), "pi day"),
    .holiday(.fixed(month: 3, day: 15), "ides of march"),
    .holiday(
      .fixed(month: 3, day: 17),
      """
      st patrick's day|saint patrick's day|st paddy's day|saint paddy's day|paddy's day|st \
      patrick's
      """),
    .holiday(.fixed(month: 4, day: 1), "april fools|april fools day|april fool day"),
    .holiday(.workday(month: 4, day: 15), "tax day"),
    .holiday(.fixed(month: 4, day: 16), "emancipation day"),
    .holiday(.fixed(month: 4, day: 22), "earth day"),
    .holiday(.fixed(month: 4, day: 23), "st george's day|saint george's day"),
    .holiday(.fixed(month: 4, day: 25), "anzac day"),
    .holiday(.fixed(month: 5, day: 1), "may day|international workers' day|workers' day"),
    .holiday(.fixed(month: 5, day: 4), "star wars day"),
    .holiday(.fixed(month: 5, day: 5), "cinco de mayo"),
    .holiday(.fixed(month: 6, day: 14), "flag day"),
    .holiday(.fixed(month: 6, day: 19), "juneteenth|juneteenth day"),
    .holiday(.fixed(month: 7, day: 1), "canada day"),
    .holiday(.fixed(month: 7, day: 4), "the glorious fourth|fourth of july"),
    .holiday(.fixed(month: 7, day: 14), "bastille day"),
    .holiday(.fixed(month: 8, day: 15), "assumption day|assumption of mary"),
    .holiday(.fixed(month: 10, day: 2), "gandhi jayanti|gandhi's birthday"),
    .holiday(
      .workday(month: 10, day: 16),
      "boss's day|boss day|bosses day|national boss day|national boss's day|national bosses day"),
    .holiday(.fixed(month: 10, day: 24), "united nations day|un day"),
    .holiday(
      .fixed(month: 10, day: 31), "halloween|all hallows' eve|halloween day|reformation day"),
    .holiday(
      .fixed(month: 11, day: 1),
      "all saints' day|all saints|all hallows|all hallows' day|world vegan day|vegan day"),
    .holiday(.fixed(month: 11, day: 2), "all souls' day|day of the dead"),
    .holiday(.fixed(month: 11, day: 5), "guy fawkes|guy fawkes day|guy fawkes night|bonfire night"),
    .holiday(
      .fixed(month: 11, day: 11),
      "veterans day|remembrance day|armistice day|singles' day|st martin's day|martinmas"),
    .holiday(.fixed(month: 11, day: 30), "st andrew's day|saint andrew's day"),
    .holiday(.fixed(month: 12, day: 1), "world aids day"),
    .holiday(.fixed(month: 12, day: 6), "st nicholas day|saint nicholas day"),
    .holiday(.fixed(month: 12, day: 8), "immaculate conception|feast of the immaculate conception"),
    .holiday(.fixed(month: 12, day: 10), "human rights day"),
    .holiday(.fixed(month: 12, day: 24), "christmas eve|xmas eve"),
    .holiday(
      .fixed(month: 12, day: 25), "christmas|christmas day|xmas|xmas day|x mas|x mas day|yuletide"),
    .holiday(.fixed(month: 12, day: 26), "boxing day|st stephen's day|saint stephen's day|kwanzaa"),
    .doubtful(.fixed(month: 1, day: 6), "epiphany"),
    .doubtful(.workday(month: 10, day: 16), "boss's"),
    .holiday(.fixed(month: 1, day: 5), "twelfth night"),
    .holiday(.fixed(month: 1, day: 14), "orthodox new year|old new year"),
    .holiday(.fixed(month: 3, day: 14), "white day"),
    .holiday(.fixed(month: 3, day: 22), "world water day"),
    .holiday(.fixed(month: 3, day: 25), "annunciation|lady day|feast of the annunciation"),
    .holiday(.fixed(month: 4, day: 7), "world health day"),
    .holiday(.fixed(month: 4, day: 13), "songkran"),
    .holiday(.fixed(month: 5, day: 8), "ve day"),
    .holiday(.fixed(month: 6, day: 5), "world environment day"),
    .holiday(.fixed(month: 6, day: 8), "world oceans day"),
    .holiday(.fixed(month: 6, day: 24), "st john's day|saint john's day|midsummer day"),
    .holiday(.fixed(month: 9, day: 11), "patriot day"),
    .holiday(.fixed(month: 9, day: 21), "international day of peace|peace day"),
    .holiday(.fixed(month: 9, day: 29), "michaelmas"),
    .holiday(.fixed(month: 10, day: 10), "world mental health day"),
    .holiday(.fixed(month: 10, day: 16), "world food day"),
    .holiday(.fixed(month: 11, day: 19), "international men's day|men's day"),
    .holiday(.fixed(month: 12, day: 23), "festivus"),
    .holiday(.fixed(month: 12, day: 28), "holy innocents|holy innocents' day"),
    .holiday(.sun(0), "nowruz|norouz|persian new year|nawruz"),
    .holiday(.kingsDay, "king's day|koningsdag"),
    .holiday(.sun(0), "spring equinox|vernal equinox|march equinox"),
    .holiday(.sun(90), "summer solstice|june solstice|midsummer"),
    .holiday(.sun(180), "autumn equinox|autumnal equinox|fall equinox|september equinox"),
    .holiday(.sun(270), "winter solstice|december solstice"),
  ]

  private static let englishMovableHolidays: [Entry] = [
    .holiday(
      .weekday(.monday, number: 3, month: 1),
      """
      martin luther king day|martin luther king's day|martin luther king jr day|mlk \
      day|mlk jr day|civil rights day|idaho human rights day
      """),
    .holiday(.weekday(.monday, number: 3, month: 2), "presidents day|washington's birthday"),
    .holiday(.weekday(.saturday, number: -1, month: 3), "earth hour"),
    .holiday(.weekday(.friday, number: -1, month: 4), "arbor day"),
    .holiday(.weekday(.monday, number: 1, month: 5), "early may bank holiday|may bank holiday"),
    .holiday(.weekday(.sunday, number: 2, month: 5), "mother's day|mother day"),
    .holiday(.onOrAfter(.monday, month: 5, day: 18), "victoria day"),
    .holiday(
      .weekday(.monday, number: -1, month: 5),
      "memorial day|decoration day|spring bank holiday|late may bank holiday"),
    .holiday(.weekday(.sunday, number: 3, month: 6), "father's day|father day"),
    .holiday(.weekday(.sunday, number: 4, month: 7), "parents' day"),
    .holiday(.weekday(.monday, number: -1, month: 8), "summer bank holiday|august bank holiday"),
    .holiday(.weekday(.monday, number: 1, month: 9), "labor day|labour day|labor day weekend"),
    .holiday(.weekday(.sunday, number: 1, month: 9, plus: 6), "grandparents day"),
    .holiday(
      .weekday(.monday, number: 2, month: 10),
      "columbus day|indigenous peoples' day|canadian thanksgiving|canadian thanksgiving day"),
    .holiday(.onOrAfter(.tuesday, month: 11, day: 2), "election day"),
    .holiday(
      .weekday(.thursday, number: 4, month: 11),
      "thanksgiving|thanksgiving day|thanks giving|turkey day"),
    .holiday(.weekday(.thursday, number: 4, month: 11, plus: 1), "black friday"),
    .holiday(.weekday(.thursday, number: 4, month: 11, plus: 2), "small business saturday"),
    .holiday(.weekday(.thursday, number: 4, month: 11, plus: 4), "cyber monday"),
    .holiday(.weekday(.thursday, number: 4, month: 11, plus: 5), "giving tuesday"),
    .holiday(
      .onOrAfter(.wednesday, month: 4, day: 21),
      "administrative professionals' day|secretaries' day|secretary's day|admins day"),
    .holiday(.advent(4), "first advent|first sunday of advent"),
    .holiday(.parsiNewYear, "parsi new year|jamshedi navroz|parsi navroz"),
  ]

  private static let englishChurch: [Entry] = [
    .holiday(.easter(-47), "shrove tuesday|pancake day|pancake tuesday|mardi gras|fat tuesday"),
    .holiday(.easter(-48), "shrove monday|rose monday"),
    .holiday(.easter(-46), "ash wednesday"),
    .doubtful(.easter(-46), "lent"),
    .holiday(.easter(-21), "mothering sunday"),
    .holiday(.easter(-7), "palm sunday|branch sunday|passion sunday"),
    .holiday(
      .easter(-3),
      """
      maundy thursday|holy thursday|maundy thu|covenant thursday|covenant thu|thursday of \
      mysteries|thu of mysteries|sheer thursday
      """),
    .holiday(.easter(-2), "good friday|holy friday"),
    .holiday(.easter(-1), "holy saturday|easter saturday|easter eve|black saturday|easter vigil"),
    .holiday(.easter(0), "easter|easter sunday|easter day|pascha"),
    .holiday(.easter(1), "easter monday|easter mon|monday of the angel"),
    .holiday(
      .easter(39),
      """
      ascension|ascension day|ascension thursday|holy thursday of ascension|feast of the \
      ascension
      """),
    .holiday(.easter(49), "pentecost|pentecost sunday|whitsun|whit sunday|white sunday|whitsunday"),
    .holiday(.easter(50), "whit monday|pentecost monday|monday of the holy spirit|white monday"),
    .holiday(.easter(56), "trinity sunday"),
    .holiday(.easter(60), "corpus christi|feast of corpus christi"),
    .holiday(
      .orthodoxEaster(-48),
      """
      clean monday|orthodox shrove monday|pure monday|ash monday|green monday|orthodox \
      clean monday
      """),
    .holiday(.orthodoxEaster(-8), "lazarus saturday"),
    .holiday(.orthodoxEaster(-7), "orthodox palm sunday|orthodox branch sunday"),
    .holiday(
      .orthodoxEaster(-2), "orthodox good friday|orthodox great friday|orthodox holy friday"),
    .holiday(.orthodoxEaster(-1), "orthodox holy saturday|orthodox great saturday|great saturday"),
    .holiday(
      .orthodoxEaster(0),
      "orthodox easter|orthodox easter sunday|orthodox pascha|great and holy pascha"),
    .holiday(.orthodoxEaster(1), "orthodox easter monday|bright monday"),
    .holiday(.orthodoxEaster(39), "orthodox ascension|orthodox ascension day"),
    .holiday(.orthodoxEaster(49), "orthodox pentecost|orthodox whitsun"),
    .holiday(.orthodoxEaster(50), "orthodox whit monday"),
    .holiday(.fixed(month: 1, day: 7), "orthodox christmas|orthodox christmas day"),
  ]
}
