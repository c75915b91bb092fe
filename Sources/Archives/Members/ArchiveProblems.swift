/// What was left out of an archive or is wrong with it as a whole, in the order it was found.
public struct ArchiveProblems: Sendable {
  /// The most problems that are listed; a damaged or hostile one may have millions.
  public static let mostListed = 100

  /// The first problems, at most `mostListed`.
  public private(set) var listed: [ArchiveError] = []
  /// How many there are.
  public private(set) var count = 0

  init() {}

  /// Whether all that the archive should have can be had.
  public var isEmpty: Bool { count == 0 }

  mutating func add(_ problem: ArchiveError) {
    if count < ArchiveProblems.mostListed { listed.append(problem) }
    count += 1
  }
}
