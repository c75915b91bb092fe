package import CivilTime

/// Finds deadlines in text: words that say by when, and the day or time that they mean.
///
/// It is pure: the same text, reference, zone and options always give the same answer. Conventions: weeks begin on
/// Monday and their work ends on Friday; `next Tuesday` is the one in the next calendar week; a weekday or a date
/// without a year is the next one; `by X`, `EOD` and a range end on that day, and so does a named period; a part of the
/// day (`Monday morning`) is that day, without a time; of an hour without am or pm, 1 to 6 are in the afternoon; a time
/// without a zone is on the reader's clock. What lies in the past, begins (`after Friday`), lasts (`for 3 days`) or
/// recurs (`every Friday`) is no deadline.
package struct DueDateReader: Sendable {
  /// What kind of text is read, and so how much is taken for a date.
  package enum Setting: Sendable {
    /// A phrase that is supposed to say when, such as an argument or a calendar entry: if the whole
    /// text is `2-15`, `5.12` or `now`, it is a date; `1-2` and `4a` are as well anything else.
    case phrase
    /// A message of a chat: numbers need a preposition or other parts of a date beside them.
    case message
  }

  private let lexicon: LazyDateLexicon
  private let order: DateOrder?
  private let setting: Setting

  /// Makes a reader of at most eight languages, side by side; the first text that it reads builds its vocabulary, so
  /// keep it. Without an order of day and month, dates of numbers are told by the date itself, by a weekday beside
  /// it, by what lies ahead, and at last by the kind of their separators.
  package init(
    languages: [Language] = Language.all, order: DateOrder? = nil, setting: Setting = .message
  ) {
    lexicon = LazyDateLexicon(languages)
    self.order = order
    self.setting = setting
  }

  /// The first deadline that a text states, of which its first MiB is read; `reference` is when it was written, and
  /// `zone` that of whoever wrote it.
  package func firstDeadline(in text: String, reference: Timestamp, zone: Zone) -> DueDate? {
    deadlines(in: text, reference: reference, zone: zone, limit: 1).first
  }

  /// The deadlines that a text states, in their order; their words do not overlap.
  package func deadlines(
    in text: String, reference: Timestamp, zone: Zone, limit: Int = 1000
  ) -> [DueDate] {
    var found: [DueDate] = []
    scan(text, reference, zone) { _, stated, _ in
      if let due = stated.dueDate { found.append(due) }
      return found.count < limit
    }
    return found
  }

  /// What a text may mean by way of deadlines: those that it states, in their order, each with the other days that its
  /// words commonly mean, words that are no deadline by themselves and may be meant as one, and days that there are
  /// not. At most three hundred.
  ///
  /// Who writes in the small hours may still call the day before today.
  package func readings(in text: String, reference: Timestamp, zone: Zone) -> [AdmissibleDays] {
    var found = readings(in: text, reference, zone)
    let hour = zone.timestamp(at: reference).civil.time.secondsAfterMidnight / 3600
    if hour < Self.smallHours, !found.isEmpty,
      let yesterday = Timestamp(seconds: reference.seconds - 3600 * (hour + 1))
    {
      for (range, days) in readings(in: text, yesterday, zone) {
        guard let index = found.firstIndex(where: { $0.range == range }) else { continue }
        found[index].days.add(days)
      }
    }
    return found.map(\.days)
  }

  /// Hours after midnight in which the day before is not over yet.
  private static let smallHours = 4

  private func readings(
    in text: String, _ reference: Timestamp, _ zone: Zone
  ) -> [(range: Range<Int>, days: AdmissibleDays)] {
    var found: [(range: Range<Int>, days: AdmissibleDays)] = []
    scan(text, reference, zone) { grammar, stated, start in
      let others = grammar.others(of: stated, at: start)
      let isImpossible = stated.reading.isImpossible
      if stated.dueDate != nil || !others.isEmpty || isImpossible {
        let days = AdmissibleDays(
          preferred: stated.dueDate, others: others, isImpossible: isImpossible)
        found.append((start..<max(start + 1, stated.end), days))
      }
      return found.count < 300
    }
    return found
  }

  /// Hands over what the text states, with the token at which it starts, until `body` returns false.
  private func scan(
    _ text: String, _ reference: Timestamp, _ zone: Zone,
    _ body: (Grammar, DateStatement, Int) -> Bool
  ) {
    var text = text
    text.withUTF8 { bytes in
      let lexicon = lexicon.made
      let list = TokenList(bytes, lexicon: lexicon)
      guard list.hasSeed else { return }
      let grammar = Grammar(
        bytes: bytes, list: list, lexicon: lexicon,
        reference: Reference(instant: reference, zone: zone), order: order, setting: setting)
      var index = 0
      var limit = 0
      while index < grammar.tokens.count {
        guard grammar.mayBegin(at: index), let stated = grammar.deadline(at: index, limit: limit)
        else {
          index += 1
          continue
        }
        guard body(grammar, stated, index) else { return }
        if stated.end > index { limit = stated.end }
        index = max(stated.end, index + 1)
      }
    }
  }
}
