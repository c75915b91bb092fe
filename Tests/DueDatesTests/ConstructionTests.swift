import CivilTime
import DueDates
import Testing

/// Phrases, and their meaning to a reader on Wednesday, 11 March 2026, at 10:30.
@Suite struct ConstructionTests {
  private let read = SampleReading()

  @Test(arguments: [
    ("bare name", "Friday", "2026-03-13"), ("with a preposition", "by Friday?", "2026-03-13"),
    ("the name of today", "on Wednesday", "2026-03-18"),
    ("this, later", "this Friday", "2026-03-13"),
    ("this, today", "this Wednesday", "2026-03-11"), ("this, earlier", "this Monday", "2026-03-16"),
    ("next is in the next week", "next Friday", "2026-03-20"),
    ("next, earlier in the week", "due next Tue", "2026-03-17"),
    ("coming", "the coming Thursday", "2026-03-12"),
    ("abbreviation", "on Thu.", "2026-03-12"), ("small abbreviation", "by fri", "2026-03-13"),
    ("small abbreviation at the end", "send it thurs", "2026-03-12"),
    ("before a clause about the past", "by Friday lunch, last year was late", "2026-03-13"),
    ("week after", "Friday week", "2026-03-20"), ("a week on", "a week on Friday", "2026-03-20"),
    ("a week from", "a week from Friday", "2026-03-20"),
    ("in weeks", "Friday in two weeks", "2026-03-27"),
    ("after next", "the Friday after next", "2026-03-20"),
    ("of next week", "Tuesday of next week", "2026-03-17"),
    ("next week before it", "next week on Thursday", "2026-03-19"),
    ("of this week", "Friday of this week", "2026-03-13"),
    ("counted", "two Fridays from now", "2026-03-20"),
    ("part of the day", "Monday morning", "2026-03-16"),
    ("with its date", "Friday, 20 March", "2026-03-20"),
    ("with its day", "Monday the 16th", "2026-03-16"),
    ("with a day months ahead", "Friday the 5th", "2026-06-05"),
    ("nth of a month", "the first Monday of April", "2026-04-06"),
    ("last of a month", "last Friday of the month", "2026-03-27"),
    ("nth that has passed", "first Tuesday of the month", "2026-04-07"),
    ("after another day", "the Monday after Easter", "2026-04-06"),
    ("slip of the keyboard", "by thrusday", "2026-03-12"),
    ("with the number of its day", "Monday 16", "2026-03-16"),
    ("in a week that is counted", "in two weeks on Friday", "2026-03-27"),
    ("in a year that is counted", "two years from now on Thursday", "2028-03-16"),
    ("of something that is led up to", "before Friday's meeting", "2026-03-13"),
    ("with a curly apostrophe", "for Friday’s call", "2026-03-13"),
    ("next, of a doubtful abbreviation", "send it next wed", "2026-03-18"),
    ("a doubtful abbreviation with a capital letter", "will drop it here Wed", "2026-03-18"),
    ("in a sentence that goes on", "I can do it Monday once licences are through", "2026-03-16"),
    ("early", "thursday early then", "2026-03-12"),
    ("each of some people", "two slides each by Monday", "2026-03-16"),
    ("day in words", "to all of us by the twenty-seventh, say", "2026-03-27"),
    ("one word for the day", "the printer gets it on the thirtieth", "2026-03-30"),
    ("day in figures", "the string freeze is the 27th, so hurry", "2026-03-27"),
    ("day in figures, after a verb", "your card expires the 20th.", "2026-03-20"),
    ("what the deadline is", "printer cutoff is 20:00", "2026-03-11 20:00"),
    ("spoken tomorrow", "will ring her tomoz", "2026-03-12"),
    ("spoken afternoon", "I'll call her this aft", "2026-03-11"),
  ])
  func weekdays(name: String, text: String, date: String) throws {
    #expect(try read(text) == date, "\(name)")
  }

