import CivilTime

extension Language {
  /// English, with the abbreviations of chats.
  public static let english = Language(
    code: "en",
    commonWords: """
      the and you that is it to of in for with on be are was have this not but if so we they he she \
      at from or as an my your our me us do does did can will would could should there what when \
      then than just some all any been has had were who how which them please also about into out \
      up because after before by until till it's i'll let's don't thanks hi hey works work ok \
      okay pls plz thx here though while unless since via per etc only
      """,
    entries: englishNames + englishNumbers + englishSmallWords + englishPhrases
      + englishHolidays)

  private static let englishNames: [Entry] = [
    .weekday(.monday, "monday|monday's"),
    .weekday(.tuesday, "tuesday|tuesday's|teusday"),
    .weekday(.wednesday, "wednesday|wednesday's|wendesday|wensday|wednsday"),
    .weekday(.thursday, "thursday|thursday's|thrusday|thurday"),
    .weekday(.friday, "friday|friday's|firday"),
    .weekday(.saturday, "saturday|saturday's"),
    .weekday(.sunday, "sunday|sunday's"),
    .weekday(.monday, "mon", .short), .weekday(.tuesday, "tue|tues", .short),
    .weekday(.wednesday, "wed|weds", [.short, .doubtful]),
    .weekday(.thursday, "thu|thur|thurs", .short), .weekday(.friday, "fri", .short),
    .weekday(.saturday, "sat", [.short, .doubtful]),
    .weekday(.sunday, "sun", [.short, .doubtful]),
    .weekday(.monday, "mondays", .plural), .weekday(.tuesday, "tuesdays", .plural),
    .weekday(.wednesday, "wednesdays", .plural), .weekday(.thursday, "thursdays", .plural),
    .weekday(.friday, "fridays", .plural), .weekday(.saturday, "saturdays", .plural),
    .weekday(.sunday, "sundays", .plural),

    .month(1, "january"), .month(1, "jan", .short),
    .month(2, "february|febuary"), .month(2, "feb", .short),
    .month(3, "march", .doubtful), .month(3, "mar", [.short, .doubtful]),
    .month(4, "april"), .month(4, "apr", .short),
    .month(5, "may", .doubtful),
    .month(6, "june"), .month(6, "jun", .short),
    .month(7, "july"), .month(7, "jul", .short),
    .month(8, "august"), .month(8, "aug", .short),
    .month(9, "september"), .month(9, "sep|sept", .short),
    .month(10, "october"), .month(10, "oct", .short),
    .month(11, "november"), .month(11, "nov", .short),
    .month(12, "december"), .month(12, "dec", [.short, .doubtful]),

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
    .day(1, "tomorow|tommorow|tommorrow|2morrow"),
    .day(2, "day after tomorrow|overmorrow|day after next"), .day(-1, "yesterday|yesterday's|yday"),
    .day(-2, "day before yesterday"), .day(0, "tonight|tonite|tonight's", part: .tonight),
    .day(-1, "last night", part: .night),
    .part(.morning, "morning|first thing"),
    .part(.morning, "mornings", .every), .part(.afternoon, "afternoons", .every),
    .part(.evening, "evenings", .every), .part(.night, "nights", .every),
    .part(.noon, "lunch|lunchtime|lunch time"),
    .part(.afternoon, "afternoon|arvo"),
    .part(.evening, "evening"), .part(.night, "night|nite"),
    .clock(12, "noon|midday|mid day|noontime|noonish|middayish"), .clock(24, "midnight|mid night"),
    .end(of: .day, "eod|cob|eob|close of business|close of play|end of business|end of play"),
    .end(of: .day, "close of business day|end of business day|end of the business day|eobd"),
    .end(of: .day, "end of the working day|end of the work day|end of workday|end of the workday"),
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
    .words(.oclock, "o'clock|oclock|o clock"),
  ]

  /// `your day begins`, `their working day starts`: others' days, by which somebody promises something.
  private static var dayStarts: String {
    let owners = ["your ", "his ", "her ", "their "]
    let days = ["day", "workday", "working day", "work day", "business day"]
    return owners.flatMap { owner in
      days.flatMap { day in ["begins", "starts"].map { owner + day + " " + $0 } }
    }.joined(separator: "|")
  }

  private static let englishNumbers: [Entry] = [
    .cardinal(1, "a|an", .article), .cardinal(1, "one"), .cardinal(2, "two"),
    .cardinal(3, "three"), .cardinal(4, "four"), .cardinal(5, "five"), .cardinal(6, "six"),
    .cardinal(7, "seven"), .cardinal(8, "eight"), .cardinal(9, "nine"), .cardinal(10, "ten"),
    .cardinal(11, "eleven"), .cardinal(12, "twelve"), .cardinal(13, "thirteen"),
    .cardinal(14, "fourteen"), .cardinal(15, "fifteen"), .cardinal(16, "sixteen"),
    .cardinal(17, "seventeen"), .cardinal(18, "eighteen"), .cardinal(19, "nineteen"),
    .cardinal(20, "twenty"), .cardinal(30, "thirty"), .cardinal(40, "forty|fourty"),
    .cardinal(50, "fifty"), .cardinal(60, "sixty"), .cardinal(90, "ninety"),
    .cardinal(2, "couple|couple of|a couple|a couple of|pair of|a pair of", .vague),
    .cardinal(3, "few|a few", .vague), .cardinal(7, "several", .vague),
    .cardinal(12, "dozen|a dozen", .vague),
    .words(.half, "half"), .words(.quarter, "quarter"),
    .ordinal(1, "first"), .ordinal(2, "second", .doubtful), .ordinal(3, "third"),
    .ordinal(4, "fourth"), .ordinal(5, "fifth"), .ordinal(6, "sixth"), .ordinal(7, "seventh"),
    .ordinal(8, "eighth"), .ordinal(9, "ninth"), .ordinal(10, "tenth"), .ordinal(11, "eleventh"),
    .ordinal(12, "twelfth"), .ordinal(13, "thirteenth"), .ordinal(14, "fourteenth"),
    .ordinal(15, "fifteenth"), .ordinal(16, "sixteenth"), .ordinal(17, "seventeenth"),
    .ordinal(18, "eighteenth"), .ordinal(19, "nineteenth"), .ordinal(20, "twentieth"),
    .ordinal(30, "thirtieth"), .ordinal(-1, "last|final"),
    .words(.ordinalEnding, "st|nd|rd|th"),
    .words(.am, "am|ante meridiem"), .words(.pm, "pm|post meridiem"),
  ]

  private static let englishSmallWords: [Entry] = [
    .words(.article, "the"), .words(.of, "of"), .words(.and, "and|&"), .words(.or, "or"),
    .words(.by, "by|due|due by|due on|due at|deadline|deadline is|no later than|not later than"),
    .words(.by, "eta|latest by|at latest by|on or before|no later then|prior to|ahead of|due in"),
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
    .words(.every, "every|each|every other|every second|daily|everyday|weekly|nightly"),
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

  /// What looks like a date, or like a part of one, and is none.
  private static let englishPhrases: [Entry] = [
    .words(
      .blocked,
      """
      second half|first half|second round|night time|good morning|good afternoon|good evening|\
      good night|all day|all night|last minute|date night|happy|merry|week in week out|\
      year over year|year on year|in the sun|next door|black friday deal|i'm at|i am at|we're at|\
      we are at|you're at|you are at|they're at|they are at|he's at|she's at|was at|were at
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
