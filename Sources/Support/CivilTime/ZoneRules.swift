/// The past and future changes of a zone's clocks. A `LocalTimeType` holds between two changes.
///
/// An immutable object, shared by all copies of a `Zone`.
final class ZoneRules: Sendable {
  /// The instants of the changes in seconds after 1970, ascending.
  private let changes: [Int]
  /// The new type of each change, as an index into `types`.
  private let typeOfChange: [UInt8]
  /// The types. The first one applies before the first change.
  private let types: [LocalTimeType]
  /// The rule after the last change.
  private let rule: YearlyRule?

  /// The last year whose changes are precomputed from the rule. Later instants are computed individually.
  private static let lastYearInTable = 2100

  /// Creates rules from the table of a zone file. The changes must ascend and refer to existing types. There must be at
  /// least one type.
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
          // Two changes of the rule may coincide. The later one then applies.
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

  /// Returns the number of changes at or before an instant.
  private func countOfChanges(upTo seconds: Int) -> Int {
    var low = 0
    var high = changes.count
    while low < high {
      let middle = (low + high) / 2
      if changes[middle] <= seconds { low = middle + 1 } else { high = middle }
    }
    return low
  }

  /// Returns the instants of the changes from `start` to `end`, ascending.
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
      // A change of one year may come after one of the next.
      found.sort()
    }
    return found
  }
}

/// The offset and abbreviation of a zone for some time, called a local time type in RFC 9636.
public struct LocalTimeType: Hashable, Sendable {
  /// The offset in seconds east of Greenwich, less than a day either way.
  public let offset: Int
  /// The abbreviation, such as `CEST`, or `+03` in zones without one.
  public let abbreviation: String
}
