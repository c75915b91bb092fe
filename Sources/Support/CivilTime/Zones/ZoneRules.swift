/// The changes of a zone's clocks, past and to come.
///
/// Never changed after it was made, and shared by all copies of a `Zone`.
final class ZoneRules: Sendable {
  /// The instants of the changes in seconds after 1970, ascending.
  private let changes: [Int]
  /// The type that each change brings, as an index into `types`.
  private let typeOfChange: [UInt8]
  /// The types; the first is in force before the first change.
  private let types: [LocalTimeType]
  /// What holds after the last change.
  private let rule: YearlyRule?

  /// Changes that follow from the rule are put into the table up to this year; later instants are
  /// worked out one by one.
  private static let lastYearInTable = 2100

  /// Takes a zone file's table; the changes must ascend and name types that are there, of which
  /// there is at least one.
  init(changes: [Int], typeOfChange: [UInt8], types: [LocalTimeType], rule: YearlyRule?) {
    var changes = changes
    var typeOfChange = typeOfChange
    var types = types
    let countInFile = changes.count
    if let rule, rule.daylight != nil {
      let last = changes.last ?? -(1 << 40)
      let firstYear = CivilDateTime(secondsSinceEpoch: last)?.date.year ?? 1900
      for year in max(firstYear, 1900)..<max(firstYear, ZoneRules.lastYearInTable + 1) {
        for change in rule.changes(inYear: year) where change.seconds >= changes.last ?? .min {
          // The rule's own changes can fall together, and then the later one holds.
          if change.seconds == changes.last {
            guard changes.count > countInFile else { continue }
            changes.removeLast()
            typeOfChange.removeLast()
          }
          guard let index = ZoneRules.index(of: change.type, in: &types) else { continue }
          changes.append(change.seconds)
          typeOfChange.append(index)
        }
      }
    }
    self.changes = changes
    self.typeOfChange = typeOfChange
    self.types = types
    self.rule = rule
  }

  private static func index(of type: LocalTimeType, in types: inout [LocalTimeType]) -> UInt8? {
    if let index = types.firstIndex(of: type) { return UInt8(exactly: index) }
    types.append(type)
    return UInt8(exactly: types.count - 1)
  }

  /// The type in force at an instant.
  func type(at seconds: Int) -> LocalTimeType {
    let place = countOfChanges(upTo: seconds)
    if place == changes.count, let rule { return rule.type(at: seconds) }
    return place == 0 ? types[0] : types[Int(typeOfChange[place - 1])]
  }

  /// How many changes lie at or before an instant.
  private func countOfChanges(upTo seconds: Int) -> Int {
    var low = 0
    var high = changes.count
    while low < high {
      let middle = (low + high) / 2
      if changes[middle] <= seconds { low = middle + 1 } else { high = middle }
    }
    return low
  }

  /// The instants of the changes from `start` to `end`, ascending.
  func changes(from start: Int, to end: Int) -> [Int] {
    let first = countOfChanges(upTo: start - 1)
    var found = Array(changes[first..<max(first, countOfChanges(upTo: end))])
    if let rule, rule.daylight != nil, end > changes.last ?? .min,
      let year = CivilDateTime(secondsSinceEpoch: end)?.date.year
    {
      for year in year - 1...year + 1 {
        for change in rule.changes(inYear: year)
        where change.seconds >= start && change.seconds <= end
          && change.seconds > changes.last ?? .min
        {
          found.append(change.seconds)
        }
      }
      // A rule may put a change of one year behind one of the next.
      found.sort()
    }
    return found
  }
}

/// What the clocks of a zone do for a while: RFC 9636 calls it a local time type.
public struct LocalTimeType: Hashable, Sendable {
  /// Seconds east of Greenwich, less than a day either way.
  public let offset: Int
  /// What it is called, such as `CEST`; a zone without a name for it writes `+03`.
  public let abbreviation: String
}
