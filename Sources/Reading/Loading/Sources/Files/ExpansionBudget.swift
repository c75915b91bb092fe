import Archives
import Synchronization

/// How much may come out of one file that was found packed, out of the archives in it and theirs.
///
/// Each archive keeps to limits of its own; archives in archives multiply those, but not this.
final class ExpansionBudget: Sendable {
  /// The outermost file.
  let path: String
  /// What each archive in it keeps to.
  let limits: ArchiveLimits
  private let limit: Int
  private let spent = Atomic<Int>(0)

  init(path: String, size: Int, limits: ArchiveLimits) {
    self.path = path
    self.limits = limits
    limit = limits.totalSize(fromFile: size)
  }

  /// Whether more was asked for than there is.
  var isSpent: Bool { spent.load(ordering: .relaxed) > limit }

  /// Notes that so many bytes were unpacked.
  fileprivate func take(_ count: Int) throws(LoadingError) {
    if spent.add(count, ordering: .relaxed).newValue > limit {
      throw .badArchive(
        path: path,
        problem: "with the archives in it, it expands to more than \(limit) bytes; what came until "
          + "then was read; if you trust it, --archive-ratio raises that, or unpack it by hand and name the "
          + "folder")
    }
  }
}

/// What one file takes of a budget.
///
/// A file is unpacked more than once: its beginning to tell its format, then all of it, but never more than a few times.
/// So what comes out again counts once for each time that the file is listed.
final class ExpansionShare: Sendable {
  let budget: ExpansionBudget
  /// How far the file was unpacked, in bytes.
  private let reached = Atomic<Int>(0)

  init(_ budget: ExpansionBudget) {
    self.budget = budget
  }

  /// Notes that the file was unpacked up to a place.
  func reach(_ place: Int) throws(LoadingError) {
    let before = reached.max(place, ordering: .relaxed).oldValue
    if place > before { try budget.take(place - before) }
  }
}
