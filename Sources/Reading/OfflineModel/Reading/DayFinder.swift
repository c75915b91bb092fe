package import ActionItems
package import CivilTime
package import DueDates
import Windowing

/// A day that may be a task's deadline. `DayFinder`, below, finds such days. `Talk` makes the features for the choice.
package struct DayCandidate: Sendable {
  /// The line and unit that state the day.
  package var line: Int
  package var unit: Int
  package var due: DueDate
  /// The kind of place that states it.
  package var place: Place
  /// The number of days stated in the same message, and the index of this one.
  package var count: Int
  package var number: Int

  package enum Place: UInt64, Sendable {
    /// The unit that states the task, or another line of its message.
    case own, sameMessage
    /// A message that accepts, restates or moves the task.
    case accepting, restating, moving
    /// A message near it, by the same sender or another one.
    case nearOwn, nearOther
    /// The message that names the subject.
    case about

    /// Whether the day is related to the task only by proximity.
    var isNear: Bool { self == .nearOwn || self == .nearOther }

    /// Whether a later message about the task states the day.
    var isLinked: Bool { self == .accepting || self == .restating || self == .moving }
  }
}

/// Finds the days that may be deadlines. Each line is searched once.
package struct DayFinder {
  private let talk: Talk
  private let reader: DueDateReader
  private let zone: (Message) -> Zone?
  /// The days found in each line.
  private var known: [Int: [DueDate]] = [:]

  /// Maximum days searched in a message.
  private static let mostDays = 512
  /// Maximum candidates from one message.
  private static let mostOfMessage = 8
  /// Maximum distance in units at which a day may be meant without an explicit reference.
  private static let near = 3

  package init(_ talk: Talk, _ reader: DueDateReader, zone: @escaping (Message) -> Zone?) {
    (self.talk, self.reader, self.zone) = (talk, reader, zone)
  }

  private mutating func days(inLine line: Int) -> [DueDate] {
    if let found = known[line] { return found }
    let message = talk.window.lines[line].message
    var found: [DueDate] = []
    if let time = message.timestamp, let zone = zone(message) {
      found = reader.deadlines(in: message.text, reference: time, zone: zone, limit: Self.mostDays)
    }
    known[line] = found
    return found
  }

  /// Returns the days stated in a unit's message; those in the unit itself have their own place.
  private mutating func days(in unit: Int, _ place: DayCandidate.Place) -> [DayCandidate] {
    let line = talk.units[unit].line
    let found = days(inLine: line)
    if found.isEmpty { return [] }
    let days = found.enumerated().map { number, due in
      let own = talk.unit(at: due.range.lowerBound, inLine: line) ?? unit
      return DayCandidate(
        line: line, unit: own, due: due, place: place == .own && own != unit ? .sameMessage : place,
        count: found.count, number: number)
    }
    guard days.count > Self.mostOfMessage else { return days }
    // Of a long list, keeps the days nearest to the unit and the first one, which may be a heading.
    let others = days.dropFirst().sorted {
      (abs($0.unit - unit), $0.number) < (abs($1.unit - unit), $1.number)
    }
    return ([days[0]] + others.prefix(Self.mostOfMessage - 1)).sorted { $0.number < $1.number }
  }

  /// Returns the candidate deadlines of a task: days in the unit that states it, in the linked units, and nearby.
  package mutating func candidates(
    of unit: Int, about: Int?, links: [(unit: Int, kind: LinkKind)]
  ) -> [DayCandidate] {
    var found = days(in: unit, .own)
    var seen: Set<Int> = [talk.units[unit].line]
    if let about, seen.insert(talk.units[about].line).inserted { found += days(in: about, .about) }
    for link in links where seen.insert(talk.units[link.unit].line).inserted {
      let kinds = links.filter { $0.unit == link.unit }.map(\.kind)
      let place: DayCandidate.Place =
        kinds.contains(.moveDeadline) ? .moving : kinds.contains(.accept) ? .accepting : .restating
      found += days(in: link.unit, place)
    }
    for other in max(0, unit - Self.near)..<min(talk.units.count, unit + Self.near)
    where other != unit && seen.insert(talk.units[other].line).inserted {
      found += days(in: other, talk.isSameSender(other, unit) ? .nearOwn : .nearOther)
    }
    return found
  }

  /// Returns the first day stated in a unit itself.
  mutating func firstDay(in unit: Int) -> DayCandidate? {
    days(in: unit, .own).first { $0.place == .own }
  }
}

