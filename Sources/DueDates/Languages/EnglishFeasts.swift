import CivilTime

extension Language {
  // What the feasts of calendars other than the common one are called in English.

  static let englishJewish: [Entry] = [
    .holiday(
      .hebrew(month: 7, day: 1),
      "rosh hashanah|rosh hashana|rosh ha shanah|jewish new year|yom teruah"),
    .holiday(.hebrew(month: 7, day: 10), "yom kippur|day of atonement"),
    .holiday(
      .hebrew(month: 7, day: 15),
      """
      sukkot|sukkoth|sukkos|succos|feast of tabernacles|feast of booths|feast of the \
      ingathering|feast of ingathering
      """),
    .holiday(.hebrew(month: 7, day: 22), "shemini atzeret|shmini atzeret"),
    .holiday(.hebrew(month: 7, day: 23), "simchat torah|simhat torah"),
    .holiday(
      .hebrew(month: 9, day: 25), "hanukkah|hanukah|chanukah|hannukah|chanukkah|festival of lights"),
    .holiday(.hebrew(month: 11, day: 15), "tu bishvat|tu b'shevat|tu b'shvat"),
    .holiday(.hebrew(month: 12, day: 14), "purim"),
    .holiday(.hebrew(month: 12, day: 15), "shushan purim"),
    .holiday(.hebrew(month: 1, day: 15), "passover|pesach|pesah"),
    .holiday(.hebrew(month: 2, day: 18), "lag baomer|lag b'omer|lag laomer"),
    .holiday(.hebrew(month: 3, day: 6), "shavuot|shavuoth|shavuos|shovuos|feast of weeks"),
    .holiday(.hebrew(month: 7, day: 21), "hoshana rabbah|hoshana rabba"),
    .holiday(.hebrew(month: 5, day: 15), "tu b'av"),
    .holiday(.hebrew(month: 10, day: 10), "asara b'tevet|tenth of tevet"),
    .holiday(.hebrewShifted(.ninthOfAv), "tisha b'av"),
    .holiday(
      .hebrewShifted(.independence), "yom ha'atzmaut|yom ha atzmaut|israeli independence day"),
    .holiday(.hebrewShifted(.memorial), "yom hazikaron"),
    .holiday(
      .hebrewShifted(.holocaust),
      "yom hashoah|yom ha shoah|holocaust day|holocaust remembrance day|holocaust memorial day"),
    .holiday(.hebrew(month: 2, day: 28), "yom yerushalayim|jerusalem day"),
  ]

  static let englishIslamic: [Entry] = [
    .holiday(
      .islamic(month: 1, day: 1), "islamic new year|muslim new year|hijri new year|muharram"),
    .holiday(.islamic(month: 1, day: 10), "ashura|hosay|day of ashura|ashoura"),
    .holiday(
      .islamic(month: 3, day: 12),
      """
      mawlid|mawlid al nabawi|mawlid an nabi|milad un nabi|eid milad un nabi|eid e milad \
      un nabi|eid milad|mawlid al nabi|prophet's birthday
      """),
    .holiday(
      .islamic(month: 7, day: 27),
      """
      isra and mi'raj|isra miraj|al isra wal miraj|the prophet's ascension|shab e \
      miraj|lailat al miraj
      """),
    .holiday(.islamic(month: 8, day: 15), "shab e barat|mid sha'ban|laylat al bara'at"),
    .holiday(
      .islamic(month: 9, day: 1),
      "ramadan|ramadhan|ramzan|ramadaan|start of ramadan|beginning of ramadan"),
    .holiday(
      .islamic(month: 9, day: 27),
      """
      laylat al qadr|laylat al kadr|night of power|night of measures|night of \
      destiny|night of decree|lailat al qadr|shab e qadr
      """),
    .holiday(
      .lastFridayOfRamadan,
      """
      jumu'atul wida|jumu'atul widaa|jamat ul vida|jummat ul vida|jumatul wida|jumat ul \
      wida|jumatul bidah
      """),
    .holiday(
      .islamic(month: 10, day: 1),
      """
      eid al fitr|eid ul fitr|eid fitr|id al fitr|id ul fitr|eid ul fitar|lesser eid|sugar \
      feast|end of ramadan|festival of breaking the fast
      """),
    .holiday(.islamic(month: 12, day: 9), "day of arafah|arafah|arafat day|day of arafat"),
    .holiday(
      .islamic(month: 12, day: 10),
      """
      eid al adha|eid ul adha|eid adha|id al adha|id ul adha|feast of the sacrifice|feast \
      of sacrifice|sacrifice feast|bakr id|bakr eid|bakra eid|bakrid|bakri id|greater \
      eid|qurbani eid
      """),
  ]