  @Test(arguments: [
    ("today", "I'll do it today", "2026-03-11"), ("tomorrow", "till tomorrow", "2026-03-12"),
    ("chat spelling", "tmrw ok?", "2026-03-12"),
    ("day after tomorrow", "the day after tomorrow", "2026-03-13"),
    ("tonight", "tonight", "2026-03-11"), ("this afternoon", "this afternoon", "2026-03-11"),
    ("in the evening", "will look in the evening", "2026-03-11"),
    ("by the evening", "let you know by the evening", "2026-03-11"),
    ("in the morning, which is over", "will look in the morning", "2026-03-12"),
    ("first thing", "first thing tomorrow", "2026-03-12"),
    ("of a morning that is led up to", "for tomorrow morning's call", "2026-03-12"),
    ("one of two", "today/tomorrow", "2026-03-12"),
    ("alternatives", "today or tomorrow", "2026-03-12"),
    ("weeks from today", "today in two weeks", "2026-03-25"),
    ("a week from tomorrow", "tomorrow week", "2026-03-19"),
    ("of something that is led up to", "for tomorrow's meeting", "2026-03-12"),
    ("in the course of it", "in the course of the day", "2026-03-11"),
    ("a range that begins today", "Wed to Fri this week", "2026-03-13"),
  ])
  func `days counted from today`(name: String, text: String, date: String) throws {
    #expect(try read(text) == date, "\(name)")
  }

  @Test(arguments: [
    ("ISO", "due 2026-04-05.", "2026-04-05"), ("ISO with slashes", "2026/4/5", "2026-04-05"),
    ("far year", "by 2099-03-01 5pm", "2099-03-01 17:00"),
    ("day first", "3 May", "2026-05-03"),
    ("day first with ordinal", "the 3rd of May", "2026-05-03"),
    ("month first", "May 3rd", "2026-05-03"),
    ("month first with article", "May the 3rd", "2026-05-03"),
    ("month in small letters", "may 3", "2026-05-03"), ("year", "3 May 2027", "2027-05-03"),
    ("year after a comma", "May 3, 2027", "2027-05-03"), ("short year", "3 May '27", "2027-05-03"),
    ("hyphens", "3-May-2027", "2027-05-03"), ("slash", "May/3", "2026-05-03"),
    ("without a space", "on 3May", "2026-05-03"),
    ("twenty second", "the twenty second of June", "2026-06-22"),
    ("year touching its comma", "Jan 1,2027", "2027-01-01"),
    ("list", "May 3rd, 4th or 5th", "2026-05-05"),
    ("year after the time", "Sun May 3 10:00:00 2026", "2026-05-03 10:00"),
    ("clear numbers", "on 4-22", "2026-04-22"), ("abbreviation", "Sept. 3rd", "2026-09-03"),
    ("in words", "the twenty-first of June", "2026-06-21"),
    ("before it", "before the 3rd of May", "2026-05-03"),
    ("today", "March 11", "2026-03-11"), ("yesterday, so next year", "March 10", "2027-03-10"),
    ("29 February", "Feb 29", "2028-02-29"),
    ("weekday that fits only next year", "Sun, June 6", "2027-06-06"),
    ("weekday that is a slip", "Monday, March 20", "2026-03-20"),
    ("numbers with a preposition", "on 5/12", "2026-05-12"),
    ("numbers with a year", "12.5.2026", "2026-05-12"), ("short year", "12/5/26", "2026-12-05"),
    ("a month above 12", "by 25/4", "2026-04-25"),
    ("weekday decides the order", "Friday 4/12", "2026-12-04"),
    ("the future decides the order", "by 02/10/2026", "2026-10-02"),
    ("full stop at the end", "deadline is 20.03.", "2026-03-20"),
    ("zeros that no fraction has", "demo 08/09", "2026-08-09"),
    ("a month that is doubtful, with a year", "out 3 may 2027 then", "2027-05-03"),
    ("the order that lies ahead", "on 2/5", "2026-05-02"),
    ("a full stop", "by 5.12", "2026-12-05"),
    ("a version and a day", "release 5.12 on Monday", "2026-03-16"),
    ("a day and its weekday", "5.12 on Saturday", "2026-12-05"),
    ("a room before it", "room 40 March 30", "2026-03-30"),
  ])
  func `dates of the calendar`(name: String, text: String, date: String) throws {
    #expect(try read(text) == date, "\(name)")
  }

