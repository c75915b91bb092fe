import DueDates
import Testing

/// Text that looks like a date but is not one, in a message or in a phrase for a date, and phrases that are dates. All
/// is written on Wednesday, 11 March 2026, at 10:30.
@Suite struct FalseDateTests {
  private func expectNone(_ text: String, _ name: String) throws {
    #expect(try SampleReading()(text) == "none", "\(name), in a message")
    #expect(
      try SampleReading(reader: SampleReading.phrases)(text) == "none", "\(name), as a phrase")
  }

  @Test(arguments: [
    ("beyond a month", "32 August"), ("beyond this month", "31 April"),
    ("beyond a month, month first", "by June 31"), ("led up to", "in feb 30 2027"),
    ("beyond a month with a year", "29 February 2027"), ("with an ending", "32nd of May 2026"),
    ("no month", "13/13"), ("hour", "at 25:00"), ("minute", "9:61"), ("afternoon", "at 14PM"),
    ("morning", "13 am"), ("an hour of one nought", "listen to 0:50"),
    ("a price before a month", "it was $ 12 May"),
    ("with a time", "31 June at 5pm"), ("with a time behind it", "June 31st at 5pm"),
    ("with its weekday", "Friday, June 31"), ("before its weekday", "30 Feb, Monday"),
    ("numbers with a time", "30/2/2027 at 5pm"), ("year first, with a time", "2027-02-30T10:00"),
    ("a year and noon", "February 29, 2027 noon"), ("the nought", "0 January at 10:00"),
  ])
  func `days and times that do not exist`(name: String, text: String) throws {
    try expectNone(text, name)
  }

  @Test(arguments: [
    ("a step", "4a"), ("a range", "1-2"), ("scores", "they won 6-4 6-3"),
    ("hours or a score", "9-5"), ("a version", "version 5.12"), ("a level", "I'm at 10"),
    ("a version in use", "in 3.12"), ("versions", "between 3.10 and 3.12"), ("a price", "€5.12"),
    ("a telephone", "call me at 555-1234"), ("a picture", "720p"),
    ("a scale", "rate it from 1 to 10"),
    ("somebody's level", "she's at 10"), ("an hour that was", "the call was at 5"),
    ("a value", "it is valued at 8"), ("growth", "it grew by 12"), ("a ticket", "look at 3"),
    ("a decimal", "starts around 0.02"), ("a count", "at 4 out of 10"),
    ("a rating", "only 7/10 would recommend it"), ("a fraction", "it takes 3 1/2 to 4 tries"),
    ("a number of a ticket", "look at 004"), ("a year", "back around 2022 we had none"),
    ("an age", "when I was about 14"), ("one of several", "maybe 2 is another one"),
    ("a release", "I stay with npm@5."), ("thirds", "roughly two-thirds of it"),
    ("a dozen", "above half a dozen it gets hard"),
    ("a range of years", "for about three or four years"),
    ("a count of people", "about 15 to 20 of us"), ("an angle", "test it at 1°"),
    ("a size", "a grid of 4 by 4"), ("a greater size", "the sheet is 400 by 300"),
    ("how long it took", "he ran it in 3:59"), ("how high it goes", "turn it up to 11"),
    ("a change", "from 0 to 3"),
    ("a length", "it ran 24h, then it stopped"),
    ("a floor", "on the sixth floor"), ("a try", "on the fifth try"), ("each day", "each Friday"),
    ("one of two", "the 2nd is better"), ("a storey", "the 12th floor"),
    ("thousandths", "12:30:45.123"), ("a log", "foo 12:59:47 UTC bar"),
    ("a log in brackets", "[12:59:47.123 UTC] started"),
  ])
  func `numbers that count or name something`(name: String, text: String) throws {
    try expectNone(text, name)
  }

  @Test(arguments: [
    ("may", "5 may work as well"), ("one may", "the other one may be able to"),
    ("the present", "it works now"), ("the present goes on", "right now I'm busy"),
    ("a feast's party", "we hung up Christmas lights"), ("a street", "it is 12 March Street"),
    ("what shines", "going out for some sun... see you"), ("a show", "Friday Night Lights is on"),
    ("an address", "the friday.com account"),
    ("of a weekday", "no more monday blues"), ("habits", "Monday mornings are quiet"),
    ("a march", "the march"), ("one march", "a march"),
    ("a stretch", "within the next few days"), ("days to come", "in the coming days"),
    ("weeks to come", "over the next weeks"), ("in German", "in den nächsten Wochen"),
    ("a longer stretch", "over the next couple of weeks"),
    ("a stretch that is over", "the last two weeks were long"),
    ("a length", "it took 3 days"), ("a length that lasts", "away for 2 hours"),
  ])
  func `words that belong to something else`(name: String, text: String) throws {
    try expectNone(text, name)
  }

  @Test(arguments: [
    ("the present", "now", "2026-03-11 10:30"),
    ("the present that is due", "the deadline is now", "2026-03-11 10:30"),
    ("a time with seconds", "12:30:45", "2026-03-11 12:30"), ("a weekday", "sat", "2026-03-14"),
    ("clear numbers", "4.22", "2026-04-22"), ("a day and a month", "5.12", "2026-12-05"),
    ("an hour or so", "5ish", "2026-03-11 17:00"),
    ("a feast and a party", "for the Christmas party", "2026-12-25"),
    ("next year's feast", "thanksgiving in a year", "2027-11-25"),
    ("a day before a small word", "on 12 may works", "2026-05-12"),
    ("a weekday before a name", "on Friday Ben comes", "2026-03-13"),
  ])
  func `a phrase is a date where it can hardly be anything else`(
    name: String, text: String, date: String
  ) throws {
    #expect(try SampleReading(reader: SampleReading.phrases)(text) == date, "\(name)")
  }
}