extension Talk {
  /// Adds the features that show whether a day is a task's deadline.
  package func addDayFeatures(
    _ day: DayCandidate, of unit: Int, among all: [DayCandidate], to sink: inout some FeatureSink
  ) {
    let place = day.place.rawValue
    let distance = UInt64(min(4, abs(day.unit - unit))) + (day.unit < unit ? 10 : 0)
    sink.add(.dayPlace, place)
    sink.add(.dayPlace, place, distance)
    sink.add(.dayPlace, place, UInt64(all.count { $0.place == .own } == 0 ? 0 : 1))
    sink.add(.dayPlace, 100 + place, unitsOfLine[day.line].first == day.unit ? 1 : 0, distance)
    let (named, own) = (self.named(in: day.unit), self.named(in: unit))
    let who: UInt64 = named.isEmpty ? 0 : named.contains { own.contains($0) } ? 1 : 2
    sink.add(.dayPlace, 200 + place, who)
    sink.add(.dayForm, hashed(day.due.form.rawValue), place)
    sink.add(.dayForm, hashed(day.due.cue.rawValue), place)
    sink.add(
      .dayForm, hashed(day.due.form.rawValue), hashed(day.due.cue.rawValue),
      day.due.time == nil ? 0 : 1)
    sink.add(.dayCount, place, UInt64(min(4, day.count)), UInt64(min(4, day.number)))
    let words = tokens(day.unit)
    let isOwn = place <= 1
    let before = words.reversed().filter { $0.end <= day.due.range.lowerBound }
    let after = words.filter { $0.start >= day.due.range.upperBound }
    for (kind, near) in [(FeatureKind.dayBefore, before), (.dayAfter, after)] {
      for (index, token) in near.prefix(3).enumerated() {
        sink.add(kind, UInt64(index), token.hash)
        sink.add(kind, 10, token.hash, isOwn ? 1 : 0)
      }
      if near.isEmpty { sink.add(kind, 20) }
    }
    for token in words
    where Int(token.start) >= day.due.range.lowerBound && Int(token.end) <= day.due.range.upperBound
    {
      sink.add(.dayForm, 99, token.hash)
    }
    sink.add(.dayCount, 50 + UInt64(min(3, all.count { $0.due.date == day.due.date })))
  }

  private func hashed(_ text: String) -> UInt64 { TokenScanner.hash(text.utf8) }
}

extension Talk {
  /// Maximum distance in units to the earlier unit that names a task's subject.
  package static let aboutReach = 10

  /// Adds the features that show whether an earlier unit names a task's subject.
  package func addAboutFeatures(
    _ earlier: Int, of unit: Int, _ own: SIMD16<Float>, _ other: SIMD16<Float>,
    _ weights: StemWeights, to sink: inout some FeatureSink
  ) {
    let isSame: UInt64 = isSameSender(earlier, unit) ? 1 : 0
    let distance = UInt64(unit - earlier)
    sink.add(.aboutDistance, distance, isSame)
    let shared = weights.weight(of: stems(of: earlier), in: stems(of: unit))
    let overlap: UInt64 = shared <= 0 ? 0 : shared < 3 ? 1 : shared < 6 ? 2 : 3
    sink.add(.aboutOverlap, overlap, isSame)
    sink.add(.aboutOverlap, overlap, min(distance, 4))
    let length = UInt64(min(5, tokens(unit).count / 3))
    sink.add(.aboutDistance, 100 + length, distance, isSame)
    let isNamed: UInt64 = named(in: earlier).contains(sender(unit)) ? 1 : 0
    sink.add(.aboutNames, isNamed, min(distance, 4))
    for head in [Head.item, .request, .requestAll, .promise, .accept, .complete, .refuse] {
      let level = UInt64(max(0, min(6, other[head.rawValue] + 4)))
      sink.add(.aboutHead, UInt64(head.rawValue), level)
      sink.add(.aboutHead, UInt64(head.rawValue), level, min(distance, 3) * 2 + isSame)
    }
    for head in [Head.promise, .accept, .request, .refuse] {
      let level = UInt64(max(0, min(6, own[head.rawValue] + 4)))
      sink.add(.aboutHead, 50 + UInt64(head.rawValue), level, min(distance, 3) * 2 + isSame)
    }
    for token in tokens(unit).prefix(4) { sink.add(.aboutWord, token.hash, min(distance, 3)) }
    for token in tokens(earlier).suffix(3) { sink.add(.aboutWord, token.hash, 10 + isSame) }
  }
}