  @Test(arguments: [
    ("this month", "by the 15th", "2026-03-15"), ("next month", "by the 5th", "2026-04-05"),
    ("a month that has it", "by the 31st", "2026-03-31"), ("today", "by the 11th", "2026-03-11"),
    ("of this month", "20th of this month", "2026-03-20"),
    ("of next month", "the 20th of next month", "2026-04-20"),
    ("next month before it", "next month on the 5th", "2026-04-05"),
    ("without of", "the 21st this month", "2026-03-21"),
    ("without an ending", "on the 27", "2026-03-27"),
    ("first", "on the first of the month", "2026-04-01"),
    ("last day", "last day of the month", "2026-03-31"),
    ("last day of another", "the last day of April", "2026-04-30"),
    ("last but one", "the second last day of May", "2026-05-30"),
    ("last working day", "last working day of May", "2026-05-29"),
    ("first working day", "first business day of August", "2026-08-03"),
  ])
  func `days of the month`(name: String, text: String, date: String) throws {
    #expect(try read(text) == date, "\(name)")
  }

  @Test(arguments: [
    ("days", "in 3 days", "2026-03-14"), ("weeks in words", "in two weeks", "2026-03-25"),
    ("a fortnight", "in a fortnight", "2026-03-25"), ("months", "in 6 months", "2026-09-11"),
    ("years", "in two years", "2028-03-11"), ("within", "within 3 days", "2026-03-14"),
    ("within the next", "within the next two weeks", "2026-03-25"),
    ("next", "over the next 10 days", "2026-03-21"), ("about", "in about a week", "2026-03-18"),
    ("up to", "in up to two weeks", "2026-03-25"), ("one", "in one day", "2026-03-12"),
    ("at most", "in less than a week", "2026-03-18"), ("a choice", "in a day or two", "2026-03-13"),
    ("a range", "in 2-3 days", "2026-03-14"), ("a couple", "in a couple of days", "2026-03-13"),
    ("a unit or two", "in the next day or two", "2026-03-13"),
    ("the next hour", "in the next hour", "2026-03-11 11:30"),
    ("a few", "in a few weeks", "2026-04-01"), ("from now", "6 days from now", "2026-03-17"),
    ("later", "2 weeks later", "2026-03-25"), ("after a day", "2 weeks after Friday", "2026-03-27"),
    ("from a day", "3 days from tomorrow", "2026-03-15"),
    ("before a day", "two days before Easter", "2026-04-03"),
    ("day after", "the day after Christmas", "2026-12-26"),
    ("hours", "in 2 hours", "2026-03-11 12:30"), ("minutes", "in 45 mins", "2026-03-11 11:15"),
    ("half an hour", "in half an hour", "2026-03-11 11:00"),
    ("an hour from today", "today in an hour", "2026-03-11 11:30"),
    ("seconds", "in 100 seconds", "2026-03-11 10:31"),
    ("an hour and a half", "in an hour and a half", "2026-03-11 12:00"),
    ("two and a half", "in 2 and a half hours", "2026-03-11 13:00"),
    ("decimal", "in 1.5 hours", "2026-03-11 12:00"), ("fraction", "in 1/2 h", "2026-03-11 11:00"),
    ("quarters", "in three-quarters of an hour", "2026-03-11 11:15"),
    ("letters", "in 1d 2hr 5min", "2026-03-12 12:35"),
    ("hours and minutes", "in 1h30", "2026-03-11 12:00"),
    ("before a time", "24 hours before Friday 5pm", "2026-03-12 17:00"),
    ("timer", "set a timer for 20 minutes", "2026-03-11 10:50"),
    ("next to a time", "3pm in 2 days", "2026-03-13 15:00"),
    ("over midnight", "in 20 hours", "2026-03-12 06:30"),
    ("with a time", "in 2 days at 5pm", "2026-03-13 17:00"),
    ("business days", "in 3 business days", "2026-03-16"),
    ("working days", "within two working days", "2026-03-13"),
    ("next business day", "by next business day", "2026-03-12"),
  ])
  func spans(name: String, text: String, date: String) throws {
    #expect(try read(text) == date, "\(name)")
  }

