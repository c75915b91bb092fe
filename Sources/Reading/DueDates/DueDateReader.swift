package import CivilTime

/// Finds deadlines in text: the words, the day or time that they mean, and the other days that they may mean.
///
/// The same text, reference, zone and options always give the same result. Conventions:
///
/// - Weeks begin on Monday, and a working week ends on Friday.
/// - `next Tuesday` is in the next calendar week. A weekday, or a date without a year, is the next one.
/// - `by X`, `EOD`, a range and a named period end on that day.
/// - A part of the day (`Monday morning`) means the day, without a time.
/// - An hour from 1 to 6 without am or pm is in the afternoon.
/// - A time without a zone is on the reader's clock.
/// - The past is not a deadline, nor is a beginning (`after Friday`), a duration (`for 3 days`) or a recurring day
///   (`every Friday`).
package struct DueDateReader: Sendable {
  /// The kind of text, which decides how much evidence a date needs.
  package enum Setting: Sendable {
    /// A phrase that should give a time, such as an argument or a calendar entry.
    ///
    /// As the whole text, `2-15`, `5.12` and `now` are dates. `1-2` and `4a` stay ambiguous and are not.
    case phrase
    /// A chat message: numbers need a preposition or other parts of a date next to them.
    case message
  }

  private let lexicon: LazyDateLexicon
  private let order: DateOrder?
  private var setting: Setting

  /// Makes a reader of at most eight languages at once.
  ///
  /// The first text builds the vocabulary, so keep the reader. Without `order`, the order of a numeric date follows
  /// from the numbers, then an adjacent weekday, then what lies ahead, and last its separators.
  package init(
    languages: [Language] = Language.all, order: DateOrder? = nil, setting: Setting = .message
  ) {
    lexicon = LazyDateLexicon(languages)
    self.order = order
    self.setting = setting
  }

  /// The same reader, for phrases.
  package var ofPhrases: DueDateReader {
    var reader = self
    reader.setting = .phrase
    return reader
  }

  /// Returns the first deadline in the first MiB of a text, or nil.
  ///
  /// `reference` is when the text was written; `zone` is its author's.
  package func firstDeadline(in text: String, reference: Timestamp, zone: Zone) -> DueDate? {
    deadlines(in: text, reference: reference, zone: zone, limit: 1).first
  }

  /// Returns the deadlines of a text in order; their words do not overlap.
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

  /// Returns all readings of a text as deadlines, in order; at most three hundred.
  ///
  /// A stated deadline comes with the other days that it may mean. Words that may be meant as a deadline, and days that
  /// do not exist, are included too. An author who writes shortly after midnight may still call the day before `today`.
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

  /// The number of hours after midnight in which people may still count the day before as today.
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

  /// Calls `body` with each statement of the text and the index of its first token, until `body` returns false.
  private func scan(
    _ text: String, _ reference: Timestamp, _ zone: Zone,
    _ body: (Grammar, DateStatement, Int) -> Bool
  ) {
    var text = text
    text.withUTF8 { bytes in
      let lexicon = lexicon.value
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
