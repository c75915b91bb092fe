extension Language {
  /// The English names of holidays with their rules, as a table that `[Entry].holidays` reads.
  ///
  /// A holiday that countries have on different days, such as Independence Day, is left out because it is ambiguous.
  static let englishHolidays =
    [Entry].holidays(
      """
      1-1: new year's day|new year day|new year's|new year
      12-31: new year's eve|new year eve|nye|hogmanay
      1-6: three kings day
      1-25: burns night
      1-26: australia day|republic day of india|indian republic day
      2-2: groundhog day|candlemas
      2-14: valentine's|valentine's day|valentine day|saint valentine's day|st valentine's day
      3-8: international women's day|women's day
      3-14: pi day
      3-15: ides of march
      3-17: st patrick's day|saint patrick's day|st paddy's day|saint paddy's day|paddy's day|st patrick's
      4-1: april fools|april fools day|april fool day
      workday 4-15: tax day
      4-16: emancipation day
      4-22: earth day
      4-23: st george's day|saint george's day
      4-25: anzac day
      5-1: may day|international workers' day|workers' day
      5-4: star wars day
      5-5: cinco de mayo
      6-14: flag day
      6-19: juneteenth|juneteenth day
      7-1: canada day
      7-4: the glorious fourth|fourth of july
      7-14: bastille day
      8-15: assumption day|assumption of mary
      10-2: gandhi jayanti|gandhi's birthday
      workday 10-16: boss's day|boss day|bosses day|national boss day|national boss's day|national bosses day
      10-24: united nations day|un day
      10-31: halloween|all hallows' eve|halloween day|reformation day
      11-1: all saints' day|all saints|all hallows|all hallows' day|world vegan day|vegan day
      11-2: all souls' day|day of the dead
      11-5: guy fawkes|guy fawkes day|guy fawkes night|bonfire night
      11-11: veterans day|remembrance day|armistice day|singles' day|st martin's day|martinmas
      11-30: st andrew's day|saint andrew's day
      12-1: world aids day
      12-6: st nicholas day|saint nicholas day
      12-8: immaculate conception|feast of the immaculate conception
      12-10: human rights day
      12-24: christmas eve|xmas eve
      12-25: christmas|christmas day|xmas|xmas day|x mas|x mas day|yuletide
      12-26: boxing day|st stephen's day|saint stephen's day|kwanzaa
      1-6?: epiphany
      workday 10-16?: boss's
      1-5: twelfth night
      1-14: orthodox new year|old new year
      3-14: white day
      3-22: world water day
      3-25: annunciation|lady day|feast of the annunciation
      4-7: world health day
      4-13: songkran
      5-8: ve day
      6-5: world environment day
      6-8: world oceans day
      6-24: st john's day|saint john's day|midsummer day
      9-11: patriot day
      9-21: international day of peace|peace day
      9-29: michaelmas
      10-10: world mental health day
      10-16: world food day
      11-19: international men's day|men's day
      12-23: festivus
      12-28: holy innocents|holy innocents' day
      king: king's day|koningsdag
      monday 3 1: martin luther king day|martin luther king's day|martin luther king jr day|mlk day|mlk jr day|\
      civil rights day|idaho human rights day
      monday 3 2: presidents day|washington's birthday
      saturday -1 3: earth hour
      friday -1 4: arbor day
      monday 1 5: early may bank holiday|may bank holiday
      sunday 2 5: mother's day|mother day
      monday from 5-18: victoria day
      monday -1 5: memorial day|decoration day|spring bank holiday|late may bank holiday
      sunday 3 6: father's day|father day
      sunday 4 7: parents' day
      monday -1 8: summer bank holiday|august bank holiday
      monday 1 9: labor day|labour day|labor day weekend
      sunday 1 9 6: grandparents day
      monday 2 10: columbus day|indigenous peoples' day|canadian thanksgiving|canadian thanksgiving day
      tuesday from 11-2: election day
      thursday 4 11: thanksgiving|thanksgiving day|thanks giving|turkey day
      thursday 4 11 1: black friday
      thursday 4 11 2: small business saturday
      thursday 4 11 4: cyber monday
      thursday 4 11 5: giving tuesday
      wednesday from 4-21: administrative professionals' day|secretaries' day|secretary's day|admins day
      sunday from 11-27: first advent|first sunday of advent
      easter -47: shrove tuesday|pancake day|pancake tuesday|mardi gras|fat tuesday
      easter -48: shrove monday|rose monday
      easter -46: ash wednesday
      easter -46?: lent
      easter -21: mothering sunday
      easter -7: palm sunday|branch sunday|passion sunday
      easter -3: maundy thursday|holy thursday|maundy thu|covenant thursday|covenant thu|thursday of mysteries|\
      thu of mysteries|sheer thursday
      easter -2: good friday|holy friday
      easter -1: holy saturday|easter saturday|easter eve|black saturday|easter vigil
      easter 0: easter|easter sunday|easter day|pascha
      easter 1: easter monday|easter mon|monday of the angel
      easter 39: ascension|ascension day|ascension thursday|holy thursday of ascension|feast of the ascension
      easter 49: pentecost|pentecost sunday|whitsun|whit sunday|white sunday|whitsunday
      easter 50: whit monday|pentecost monday|monday of the holy spirit|white monday
      easter 56: trinity sunday
      easter 60: corpus christi|feast of corpus christi
      orthodox -48: clean monday|orthodox shrove monday|pure monday|ash monday|green monday|orthodox clean monday
      orthodox -8: lazarus saturday
      orthodox -7: orthodox palm sunday|orthodox branch sunday
      orthodox -2: orthodox good friday|orthodox great friday|orthodox holy friday
      orthodox -1: orthodox holy saturday|orthodox great saturday|great saturday
      orthodox 0: orthodox easter|orthodox easter sunday|orthodox pascha|great and holy pascha
      orthodox 1: orthodox easter monday|bright monday
      orthodox 39: orthodox ascension|orthodox ascension day
      orthodox 49: orthodox pentecost|orthodox whitsun
      orthodox 50: orthodox whit monday
      1-7: orthodox christmas|orthodox christmas day
      lunarNewYear: chinese new year|chinese new year's day|chinese new years|chinese lunar new year|\
      chinese lunar new year's day|lunar new year|spring festival|tet|seollal|cny
      lunarNewYear 14: lantern festival
      midAutumn: mid autumn festival|moon festival|mooncake festival|chuseok
      holi: holi|dhulandi|dhuleti|rangwali holi|phagwah|festival of colors|festival of colours|dhulivandan
      holi -1: holika dahan|chhoti holi|choti holi
      diwali: diwali|deepavali|divali|dipavali|lakshmi puja|laxmi puja|diwali day
      passover -30: purim
      passover: passover|pesach|pesah
      passover 50: shavuot|shavuoth|shavuos|shovuos|feast of weeks
      roshHashanah: rosh hashanah|rosh hashana|rosh ha shanah|jewish new year|yom teruah
      roshHashanah 9: yom kippur|day of atonement
      roshHashanah 14: sukkot|sukkoth|sukkos|succos|feast of tabernacles|feast of booths|feast of the ingathering|\
      feast of ingathering
      roshHashanah 22: simchat torah|simhat torah
      hanukkah: hanukkah|hanukah|chanukah|hannukah|chanukkah|festival of lights
      ramadan: ramadan|ramadhan|ramzan|ramadaan|start of ramadan|beginning of ramadan
      eidAlFitr: eid al fitr|eid ul fitr|eid fitr|id al fitr|id ul fitr|eid ul fitar|lesser eid|sugar feast|\
      end of ramadan|festival of breaking the fast
      eidAlAdha: eid al adha|eid ul adha|eid adha|id al adha|id ul adha|feast of the sacrifice|feast of sacrifice|\
      sacrifice feast|bakr id|bakr eid|bakra eid|bakrid|bakri id|greater eid|qurbani eid
      """)
}