  @Test(arguments: [
    ("EOD", "by EOD", "2026-03-11"), ("COB of a day", "COB Friday", "2026-03-13"),
    ("a day and EOD", "tomorrow EOD", "2026-03-12"),
    ("in words", "by close of business on Thursday", "2026-03-12"),
    ("end of the day", "by the end of the day", "2026-03-11"),
    ("end of a day", "by end of Friday", "2026-03-13"),
    ("end of the next day", "by the end of the next business day", "2026-03-12"),
    ("EOW", "by EOW", "2026-03-13"),
    ("end of the week", "by the end of the week", "2026-03-13"),
    ("end of next week", "end of next week", "2026-03-20"), ("EOM", "before EOM", "2026-03-31"),
    ("end of next month", "end of next month", "2026-04-30"),
    ("end of a month", "by the end of April", "2026-04-30"),
    ("end of a month with a year", "end of Feb 2028", "2028-02-29"),
    ("EOQ", "EOQ", "2026-03-31"), ("end of the quarter", "end of next quarter", "2026-06-30"),
    ("a quarter by number", "by end of Q3", "2026-09-30"), ("EOY", "EOY", "2026-12-31"),
    ("end of a year", "by the end of 2027", "2027-12-31"),
    ("middle of a month", "by mid-April", "2026-04-15"),
    ("middle of a week", "mid next week", "2026-03-18"),
    ("beginning of a month", "early June", "2026-06-01"),
    ("beginning of a week", "beginning of next week", "2026-03-16"),
    ("later in a period", "later this month", "2026-03-31"),
    ("month's end", "by month's end", "2026-03-31"),
    ("middle of a year", "by mid 2027", "2027-06-30"),
    ("whole week", "next week", "2026-03-20"),
    ("week after next", "the week after next", "2026-03-27"),
    ("whole month", "by April", "2026-04-30"), ("weekend", "this weekend", "2026-03-15"),
    ("until the weekend", "by weekend", "2026-03-15"),
    ("before the weekend", "before the weekend", "2026-03-13"),
    ("before another weekend", "I'll send it before next weekend", "2026-03-20"),
    ("over the weekend", "I'll look over the weekend", "2026-03-15"),
    ("week by number", "by week 15", "2026-04-10"),
    ("week of a date", "the week of May 4th", "2026-05-08"),
    ("at the latest", "end of the month at the latest", "2026-03-31"),
    ("start of business", "by start of business", "2026-03-12"),
    ("start of the day", "before the start of the day", "2026-03-12"),
    ("a person's day", "I'll have it ready before your day begins", "2026-03-12"),
    ("a person's working day", "before their working day starts", "2026-03-12"),
    ("start of a named day", "by start of business on Monday", "2026-03-16"),
    ("start of a day by number", "by start of business on the 20th", "2026-03-20"),
    ("start of a date", "by start of business, 20 March", "2026-03-20"),
    ("start of a day in brackets", "by start of business (Friday)", "2026-03-13"),
    ("start in a period", "by start of business next week", "2026-03-20"),
    ("start after a span", "by start of business in two days", "2026-03-13"),
    ("start of a holiday", "before start of business on Christmas", "2026-12-25"),
    ("start in a zone", "by start of business EST on Friday", "2026-03-13"),
    ("start, and something else", "by start of business, please", "2026-03-12"),
  ])
  func periods(name: String, text: String, date: String) throws {
    #expect(try read(text) == date, "\(name)")
  }

