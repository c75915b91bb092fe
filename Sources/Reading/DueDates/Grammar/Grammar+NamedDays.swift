import CivilTime

/// Reads weekdays, days relative to today, and parts of a day. Also reads `this`, `next` and `last` for other rules.
extension Grammar {
  /// Reads `this`, `next`, `the coming` or `last`, with articles around it.
  func qualifier(at start: Int) -> (which: Which, end: Int) {
    var which = Which.plain
    var index = start
    for _ in 0..<4 {
      guard token(index).kind == .word, index == start || token(index).gap == .space else { break }
      if has(index, .article), !has(index, .cardinal) || index == start {
        index += 1
      } else if has(index, .this) {
        if which == .plain { which = .this }
        index += 1
      } else if has(index, .coming) {
        which = .this == which ? .this : .coming
        index += 1
      } else if has(index, .next) {
        which = .next
        index += 1
      } else if has(index, .last) {
        which = .last
        index += 1
      } else {
        break
      }
    }
    return (which, index)
  }

  /// Reads `Friday`, `next Tue`, `Friday week`, `Monday two weeks from now`, `the Friday after Easter`.
  func weekday(at start: Int) -> Found? {
    if let found = countedWeekday(at: start) { return found }
    let (which, index) = qualifier(at: start)
    guard has(index, .weekday), let weekday = word(index).weekday,
      isOpen(before: index) || has(index - 1, [.am, .pm])
    else { return nil }
    var end = index + 1
    if isMark(end, "."), touches(end), has(index, .short) {
      let next = token(end + 1)
      if next.kind == .outside || next.gap != .line { end += 1 }
    }
    let isGenitive = hasApostrophe(index)
    if has(index, .plural), !isGenitive, which == .plain || which == .coming {
      return nothing(upTo: end, .weekday(weekday, .plain))
    }
    if which == .last { return nothing(upTo: end, .weekday(weekday, .last)) }
    guard isClosed(at: end) || isMark(end, "/") || isNumber(end) && has(end - 1, .short) else {
      return nil
    }
    if touches(end), isNumber(end) { return nil }
    // An abbreviation is more certain with a capital letter, with a full stop, or last in its phrase.
    var force = Reading.Force.plain
    if has(index, .doubtful), !isWritten(index, as: "Wed", "Weds") { force = .weak }
    if has(index, .short), !token(index).isCapitalised, !isMark(end - 1, "."),
      !endsPhrase(at: end) || has(index, .doubtful)
    {
      force = .weak
    }
    // `Friday's meeting` may be past; `before Friday's meeting` is ahead.
    if isGenitive || which == .plain && !endsPhrase(at: end) && !isBeforeVerb(index, end) {
      force = .weak
    }
    if which != .plain {
      // `the next sat` is a day, `the next sat image` is not.
      let isDay = !has(index, .doubtful) || which == .next && endsPhrase(at: end)
      force = max(force, isDay ? .plain : .weak)
    }
    // `the sun` is not a day, but `am Fr.` is.
    if has(index, .doubtful), has(index - 1, .article), !has(index - 1, .on) { return nil }
    var reading = day(.weekday(weekday, which), .weekday, force)
    reading.part = word(index).part
    if let (week, after) = weeksAfter(at: end) {
      reading.day = .weekday(weekday, week)
      reading.force = .certain
      // Some people call next week's Friday `next Friday`, so the one after it is a week later.
      if has(end, .after) {
        let nextMonday = reference.today.monday.adding(days: 7)
        reading.leeway = .either(nextMonday.onOrAfter(weekday).adding(days: 7))
      }
      end = after
    }
    // the Friday after Easter
    if which == .plain, has(end, [.after, .before]), let base = baseDate(at: end + 1) {
      let date =
        has(end, .after)
        ? base.date.adding(days: 1).onOrAfter(weekday)
        : base.date.adding(days: -7).onOrAfter(weekday)
      return (day(.date(date), .weekday, .certain), base.end)
    }
    return (reading, end)
  }

  /// Whether a word in lower case follows a capitalised weekday, as in `lass ihn Freitag liefern`.
  ///
  /// In languages that capitalise nouns, the word is then not a noun.
  private func isBeforeVerb(_ index: Int, _ end: Int) -> Bool {
    let next = token(end)
    return lexicon.capitalisesNouns(token(index).word) && token(index).isCapitalised
      && next.kind == .word && next.gap == .space && !next.isCapitalised
  }

  /// Whether a word inside a sentence is spelled exactly like one of the forms.
  private func isWritten(_ index: Int, as forms: String...) -> Bool {
    token(index - 1).kind == .word && token(index).gap == .space && forms.contains(text(index))
  }

  /// Whether a word has an apostrophe, which the lexicon ignores: `Friday's` is not `Fridays`.
  private func hasApostrophe(_ index: Int) -> Bool {
    let token = token(index)
    let word = bytes[Int(token.start)..<Int(token.end)]
    // A curly apostrophe is E2 80 99; no letter of a weekday begins with E2.
    return word.contains { $0 == UInt8(ascii: "'") || $0 == 0xE2 }
  }

