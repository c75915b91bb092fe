import Extraction
import FoundationEssentials
import Journal

/// Makes a snapshot of what a store holds and lets the journal begin anew behind it.
///
/// Writers are kept out only while the journals are exchanged. Whoever reads goes on with the files
/// that it has opened.
struct Compaction {
  static let lockName = "compact.lock"

  private let folder: any StorageFolder

  init(_ folder: any StorageFolder) {
    self.folder = folder
  }

  /// Whether it pays: each byte is then written again some seven times in all, however large the store
  /// becomes.
  static func isDue(journal: Int, snapshot: Int) -> Bool { journal > max(8 << 20, snapshot / 6) }

  /// Compacts; false where another process is at it.
  func run(_ journal: inout StoreJournal) throws -> Bool {
    guard let lock = try folder.lock(Self.lockName, wait: false) else { return false }
    defer { withExtendedLifetime(lock) {} }
    try journal.catchUp()
    guard journal.end > 0 else { return true }
    let (sequence, end) = (journal.lastSequence, journal.end)
    let name = try write(journal, keep: { $0 })
    try journal.locked { journal in
      _ = try journal.prepare()
      try journal.replace(with: name, sequence: sequence, lines: try journal.lines(from: end))
    }
    try clean(keeping: name)
    try journal.catchUp()
    return true
  }

  /// Compacts with nobody else writing, after `change` and with items changed by `keep` for good. What was
  /// there before is gone from all files then.
  func runExclusively<Result>(
    _ journal: inout StoreJournal, keep: @escaping (KnownItem) -> KnownItem?,
    _ change: (inout StoreJournal) throws -> Result
  ) throws -> Result {
    let lock = try folder.lock(Self.lockName, wait: true)
    defer { withExtendedLifetime(lock) {} }
    return try journal.locked { journal in
      let result = try change(&journal)
      _ = try journal.prepare()
      let name = try write(journal, keep: keep)
      try journal.replace(with: name, sequence: journal.lastSequence, lines: [])
      try clean(keeping: name)
      for file in try folder.names() where file.hasPrefix("journal.torn.") {
        try folder.remove(file)
      }
      try folder.sync()
      try journal.catchUp()
      return result
    }
  }

  private func write(
    _ journal: StoreJournal, keep: @escaping (KnownItem) -> KnownItem?
  ) throws -> String {
    let snapshots = try folder.folder(SnapshotLayout.folder)
    let name = "\(journal.lastSequence)-\(UUID().uuidString.prefix(8).lowercased())"
    _ = try SnapshotBuilder(journal.contents, keep: keep).write(
      into: try snapshots.folder(name), store: journal.identity.origin,
      sequence: journal.lastSequence)
    try snapshots.sync()
    return name
  }

  /// Removes the snapshots that nothing goes on from any more, those that were broken off among them.
  private func clean(keeping name: String) throws {
    let snapshots = try folder.folder(SnapshotLayout.folder)
    for old in try snapshots.names() where old != name { try snapshots.removeFolder(old) }
  }
}
