import CivilTime

/// The English words and phrases for deadlines. English holidays are in `EnglishHolidays.swift`.
extension Language {
  /// English, with the abbreviations of chats.
  package static let english = Language(
    code: "en",
    commonWords: """
      the and you that is it to of in for with on be are was have this not but if so we they he she \
      at from or as an my your our me us do does did can will would could should there what when \
      then than just some all any been has had were who how which them please also about into out \
      up because after before by until till it's i'll let's don't thanks hi hey works work ok \
      okay pls plz thx here though while unless since via per etc only once otherwise instead again \
      already still even too there's that's we're they're i've you're he's she's we'll they'll
      """,
    entries: {
      englishNames + englishNumbers + [englishSmallWords, englishPhrases, englishHolidays]
    })

  private static let englishNames: [[Entry]] = [
    .weekdays(
      """
      monday|monday's tuesday|tuesday's|teusday wednesday|wednesday's|wendesday|wensday|wednsday \
      thursday|thursday's|thrusday|thurday friday|friday's|firday saturday|saturday's sunday|sunday's
      """),
    .weekdays("mon tue|tues - thu|thur|thurs fri - -", .short),
    .weekdays("- - wed|weds - - sat sun", [.short, .doubtful]),
    .weekdays("mondays tuesdays wednesdays thursdays fridays saturdays sundays", .plural),
    .months(
      """
      january february|febuary - april - june july august september october november december
      """),
    .months("- - march - may - - - - - - -", .doubtful),
    .months("jan feb - apr - jun jul aug sep|sept oct nov -", .short),
    .months("- - mar - - - - - - - - dec", [.short, .doubtful]),
    [
      .unit(.second, "second|seconds", .doubtful), .unit(.second, "sec|secs", .short),
      .unit(.minute, "minute|minutes"), .unit(.minute, "min|mins|m", .short),
      .unit(.hour, "hour|hours"), .unit(.hour, "hr|hrs|h", .short),
      .unit(.day, "day"), .unit(.day, "days", .plural), .unit(.day, "d", .short),
      .unit(.businessDay, "workday|workdays|weekday|weekdays|businessday|businessdays"),
      .unit(.week, "week|week's"), .unit(.week, "weeks", .plural), .unit(.week, "w|wk|wks", .short),
      .unit(.fortnight, "fortnight|fortnights"),
      .unit(.month, "month|month's"), .unit(.month, "months", .plural),
      .unit(.month, "mo|mos|mth|mths", .short),
      .unit(.month, "mon", .short),
      .unit(.quarter, "quarter|quarter's"), .unit(.quarter, "quarters", .plural),
      .unit(.quarter, "qtr|qtrs", .short),
      .unit(.year, "year|year's"), .unit(.year, "years", .plural), .unit(.year, "y|yr|yrs", .short),
      .weekday(.sunday, "over the weekend|at the weekend|during the weekend"),
      .words(.weekend, "weekend|weekends|wkend|week end|week ends"),

      .day(0, "today|2day|todays"), .day(1, "tomorrow|tomorrow's|tomorrows|tmrw|tmr|tmrrw"),
      .day(1, "tomoz|tomoro"),
      .day(1, "tomorow|tommorow|tommorrow|2morrow"),
      .day(2, "day after tomorrow|overmorrow|day after next"),
      .day(-1, "yesterday|yesterday's|yday"),
      .day(-2, "day before yesterday"), .day(0, "tonight|tonite|tonight's", part: .tonight),
      .day(-1, "last night", part: .night), .day(0, "this aft", part: .afternoon),
      .part(.morning, "morning|first thing"),
      .part(.morning, "mornings", .every), .part(.afternoon, "afternoons", .every),
      .part(.evening, "evenings", .every), .part(.night, "nights", .every),
      .part(.noon, "lunch|lunchtime|lunch time"),
      .part(.afternoon, "afternoon|arvo"),
      .part(.evening, "evening"), .part(.night, "night|nite"),
      .clock(12, "noon|midday|mid day|noontime|noonish|middayish"),
      .clock(24, "midnight|mid night"),
      .end(of: .day, "eod|cob|eob|close of business|close of play|end of business|end of play"),
      .end(of: .day, "close of business day|end of business day|end of the business day|eobd"),
      .end(
        of: .day, "end of the working day|end of the work day|end of workday|end of the workday"),
      .end(of: .day, "in the course of the day|over the course of the day"),
      .end(of: .week, "in the course of the week|over the course of the week"),
      .startOfDay("sob|sod|start of business|start of day|start of the day"),
      .startOfDay("beginning of business|beginning of the day|start of the business day"),
      .startOfDay("start of the working day|start of the work day|start of the workday"),
      .startOfDay(dayStarts),
      .end(of: .week, "eow|week's end|wk end|end of the work week|end of the working week"),
      .end(of: .month, "eom|month end|month's end"),
      .end(of: .quarter, "eoq|quarter end|quarter's end"),
      .end(of: .year, "eoy|year end|year's end"),
      .words(.now, "now|right now|just now|at the moment|atm|at this time|at this moment"),
      .words(.now, "at the minute|at the present time|at present|immediately"),
      .words([.oclock, .doubtful], "o'clock|oclock|o clock"),
    ],
  ]

  /// `your day begins`, `their working day starts`: the start of another person's day as a deadline.
  private static var dayStarts: String {
    let owners = ["your ", "his ", "her ", "their "]
    let days = ["day", "workday", "working day", "work day", "business day"]
    return owners.flatMap { owner in
      days.flatMap { day in ["begins", "starts"].map { owner + day + " " + $0 } }
    }.joined(separator: "|")
  }

