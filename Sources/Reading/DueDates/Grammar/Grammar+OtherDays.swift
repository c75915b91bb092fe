import CivilTime

/// Finds the other days that a statement's words may mean, and makes statements of words that only hint at a deadline.
extension Grammar {
  /// Returns the other days that a statement's words may mean: sorted, unique, none in the past, at most a hundred.
  func others(of stated: DateStatement, at start: Int) -> [CivilDate] {
    let reading = stated.reading
    guard stated.dueDate != nil || stated.isHint else { return [] }
    let words = stated.prefix.start..<max(stated.prefix.start, stated.end)
    let isVague = stated.prefix.isAround || words.contains { has($0, .vague) }
    var days = resolver.others(of: reading, isVague: isVague)
    if stated.isHint, let day = resolver.date(of: reading) { days.append(day) }
    let first = reading.form == .period ? days.min() : resolver.date(of: reading)
    let isBefore = (stated.prefix.start..<start).contains { has($0, .before) }
    if let first, isBefore || reading.form == .period && stated.prefix.cue == .deadline {
      // `before Monday` may also mean Sunday or Friday.
      let eve = first.adding(days: -1)
      days += [eve, Resolver.workday(onOrBefore: eve)]
    }
    let known = stated.dueDate?.date
    let ahead = Set(days).filter { $0 >= reference.today && $0 != known }
    return Array(ahead.sorted().prefix(100))
  }

  /// Makes a statement of words that are too weak for a deadline but may be meant as one.
  ///
  /// Examples are `will do it thurs`, `merge it during April` and `by the evening meeting`. The words are not consumed.
  func hint(of reading: Reading, at start: Int, _ prefix: Prefix) -> DateStatement? {
    let isDay =
      reading.force == .weak && reading.day != nil
      && (reading.form != .period || token(start).isCapitalised)
    let isPart =
      reading.day == nil && reading.clock == nil && reading.part != nil
      && (has(start, .in) || has(start - 1, [.in, .by])
        || has(start - 1, .article) && has(start - 2, [.in, .by]))
    guard isDay || isPart else { return nil }
    var stated = DateStatement(reading: reading, prefix: prefix, end: start)
    stated.isHint = true
    return stated
  }

  /// Reads `during the week`: some day of this week.
  func hintOfWeek(at start: Int, _ prefix: Prefix) -> DateStatement? {
    guard has(start, .unit), word(start).unit == .week, has(start - 1, .article),
      token(start - 2).kind == .word, !has(start - 2, .of), letter(start) == nil,
      endsPhrase(at: start + 1)
    else { return nil }
    let week = day(.week(reference.today.monday), .period, .weak)
    var stated = DateStatement(reading: week, prefix: prefix, end: start)
    stated.isHint = true
    return stated
  }
}
