/// Days, months and what stands around them where they tell when something is due, folded and whole.
enum CalendarWords {
  static let weekdays = words(
    """
    monday tuesday wednesday thursday friday saturday sunday mon tue tues wed thu thur thurs fri sat
    sun mondays tuesdays wednesdays thursdays fridays saturdays sundays
    montag dienstag mittwoch donnerstag freitag samstag sonnabend sonntag
    """)
  static let months = words(
    """
    january february march april may june july august september october november december
    jan feb mar apr jun jul aug sep sept oct nov dec
    januar februar marz mai juni juli oktober dezember okt dez
    """)
  /// Days that are told from today.
  static let relative = words(
    "today tomorrow tonight yesterday heute morgen ubermorgen gestern weekend noon midnight")

  static let all = weekdays.union(months).union(relative)

  private static func words(_ text: String) -> Set<String> {
    Set(text.split(whereSeparator: \.isWhitespace).map(String.init))
  }
}