  @Test(arguments: [
    ("hour", "tomorrow 3pm", "2026-03-12 15:00"),
    ("dots", "tomorrow at 3 p.m.", "2026-03-12 15:00"),
    ("minutes", "tomorrow at 3:15 pm", "2026-03-12 15:15"),
    ("24 hours", "tomorrow at 15:15", "2026-03-12 15:15"),
    ("with h", "tomorrow 15h15", "2026-03-12 15:15"),
    ("full stop", "tomorrow at 15.15", "2026-03-12 15:15"),
    ("without a colon", "3 May 1515", "2026-05-03 15:15"),
    ("afternoon without pm", "tomorrow at 3", "2026-03-12 15:00"),
    ("morning without am", "tomorrow at 9", "2026-03-12 09:00"),
    ("o'clock", "9 o'clock tomorrow", "2026-03-12 09:00"),
    ("in the evening", "8 in the evening", "2026-03-11 20:00"),
    ("tonight", "8 tonight", "2026-03-11 20:00"),
    ("evening of a day", "9 tomorrow evening", "2026-03-12 21:00"),
    ("noon", "noon tomorrow", "2026-03-12 12:00"),
    ("half past, as the British say", "at half three tomorrow", "2026-03-12 15:30"),
    ("half of something", "half two of them", "none"),
    ("after a weekday in brackets", "on 5/22(Fri) 3pm", "2026-05-22 15:00"),
    ("after brackets and a hyphen", "due 2026-05-22(Fri)-15:00", "2026-05-22 15:00"),
    ("half past", "half past 3", "2026-03-11 15:30"),
    ("quarter past", "quarter past three pm", "2026-03-11 15:15"),
    ("quarter to", "tomorrow quarter to five", "2026-03-12 16:45"),
    ("minutes past", "20 past 3pm", "2026-03-11 15:20"),
    ("in words", "at ten thirty tomorrow", "2026-03-12 10:30"),
    ("before the day", "5pm on Friday", "2026-03-13 17:00"),
    ("at sign", "Friday @ 5pm", "2026-03-13 17:00"),
    ("o'clock and pm", "3 o'clock pm tomorrow", "2026-03-12 15:00"),
    ("capitals apart", "tomorrow 4:15 AM", "2026-03-12 04:15"),
    ("spaces", "tomorrow at 3 30 p.m.", "2026-03-12 15:30"),
    ("slip", "3pmTuesday", "2026-03-17 15:00"), ("24:00", "Friday 24:00", "2026-03-14 00:00"),
    ("alone", "by 5pm", "2026-03-11 17:00"), ("alone, without pm", "by 5", "2026-03-11 17:00"),
    ("alone, already past", "by 9am", "2026-03-12 09:00"),
    ("midnight", "by midnight", "2026-03-12 00:00"),
    ("midnight of a day", "Friday at midnight", "2026-03-13 23:59"),
    ("ISO", "2026-04-05T12:00Z", "2026-04-05 12:00"),
    ("after a time", "tomorrow after 4pm", "2026-03-12"),
    ("about an hour", "tomorrow at 5ish", "2026-03-12 17:00"),
    ("about an hour, with a hyphen", "Friday 3:30-ish", "2026-03-13 15:30"),
    ("about an hour alone", "see you 5ish", "2026-03-11 17:00"),
    ("about an hour, apart", "call me 5:30 ish", "2026-03-11 17:30"),
    ("about people", "5ish people", "none"),
    ("a letter beside a day", "730p tomorrow", "2026-03-12 19:30"),
    ("about noon", "tomorrow mid-day-ish", "2026-03-12 12:00"),
    ("24 hours and pm", "tomorrow 15:30 pm", "2026-03-12 15:30"),
  ])
  func `times of day`(name: String, text: String, date: String) throws {
    #expect(try read(text) == date, "\(name)")
  }

  @Test(arguments: [
    ("days of a month", "July 13-15", "2026-07-15"), ("day first", "13 to 15 July", "2026-07-15"),
    ("two months", "April 28 - May 2", "2026-05-02"),
    ("over new year", "Dec 30 to Jan 2", "2027-01-02"),
    ("year at the end", "Aug 10 - Nov 12, 2026", "2026-11-12"),
    ("weekdays", "from Monday to Wednesday", "2026-03-18"), ("hyphen", "Mon-Wed", "2026-03-18"),
    ("between", "between the 21st and the 23rd", "2026-03-23"),
    ("times", "tomorrow 9:30-11:00", "2026-03-12 11:00"),
    ("times with pm", "Friday 3-4pm", "2026-03-13 16:00"),
    ("hours", "Friday 9 to 5", "2026-03-13 17:00"),
    ("afternoon hours", "tomorrow 2 to 6", "2026-03-12 18:00"),
    ("pm only at the start", "3pm to 7 tomorrow", "2026-03-12 19:00"),
    ("before the day", "10-11:30 on Friday", "2026-03-13 11:30"),
    ("numbers", "12.9. - 14.9.", "2026-09-14"),
    ("numbers of one month", "05-06.10.26", "2026-10-06"),
    ("until", "8am until 6 tomorrow", "2026-03-12 18:00"),
  ])
  func `ranges end on the deadline`(name: String, text: String, date: String) throws {
    #expect(try read(text) == date, "\(name)")
  }

  @Test(arguments: [
    ("a plan for a holiday", "the leave planner for Christmas by Friday", "by Friday"),
    ("the second half", "pay the second half by the 30th.", "by the 30th"),
    ("a version", "I'll release version 2.4 on Thursday", "Thursday"),
    ("a version in March", "we ship 3.1 on Monday", "Monday"),
  ])
  func `what a list is for does not change its deadline`(
    name: String, text: String, words: String
  ) throws {
    let (found, own) = (try SampleReading.deadlines(text), try read(words))
    #expect(found.last == own, "\(name): \(found)")
  }

