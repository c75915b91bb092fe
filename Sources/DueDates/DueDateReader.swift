package import CivilTime
package import TimeZones

/// Finds deadlines in text: words that say by when, and the day or time that they mean.
///
/// It is pure: the same text, reference, zone and options always give the same answer. Conventions:
/// weeks begin on Monday and their work ends on Friday; `next Tuesday` is the one in the next
/// calendar week; a weekday or a date without a year is the next one; `by X`, `EOD` and a range end
/// on that day, and so does a named period; a part of the day (`Monday morning`) is that day, without
/// a time; of an hour without am or pm, 1 to 6 are in the afternoon; a time without a zone is on the
/// reader's clock. What lies in the past, begins (`after Friday`), lasts (`for 3 days`) or recurs
/// (`every Friday`) is no deadline.
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

  /// Makes a reader; the first text that it reads builds its vocabulary, so keep it.
  ///
  /// - Parameters:
  ///   - languages: the languages that are read, side by side; at most eight.
  ///   - order: the order of day and month in dates of numbers; nil to tell from the date itself, a
  ///     weekday beside it, that it lies ahead, and at last from the kind of its separators.
  ///   - setting: what kind of text is read.
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
    var first: DueDate?
    read(text, reference, zone) {
      first = $0
      return false
    }
    return first
  }

  /// All deadlines that a text states, at most a thousand, in their order; their words do not overlap.
  package func deadlines(in text: String, reference: Timestamp, zone: Zone) -> [DueDate] {
    var found: [DueDate] = []
    read(text, reference, zone) {
      found.append($0)
      return found.count < 1000
    }
    return found
  }

  /// What a text may mean by way of deadlines: those that it states, in their order, each with the other days
  /// that its words commonly mean, words that are no deadline by themselves and may be meant as one, and days
  /// that there are not.
  /// At most three hundred.
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

  /// Hands the deadlines over, until `body` returns false.
  private func read(
    _ text: String, _ reference: Timestamp, _ zone: Zone, _ body: (DueDate) -> Bool
  ) {
    scan(text, reference, zone) { _, stated, _ in stated.dueDate.map(body) ?? true }
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
        guard grammar.mayBegin(at: index),
          let stated = grammar.deadline(at: index, limit: limit)
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
