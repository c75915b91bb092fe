/// The prepositions before a date or time, as `Grammar.prefix` reads them: evidence for or against a deadline.
struct Prefix {
  /// The first token of the whole expression.
  var start: Int
  var cue = DueDate.Cue.none
  /// Whether a preposition shows that numbers are a date: `on`, `in`, `for`, `to`.
  var isPreposition = false
  /// Whether the words before a number may make it an hour: `at`, `by`.
  var isAt = false
  var isAround = false
  var isOn = false
  var isFor = false
  var isOf = false
  var isFrom = false
  var isBetween = false
  /// Whether a word rules out a deadline, because it marks a beginning or a recurring day.
  var isNoDeadline = false
}

extension Grammar {
  /// Reads the prepositions before a date, from right to left, but not left of `limit`.
  func prefix(before start: Int, limit: Int) -> Prefix {
    var prefix = Prefix(start: start)
    var hasPreposition = false
    var index = start - 1
    while index >= max(limit, start - 5), token(index + 1).gap != .line {
      if has(index, .blocked) && !hasPreposition || isEvery(index) {
        // every Friday, happy Easter; not `the second half by Friday`
        prefix.isNoDeadline = true
      } else if has(index, .around) && !has(index, .unit) || isMark(index, "~") {
        // `around two` may be people; `around 1030` is a time.
        let isSure = token(start).digits >= 4 || setting == .phrase && !has(index, .doubtful)
        if index == start - 1, isSure { prefix.isAt = true }
        prefix.isAround = true
      } else if has(index, .article), !has(index, [.by, .on, .weekday, .cardinal]), !hasPreposition
      {
        // the 15th
      } else if has(index, [.after, .since]), !has(index, .by) {
        prefix.isNoDeadline = true
      } else if has(index, .by) || isMark(index, ":") && has(index - 1, .by) {
        // `stop by at six` is not a deadline.
        if has(index + 1, .at) { break }
        prefix.cue = .deadline
        prefix.isAt = prefix.isAt || !hasPreposition
        hasPreposition = true
        if isMark(index, ":") { index = max(limit, index - 1) }
      } else if prefix.cue == .deadline, has(index, .from) {
        // `Ich rufe die Leute ab bis Sonntag`: the word belongs to the verb.
        break
      } else if has(index, [.from, .between]) {
        prefix.isFrom = prefix.isFrom || has(index, .from)
        prefix.isBetween = true
      } else if hasPreposition {
        break
      } else if isMark(index, "@") && isOpen(before: index) || has(index, .at) {
        prefix.isAt = true
        hasPreposition = true
      } else if has(index, .of), !has(index, .in) {
        prefix.isOf = true
        break
      } else if has(index, [.on, .in, .for, .within])
        || has(index, .to) && index == start - 1 && !has(start, [.in, .within])
      {
        prefix.isFor = has(index, .for)
        prefix.isOn = has(index, .on)
        prefix.isPreposition = true
        hasPreposition = true
      } else {
        break
      }
      prefix.start = index
      index -= 1
    }
    // `maybe by Friday`: the doubt is not part of the expression.
    while prefix.start < start, has(prefix.start, .around), has(prefix.start, .doubtful) {
      prefix.start += 1
    }
    return prefix
  }

  /// Whether a word makes the date after it recur: `every Friday`, `alle zwei Wochen`.
  ///
  /// In `alle bis Freitag` and `von jedem bis Freitag`, `alle` and `jedem` mean people.
  func isEvery(_ index: Int) -> Bool {
    guard has(index, .every), has(index, .doubtful) else { return has(index, .every) }
    let counted: DateRoles = [.cardinal, .ordinal, .unit, .weekday, .dayPart, .month, .weekend]
    return isNumber(index + 1) || has(index + 1, counted)
  }
}