  @Test(arguments: [
    ("yesterday", "I did it yesterday"), ("yesterday's time", "yesterday at 5pm"),
    ("a time yesterday", "at 3pm yesterday"), ("last weekday", "sent it last Friday"),
    ("last weekday with its date", "last Friday, March 6th"), ("past", "this past Monday"),
    ("ago", "3 weeks ago"), ("ago, with a time", "2 days ago at 5pm"),
    ("ago, from a day", "3 years ago tomorrow"),
    ("last week", "Tuesday of last week"),
    ("last period", "last 2 weeks"), ("last night", "it broke last night"),
    ("a year that has passed", "on 3 May 2020"), ("ISO", "2026-03-10"), ("numbers", "by 3/4/2019"),
    ("a time that has passed today", "today at 9:30am"),
    ("range that has passed", "Aug 10 - Nov 12, 2011"),
    ("a weekday that fits the date just past", "Monday, March 9"),
    ("a month that was", "the first Monday of last month"),
    ("a log line", "[2026-03-01 12:00:00] INFO start"),
  ])
  func `the past is no deadline`(name: String, text: String) throws {
    #expect(try read(text) == "none", "\(name)")
  }

  @Test(arguments: [
    ("after", "after Friday"), ("since", "since Monday"), ("not before", "not before Friday"),
    ("from", "from Monday on"), ("starting", "starting May 20th"), ("or later", "3pm or later"),
    ("for a length", "for 3 days"), ("a length", "it took 2 hours"), ("every", "every Friday"),
    ("plural", "on Fridays"), ("plural with a time", "Tuesdays at 9am"), ("each", "3pm each day"),
    ("daily", "daily at 9am"), ("for a period", "plans for the next quarter"),
    ("of a period", "the sales of this year"), ("greeting", "happy new year!"),
    ("soon", "brb in a minute"), ("now", "working on it right now"),
    ("sums up", "At the end of the day, it works."),
    ("when days start", "your day begins early"), ("not by it", "at start of business"),
    ("start of something else", "before start of day care"),
  ])
  func `beginnings, lengths and habits are no deadlines`(name: String, text: String) throws {
    #expect(try read(text) == "none", "\(name)")
  }

  @Test(arguments: [
    ("may", "you may want to look"), ("may and numbers", "I have 2 may be 3 issues"),
    ("march", "we march on"), ("sun", "the sun is shining"), ("sat", "I sat down"),
    ("wed", "they wed"), ("next of its kind", "the next sat image"),
    ("what belongs to a day", "Friday's meeting was good"), ("of today", "send today's minutes"),
    ("second", "one second please"), ("second thing", "the second option"),
    ("mar", "mar the surface"),
    ("version", "version 1.2.3 is out"), ("short version", "we fixed it in 1.1."),
    ("date-like version", "v2.10.26"),
    ("score", "we won 3-2"), ("score with colon", "it was 3:2"), ("price", "it costs $5.10"),
    ("price with comma", "5,10 € each"), ("ratio", "use 16:9"), ("fraction", "4/5 tests pass"),
    ("always", "24/7 support"), ("phone", "call 555-123-4567"), ("long phone", "+86 138-2010-2015"),
    ("address", "ping 10.0.0.1"), ("ticket", "see DS-618 and #1234"),
    ("numbered", "PR 12/15 is done"),
    ("page", "page 3 of 5"), ("count", "at 10 people"), ("points", "I'm at 101,194 points!"),
    ("decimal", "rates were at 6.45 percent"),
    ("web address", "https://example.com/2026/04/05/may-5"),
    ("code", "run `date 2026-04-05` first"), ("code block", "```\ndue 2026-04-05\n```"),
    ("identifier", "rename due_friday_2 and fridayJob"), ("file", "open 2026-04-05_notes.txt"),
    ("mail", "friday@example.com"), ("no such day", "February 30"), ("no such month", "2026-13-01"),
    ("no such time", "at 25:12"),
    ("one to one", "schedule me a 1:1"), ("year alone", "in 2027 BC"),
    ("a code", "object 133-03-03-2027"),
    ("quarter of a coin", "a quarter of it"), ("half", "the second half of 2026"),
  ])
  func `other words and numbers are no dates`(name: String, text: String) throws {
    #expect(try read(text) == "none", "\(name)")
  }
}