  private static let englishNumbers: [[Entry]] = [
    .cardinals(
      """
      one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen \
      sixteen seventeen eighteen nineteen
      """),
    .cardinals(from: 20, by: 10, "twenty thirty forty|fourty fifty sixty - - ninety"),
    .ordinals(
      """
      first - third fourth fifth sixth seventh eighth ninth tenth eleventh twelfth thirteenth \
      fourteenth fifteenth sixteenth seventeenth eighteenth nineteenth twentieth
      """),
    [
      .cardinal(1, "a|an", .article),
      .cardinal(2, "couple|couple of|a couple|a couple of|pair of|a pair of", .vague),
      .cardinal(3, "few|a few", .vague), .cardinal(7, "several", .vague),
      .cardinal(12, "dozen|a dozen", .vague),
      .words(.half, "half"), .words(.quarter, "quarter"),
      .ordinal(2, "second", .doubtful), .ordinal(30, "thirtieth"), .ordinal(-1, "last|final"),
      .words(.ordinalEnding, "st|nd|rd|th"),
      .words(.am, "am|ante meridiem"), .words(.pm, "pm|post meridiem"),
    ],
  ]

  private static let englishSmallWords: [Entry] = [
    .words(.article, "the"), .words(.of, "of"), .words(.and, "and|&"), .words(.or, "or"),
    .words(.by, "by|due|due by|due on|due at|deadline|deadline is|no later than|not later than"),
    .words(.by, "eta|latest by|at latest by|on or before|no later then|prior to|ahead of|due in"),
    .words(.by, "deadline's|cutoff is|cut off is|due date is|freeze is"),
    .words([.by, .to], "until|till|til|'til|through|thru|up until|up till"),
    .words([.by, .before, .upTo], "before|b4"), .words(.latest, "latest|at the latest|at latest"),
    .words(.on, "on|upon|during"), .words(.at, "at|starting at"),
    .words(.around, "around|about|approximately|approx|circa|roughly"),
    .words([.around, .plural], "ish"),
    .words(
      [.around, .doubtful], "maybe|say|probably|sometime|some time|exactly|hopefully|perhaps"),
    .words([.in, .of], "in"),
    .words(.within, "within|inside|inside of|timer for|timer of|countdown of|alarm in"),
    .words(.for, "for"),
    .words(.from, "from|starting|starting from|beginning|as of|effective"),
    .words(.between, "between|from between"), .words([.to, .upTo], "to"),
    .words(.to, "and until|up to"),
    .words([.after, .past], "after|later than|not before|no earlier than|no sooner than"),
    .words(.after, "onwards|onward|or later|or after|and later|and after|and beyond"),
    .words(.since, "since|ever since"), .words(.ago, "ago|earlier|back|old"),
    .words(.later, "later|hence|from now|from right now|from today|in the future|from this moment"),
    .words(.past, "past"),
    .words(.this, "this|current"),
    .words(.next, "next|following"), .words(.coming, "coming|upcoming|this coming|forthcoming"),
    .words(.last, "last|past|previous|prior|this past"),
    .words(.every, "every|every other|every second|daily|everyday|weekly|nightly"),
    .words([.every, .doubtful], "each"),
    .words(.business, "business|working|work"),
    .words(.start, "start|beginning|begin"), .words(.middle, "middle|mid|halfway through"),
    .words(.end, "end|close|ending"), .words(.early, "early|earlier"), .words(.late, "late|later"),
    .words(.late, "rest|remainder"),
    .words(.atMost, "less than|under|at most|max|maximum|no more than|not more than"),
    .words(.measure, "percent|people|points|kilograms|kg|km|mb|gb|kb|dollars|euros|bucks|times|x"),
    .words(.measure, "degrees|miles|meters|metres|lines|items|votes|users|px|usd|eur|hz|ghz|mhz"),
    .words(.measure, "degree|out of"),
    .words(.numberedWeek, "week|wk|cw|calendar week|kw"),
    .words(.zoneTime, "time|standard time|daylight time|timezone|time zone"),
    .zone(.place(.newYork), "eastern|new york|us eastern"), .zone(.place(.chicago), "central"),
    .zone(.place(.denver), "mountain"), .zone(.place(.losAngeles), "pacific|california"),
    .zone(.place(.london), "london|uk|british"),
    .zone(.place(.berlin), "berlin|paris|central european"),
    .zone(.offset(28_800), "beijing|singapore"), .zone(.offset(32_400), "tokyo|japan"),
    .zone(.place(.sydney), "sydney"),
  ]

  /// Phrases that look like a date or a part of one but are not.
  private static let englishPhrases: [Entry] = [
    .words(
      .blocked,
      """
      second half|first half|second round|night time|good morning|good afternoon|good evening|\
      good night|all day|all night|last minute|date night|happy|merry|week in week out|\
      year over year|year on year|in the sun|next door|black friday deal|i'm at|i am at|we're at|\
      we are at|you're at|you are at|they're at|they are at|he's at|she's at|was at|were at
      """),
    // Unsupported feasts whose names end with those of supported ones.
    .words(
      .blocked,
      """
      islamic new year|muslim new year|hijri new year|persian new year|parsi new year|hindu new year|\
      gujarati new year|tamil new year|telugu new year|bengali new year|prophet's ascension|\
      shushan purim|choti diwali|chhoti diwali
      """),
    // A size or a change, not a time.
    .words(
      .function,
      """
      look at|looking at|valued at|priced at|rated at|capped at|stuck at|stands at|grew by|grow by|\
      increase by|increased by|decrease by|decreased by|reduce by|reduced by|divide by|divided by|\
      multiply by|multiplied by|rose by|fell by|dropped by|won by|lost by|led by|off by|scale from
      """),
  ]
}