  static let englishHindu: [Entry] = [
    .holiday(
      .hindu(.chaitra, lunarDay: 1, hour: 6.25),
      "ugadi|yugadi|samvatsaradi|gudi padwa|chaitra sukladi|telugu new year"),
    .holiday(
      .hindu(.chaitra, lunarDay: 9, hour: 12.5), "rama navami|ram navami|rama navmi|ram navmi"),
    .holiday(
      .hindu(.chaitra, lunarDay: 13, hour: 6.25),
      "mahavir jayanti|mahaveer jayanti|mahavir janma kalyanak|mahaveer janma kalyanak"),
    .holiday(.hindu(.chaitra, lunarDay: 15, hour: 6.25), "hanuman jayanti"),
    .holiday(
      .hindu(.vaishakha, lunarDay: 3, hour: 10), "akshaya tritiya|akha teej|parashurama jayanti"),
    .holiday(
      .hindu(.vaishakha, lunarDay: 15, hour: 6.25),
      "buddha purnima|buddha jayanti|vesak|vesak day|vaisakha|buddha day|buddha's birthday"),
    .holiday(.hindu(.ashadha, lunarDay: 2, hour: 6.25), "ratha yatra|rath yatra|ratha jatra"),
    .holiday(.hindu(.ashadha, lunarDay: 15, hour: 6.25), "guru purnima"),
    .holiday(.hindu(.shravana, lunarDay: 5, hour: 6.25), "naga panchami|nag panchami"),
    .holiday(
      .hindu(.shravana, lunarDay: 15, hour: 14), "raksha bandhan|rakhi|rakhi purnima|rakshabandhan"),
    .holiday(
      .hindu(.shravana, lunarDay: 23, hour: 24.2),
      "krishna janmashtami|janmashtami|gokulashtami|krishna jayanti|janmashtmi"),
    .holiday(.hindu(.bhadrapada, lunarDay: 3, hour: 6.25), "hartalika teej|teej"),
    .holiday(
      .hindu(.bhadrapada, lunarDay: 4, hour: 12.5),
      "ganesh chaturthi|ganesha chaturthi|vinayaka chaturthi|vinayak chaturthi"),
    .holiday(
      .hindu(.ashvin, lunarDay: 1, hour: 6.25),
      "navaratri|navratri|navaratra|sharad navaratri|durga puja start"),
    .holiday(.hindu(.ashvin, lunarDay: 6, hour: 6.25), "durga puja|durga pooja|durgotsava"),
    .holiday(.hindu(.ashvin, lunarDay: 7, hour: 6.25), "maha saptami"),
    .holiday(.hindu(.ashvin, lunarDay: 8, hour: 12.5), "durga ashtami|maha ashtami"),
    .holiday(.hindu(.ashvin, lunarDay: 9, hour: 6.25), "maha navami"),
    .holiday(
      .hindu(.ashvin, lunarDay: 10, hour: 12.5),
      "dussehra|dasara|dashera|vijayadashami|vijaya dashami|vijayadasami"),
    .holiday(
      .hindu(.ashvin, lunarDay: 15, hour: 6.25),
      "valmiki jayanti|maharishi valmiki jayanti|pargat diwas|sharad purnima"),
    .holiday(
      .hindu(.ashvin, lunarDay: 19, hour: 20.5), "karva chauth|karwa chauth|karaka chaturthi"),
    .holiday(.hindu(.ashvin, lunarDay: 28, hour: 18.75), "dhanteras|dhanatrayodashi"),
    .holiday(
      .hindu(.ashvin, lunarDay: 29, hour: 5.5),
      "naraka chaturdashi|narak chaturdashi|choti diwali|chhoti diwali|kali chaudas|roop chaudas"),
    .holiday(
      .hindu(.ashvin, lunarDay: 30, hour: 18.75),
      "diwali|deepavali|divali|dipavali|lakshmi puja|laxmi puja|diwali day"),
    .holiday(
      .hindu(.kartika, lunarDay: 1, hour: 14),
      "govardhan puja|annakut|bali pratipada|hindu new year|gujarati new year"),
    .holiday(
      .hindu(.kartika, lunarDay: 2, hour: 14),
      "bhai dooj|bhai duj|bhaubeej|bhau beej|bhai tika|bhai phonta|yama dwitiya"),
    .holiday(
      .hindu(.kartika, lunarDay: 6, hour: 17.75),
      "chhath|chhath puja|chhath pooja|dala chhath|surya shashthi|chhath parv|dala puja"),
    .holiday(
      .hindu(.kartika, lunarDay: 15, hour: 6.25),
      "guru nanak jayanti|guru nanak gurpurab|guru nanak's birthday|kartik purnima|dev diwali"),
    .holiday(
      .hindu(.pausha, lunarDay: 7, hour: 6.25),
      """
      guru gobind singh jayanti|guru gobind singh birthday|guru gobind singh's \
      birthday|guru govind singh jayanti
      """),
    .holiday(
      .hindu(.magha, lunarDay: 5, hour: 9.5),
      "vasant panchami|basant panchami|saraswati puja|sarasvati puja|shree panchami"),
    .holiday(
      .hindu(.magha, lunarDay: 15, hour: 6.25),
      "guru ravidas jayanti|guru ravidass jayanti|guru ravidas birthday|guru ravidass birthday"),
    .holiday(
      .hindu(.magha, lunarDay: 29, hour: 24.2),
      "maha shivaratri|mahashivratri|maha shivratri|shivaratri|shivratri"),
    .holiday(
      .hindu(.magha, lunarDay: 25, hour: 6.25),
      "dayananda saraswati jayanti|maharishi dayananda saraswati jayanti|swami dayananda jayanti"),
    .holiday(
      .hindu(.phalguna, lunarDay: 15, hour: 18.75),
      "holika dahan|chhoti holi|choti holi|kamudu pyre"),
    .holiday(
      .hindu(.phalguna, lunarDay: 15, hour: 18.75, plus: 1),
      """
      holi|dhulandi|dhuleti|rangwali holi|phagwah|festival of colors|festival of \
      colours|dhulivandan
      """),
    .holiday(.hinduSolar(sign: 9, plus: -1), "lohri|bhogi|bhogi pandigai"),
    .holiday(
      .hinduSolar(sign: 9),
      "makar sankranti|makara sankranti|pongal|thai pongal|maghi|uttarayan|magha sankranti"),
    .holiday(.hinduSolar(sign: 9, plus: 1), "mattu pongal|maattu pongal"),
    .holiday(.hinduSolar(sign: 9, plus: 2), "kaanum pongal|kanum pongal|kanni pongal"),
    .holiday(
      .hinduSolar(sign: 0),
      "vaisakhi|baisakhi|vasakhi|mesha sankranti|mesadi|tamil new year|puthandu|vishu"),
    .holiday(
      .hinduSolar(sign: 0, plus: 1),
      "pohela boishakh|poila boishakh|pahela baishakh|bengali new year"),
    .holiday(.hinduSolar(sign: 0, plus: 25), "rabindra jayanti|rabindranath jayanti"),
  ]

  static let englishChinese: [Entry] = [
    .holiday(
      .chinese(month: 1, day: 1),
      """
      chinese new year|chinese new year's day|chinese new years|chinese lunar new \
      year|chinese lunar new year's day|lunar new year|spring festival|tet|seollal|cny
      """),
    .holiday(.chinese(month: 1, day: 15), "lantern festival"),
    .holiday(.chinese(month: 5, day: 5), "dragon boat festival|duanwu"),
    .holiday(.chinese(month: 7, day: 7), "qixi|qixi festival"),
    .holiday(.chinese(month: 7, day: 15), "ghost festival"),
    .holiday(
      .chinese(month: 8, day: 15), "mid autumn festival|moon festival|mooncake festival|chuseok"),
    .holiday(.chinese(month: 9, day: 9), "double ninth festival|chongyang"),
    .holiday(.sun(15), "qingming|tomb sweeping day"),
  ]
}
