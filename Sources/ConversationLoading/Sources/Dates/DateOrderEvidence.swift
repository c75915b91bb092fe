import CivilTime

/// What the dates of a whole file, taken together, say about their order of day, month and year.
struct DateOrderEvidence {
  /// What was found.
  struct Finding {
    var order: DateOrder
    /// Whether another order would do as well.
    var isAmbiguous = false
    /// The order that was asked for, where the dates contradict it.
    var contradicted: DateOrder?

    /// What to tell the user; nil where there is no doubt.
    var warning: String? {
      if let contradicted {
        return "its dates do not fit --date-order \(contradicted.rawValue) and were taken as "
          + order.rawValue
      }
      guard isAmbiguous else { return nil }
      return "day and month of its dates could be either way round and were taken as "
        + "\(order.rawValue) (--date-order settles it)"
    }
  }

  /// How well the dates fit one order.
  private struct Candidate {
    let order: DateOrder
    /// Dates that the calendar has not, or that lie before there was such a chat.
    var impossible = 0
    /// Times that a date lies before the one in front of it.
    var backward = 0
    var first: Int?
    var last = 0

    /// Days from the first date to the last one.
    var span: Int { first.map { abs(last - $0) } ?? 0 }
  }

  private var candidates = DateOrder.allCases.map { Candidate(order: $0) }
  private var last: NumericDate?
  private let earliestYear: Int

  /// Starts without evidence; no date lies before `earliestYear`.
  init(earliestYear: Int = 1) {
    self.earliestYear = earliestYear
  }

  /// Whether there were any dates.
  var isEmpty: Bool { last == nil }

  /// Whether all dates fit one order, and some of them no other.
  var isSettled: Bool {
    candidates.count { $0.impossible == 0 } == 1 && candidates.count { $0.impossible > 0 } == 2
  }

  /// Notes the next date of the file.
  mutating func note(_ date: NumericDate) {
    if date == last { return }
    last = date
    for index in candidates.indices {
      guard let day = date.date(in: candidates[index].order), day.year >= earliestYear else {
        candidates[index].impossible += 1
        continue
      }
      let number = day.daysSinceEpoch
      if candidates[index].first == nil {
        candidates[index].first = number
      } else if number < candidates[index].last {
        candidates[index].backward += 1
      }
      candidates[index].last = number
    }
  }

  /// The order that the dates fit best. Where that leaves a choice, `stated` settles it, else the dates
  /// that lie closest together, else `guess`.
  func finding(stated: DateOrder?, guess: DateOrder) -> Finding {
    let possible = candidates.map(\.impossible).min() ?? 0
    let fitting = candidates.filter { $0.impossible == possible }
    if let stated {
      if fitting.contains(where: { $0.order == stated }) { return Finding(order: stated) }
      var finding = finding(stated: nil, guess: guess)
      finding.contradicted = stated
      return finding
    }
    let backward = fitting.map(\.backward).min() ?? 0
    // A file that is mostly in order tells by it; one step back may be a clock that was set.
    let steady = fitting.filter { $0.backward <= backward + backward / 4 }
    if steady.count == 1 { return Finding(order: steady[0].order) }
    let orders = Set(steady.compactMap { candidate in last?.date(in: candidate.order) })
    if orders.count == 1, steady.allSatisfy({ $0.span == 0 }) {
      // 5/5/2026 is one day in either order.
      return Finding(order: steady[0].order)
    }
    let shortest = steady.min { $0.span < $1.span }
    if let shortest,
      steady.allSatisfy({ $0.order == shortest.order || $0.span > shortest.span * 4 })
    {
      return Finding(order: shortest.order, isAmbiguous: true)
    }
    let guessed = steady.first { $0.order == guess } ?? steady[0]
    return Finding(order: guessed.order, isAmbiguous: true)
  }
}
