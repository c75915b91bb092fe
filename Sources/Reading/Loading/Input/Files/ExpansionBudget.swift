import Archives
import Synchronization

/// The limit on the bytes unpacked from one archive or gzip file, with all archives in it, against zip bombs.
/// Below: `ExpansionShare`, one file's use of it.
///
/// Each archive has limits of its own. Nested archives multiply those, but not this one.
final class ExpansionBudget: Sendable {
  /// The path of the outermost file.
  let path: String
  /// The limits for each archive inside.
  let limits: ArchiveLimits
  private let limit: Int
  private let spent = Atomic<Int>(0)

  init(path: String, size: Int, limits: ArchiveLimits) {
    self.path = path
    self.limits = limits
    limit = limits.totalSize(fromFile: size)
  }

  /// Whether more bytes were unpacked than the budget allows.
  var isSpent: Bool { spent.load(ordering: .relaxed) > limit }

  /// Counts unpacked bytes; throws `LoadingError.badArchive` beyond the limit.
  fileprivate func take(_ count: Int) throws(LoadingError) {
    if spent.add(count, ordering: .relaxed).newValue > limit {
      throw .badArchive(
        path: path,
        problem:
          "with the archives in it, it expands to more than \(limit) bytes; the part before that "
          + "was read; if you trust it, --archive-ratio raises the limit, or unpack it by hand and give the "
          + "folder")
    }
  }
}

/// One file's use of a budget.
///
/// A file is unpacked a few times: its beginning to recognise its format, then all of it. Bytes that are unpacked again
/// do not count again, unless the folder was listed again.
final class ExpansionShare: Sendable {
  let budget: ExpansionBudget
  /// How far the file has been unpacked, in bytes.
  private let reached = Atomic<Int>(0)

  init(_ budget: ExpansionBudget) {
    self.budget = budget
  }

  /// Notes that the file was unpacked up to a place; throws if that exceeds the budget.
  func reach(_ place: Int) throws(LoadingError) {
    let before = reached.max(place, ordering: .relaxed).oldValue
    if place > before { try budget.take(place - before) }
  }
}
