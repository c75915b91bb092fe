/// Recognises a date at either end of a task. The list shows it in its own column.
enum DayPhrase {
  private static let days = TaskLine.table(
    """
    monday tuesday wednesday thursday friday saturday sunday mon tue tues wed weds thu thur thurs fri sat sun
    january february march april june july august september october november december today tomorrow tomoz tmrw tmr
    tmw tonight eod eow cob noon midnight asap now later soon week weekend month morning afternoon evening arvo
    latest night lunch lunchtime year immediately first-thing dahin ladenschluss monatsende feierabend montag
    dienstag mittwoch donnerstag freitag samstag sonntag sonnabend mo di mi do fr sa so januar februar märz mai juni
    juli oktober dezember heute heut morgen übermorgen gleich jetzt sofort nachher später woche wochenende monat
    mittag abend vormittag nachmittag früh heuer baldmöglichst bald spätestens uhr montags dienstags mittwochs
    donnerstags freitags nächstens demnächst
    """)
  /// Days that count only after a word that introduces a date.
  private static let short = TaskLine.table(
    "mo di mi do so sat sun mai fr sa march may first-thing")
  private static let leads = TaskLine.table(
    """
    by over before after until till til on at this next end the of no than in within am bis vor ab noch im um zum
    ende der des dem den diese diesen dieser nächste nächsten nächster kommende kommenden kommender spätestens gegen
    eod first thing later sometime early late und
    """)
  private static let prepositions = TaskLine.table(
    """
    ab nach vor for about since of to with from in and vs the für von vom zu zur seit wegen mit und der die das den
    dem a our my your per über
    """)

  static func isDay(_ key: String) -> Bool { days.contains(key) || key.hasPrefix("nächste") }

  private static func isTime(_ key: String) -> Bool {
    guard let first = key.first, first.isNumber, key.count < 11 else { return false }
    return key.allSatisfy { $0.isNumber || ".:/-".contains($0) }
      || ["am", "pm", "th", "st", "nd", "rd", "h", "ish"].contains { key.hasSuffix($0) }
  }

  private static func isStrong(_ key: String, after lead: String) -> Bool {
    if short.contains(key) {
      return ["by", "bis", "am", "on", "before", "till", "until", "ab", "vor"].contains(lead)
    }
    if days.contains(key) { return true }
    return isTime(key)
      && (["by", "bis", "before", "till", "until", "am", "um"].contains(lead)
        || lead == "on" && key.last?.isLetter == true
        || key.last.map { "mh".contains($0) } == true)
  }

  private static func belongs(_ key: String) -> Bool {
    key == "work" || days.contains(key) || leads.contains(key) || isTime(key) || short.contains(key)
  }

  /// Removes a date from the end of the words, and with `frontToo` also from their beginning.
  static func strip(_ words: [(key: String, text: String)], frontToo: Bool) -> [(
    key: String, text: String
  )] {
    var words = words[...]
    var start = words.endIndex
    while start > words.startIndex, belongs(words[start - 1].key) { start -= 1 }
    // In "report 3 by Friday", only the certain part is a date.
    while start < words.endIndex, !leads.contains(words[start].key),
      !isStrong(words[start].key, after: "")
    { start += 1 }
    while start < words.endIndex,
      ["of", "in", "und", "the", "der", "den", "dem", "des", "no"].contains(words[start].key),
      !isDated(words[start...].prefix(2)), !isDated(words[start...].prefix(3))
    { start += 1 }
    if start > words.startIndex, prepositions.contains(words[start - 1].key) {
      // In "for next week by Thursday", the second date is the deadline.
      start = words[start...].firstIndex { ["by", "bis", "before"].contains($0.key) } ?? start
    }
    if isDated(words[start...]), start > words.startIndex,
      !prepositions.contains(words[start - 1].key)
    {
      words = words[..<start]
    }
    if frontToo {
      // "das Angebot bis Freitag an Frau Brandt".
      if let place = words.indices.first(where: {
        ["bis", "heute", "heut", "übermorgen"].contains(words[$0].key)
      }),
        place == words.startIndex || !prepositions.contains(words[place - 1].key)
      {
        var end = place + 1
        while end < words.endIndex,
          days.contains(words[end].key) || isTime(words[end].key)
            || words[end].key.hasPrefix("nächste")
        { end += 1 }
        if isDated(words[place..<end]) { words = ArraySlice(words[..<place] + words[end...]) }
      }
      var end = words.startIndex
      while end < words.endIndex, belongs(words[end].key) { end += 1 }
      while end > words.startIndex,
        !isStrong(words[end - 1].key, after: end - 1 > words.startIndex ? words[end - 2].key : ""),
        !isTime(words[end - 1].key)
      { end -= 1 }
      if isDated(words[..<end]) { words = words[end...] }
    }
    return Array(words)
  }

  private static func isDated(_ words: ArraySlice<(key: String, text: String)>) -> Bool {
    words.indices.contains {
      // "by the 3rd"
      let lead = words[..<$0].last { $0.key != "the" }
      return isStrong(words[$0].key, after: lead?.key ?? "")
    }
  }
}