  /// Reads the words that postpone a weekday, after it: `week`, `in two weeks`, `two weeks from now`, `after next`.
  private func weeksAfter(at index: Int) -> (Which, end: Int)? {
    guard token(index).gap == .space else { return nil }
    if has(index, .unit), word(index).unit == .week, letter(index) == nil, endsPhrase(at: index + 1)
    {
      return (.later(1), index + 1)
    }
    if has(index, .after), has(index + 1, .next) { return (.later(1), index + 2) }
    let isIn = has(index, .in)
    guard let (span, end) = isIn ? lengthAhead(at: index + 1) : length(at: index),
      span.days % 7 == 0, span.days > 0, span.months == 0, !span.isExact, span.businessDays == 0
    else { return nil }
    if isIn { return (.weeks(span.days / 7), end) }
    return has(end, .later) ? (.weeks(span.days / 7), end + 1) : nil
  }

  /// Reads `4 Tuesdays from now`, `in two Fridays`.
  private func countedWeekday(at start: Int) -> Found? {
    let isIn = has(start, .in)
    guard let (count, index) = cardinal(at: isIn ? start + 1 : start), (1...200).contains(count),
      has(index, .weekday), let weekday = word(index).weekday, token(index).gap == .space,
      isIn || has(index + 1, .later)
    else { return nil }
    let first = reference.today.adding(days: 1).onOrAfter(weekday)
    let end = has(index + 1, .later) ? index + 2 : index + 1
    return (day(.date(first.adding(days: (count - 1) * 7)), .weekday, .certain), end)
  }

  /// Reads `today`, `tomorrow`, `tonight`, `yesterday`.
  func relativeDay(at index: Int) -> Found? {
    guard has(index, .relativeDay), isOpen(before: index) else { return nil }
    let word = word(index)
    let end = index + 1
    guard isClosed(at: end) || isMark(end, "/") else { return nil }
    if word.shift < 0 { return nothing(upTo: end) }
    let date = reference.today.adding(days: word.shift)
    // today in two weeks, tomorrow week
    if let (which, after) = weeksAfter(at: end) {
      switch which {
      case .weeks(let count), .later(let count):
        return (day(.date(date.adding(days: 7 * count)), .span, .certain), after)
      default: break
      }
    }
    // `today's agenda` is not a deadline; `for tomorrow's meeting` is.
    var reading = day(.date(date), .relativeDay, hasApostrophe(index) ? .weak : .certain)
    if word.part == .tonight { reading.part = .tonight }
    return (reading, end)
  }

  /// Reads `this morning`, `in the evening`, `late afternoon`: a part of an adjacent day, or of today.
  func dayPart(at start: Int, hasNeighbour: Bool) -> Found? {
    var index = start
    if has(index, [.in, .at]) { index += 1 }
    let (which, next) = qualifier(at: index)
    index = next
    while has(index, [.early, .late, .middle]), index < start + 5 { index += 1 }
    if isMark(index, "-"), index > start { index += 1 }
    if hasNeighbour, index > start, !has(index, [.dayPart, .unit, .am, .pm]), which == .plain,
      has(index - 1, [.early, .late]), endsPhrase(at: index)
    {
      // Thursday the 30th, early
      return (Reading(force: .faint, form: .clock), index)
    }
    // `Monday mornings` recur every week, `Monday morning's meeting` does not.
    guard has(index, .dayPart), !has(index, .every) || hasApostrophe(index),
      !has(index, .relativeDay) || index > start || hasNeighbour, let part = word(index).part,
      token(index).kind == .word, isClosed(at: index + 1) || isMark(index + 1, "/")
    else { return nil }
    var reading = Reading(part: part, force: .faint, form: .relativeDay)
    if hasNeighbour { return (reading, index + 1) }
    switch which {
    case .this where part == .noon: return nil
    case .this:
      // In the afternoon, this morning is over.
      let over: [DayPart: Int] = [.morning: 720, .noon: 840, .afternoon: 1140]
      if reference.minute >= over[part] ?? 1440 { return nothing(upTo: index + 1) }
      reading.day = .date(reference.today)
      reading.force = .certain
    case .last: return nothing(upTo: index + 1)
    default:
      // `in the evening` is this evening; `evening` alone may only accompany a time.
      let before = has(start - 1, .article) ? start - 2 : start - 1
      guard has(start, .in) || has(before, [.in, .by]), endsPhrase(at: index + 1) else { break }
      let isOver =
        part == .morning && reference.minute >= 600
        || part == .afternoon && reference.minute >= 1080
      reading.day = .date(reference.today.adding(days: isOver ? 1 : 0))
      reading.force = .plain
    }
    return (reading, index + 1)
  }
}
