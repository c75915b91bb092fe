import Encoding
import ItemRecords

/// Makes a snapshot of what a store holds and lets the journal begin anew behind it.
///
/// Writers are kept out only while the journals are exchanged. Whoever reads goes on with the files
/// that it has opened.
struct Compaction {
  static let lockName = "compact.lock"

  let folder: any StorageFolder

  /// Whether it pays: each byte is then written again some seven times in all, however large the store
  /// becomes; a journal that every command is through with in an instant stays as it is.
  static func isDue(journal: Int, snapshot: Int) -> Bool { journal > max(64 << 20, snapshot / 6) }

  /// Whether it pays because nearly all of the journal tells of the same few items again and again: `lines` of
  /// it stand for `distinct` items and marks.
  static func isDue(journal: Int, snapshot: Int, lines: Int, distinct: Int) -> Bool {
    journal > max(512 << 10, snapshot / 6) && lines > 32 * max(distinct, 1)
  }

  /// Compacts; false where another process is at it.
  func run(_ journal: inout StoreJournal, losingDamaged: Bool = false) throws -> Bool {
    guard let lock = try folder.lock(Self.lockName, wait: false) else { return false }
    defer { withExtendedLifetime(lock) {} }
    try journal.lookAhead()
    if let opened = journal.opened, opened.header == nil {
      // Mended first: every line stands elsewhere then, and places are kept from here on.
      try journal.locked { try $0.prepare() }
    }
    try journal.lookThrough()
    guard journal.end > 0 else { return true }
    let (sequence, end) = (journal.lastSequence, journal.end)
    var retention = SnapshotBuilder.Retention()
    var damagedItems: [Range<Int>] = []
    if losingDamaged { retention.losing = { damagedItems.append($0) } }
    let items = journal.contents.snapshot?.items
    let (name, summary) = try write(journal, retention)
    try journal.locked { journal in
      try journal.prepare()
      try journal.setDamagesAside(before: end)
      for range in damagedItems {
        guard let items else { break }
        let aside = try journal.copyAside(range, of: items.file, as: "damaged")
        journal.damages.note(
          "\(items.path): \(range.count) damaged bytes were set aside as \(aside)")
      }
      let header = journal.header(name, summary, sequence: sequence)
      try journal.replace(header, linesFrom: end)
    }
    do {
      try clean(keeping: name)
    } catch {
      // The store is whole; the next compaction tries again.
      journal.damages.note("an old snapshot was not removed: \(error)")
    }
    try journal.lookAhead()
    return true
  }

  /// Compacts with nobody else writing, after `change`, and keeps what is to be kept. What was
  /// there before is gone from all files then.
  func runExclusively<Result>(
    _ journal: inout StoreJournal, keeping retention: SnapshotBuilder.Retention,
    _ change: (inout StoreJournal) throws -> Result
  ) throws -> Result {
    let lock = try folder.lock(Self.lockName, wait: true)
    defer { withExtendedLifetime(lock) {} }
    return try journal.locked { journal in
      try journal.lookThrough()
      let result = try change(&journal)
      let (name, summary) = try write(journal, retention)
      let header = journal.header(name, summary, sequence: journal.lastSequence)
      try journal.replace(header, linesFrom: journal.end)
      try clean(keeping: name)
      for file in try folder.names()
      where StoreJournal.isSetAside(file) || file == TailIndexFile.name {
        try folder.remove(file)
      }
      try folder.sync()
      try journal.lookAhead()
      return result
    }
  }

  private func write(
    _ journal: StoreJournal, _ retention: SnapshotBuilder.Retention
  ) throws -> (name: String, summary: SnapshotSummary) {
    let snapshots = try folder.folder(SnapshotLayout.folder)
    let name = "\(journal.lastSequence)-\(UUIDv4.random().prefix(8))"
    do {
      let summary = try SnapshotBuilder(journal.contents, retention).write(
        into: try snapshots.folder(name), store: journal.identity.origin,
        sequence: journal.lastSequence)
      try snapshots.sync()
      // The folder of all snapshots has to be there before a journal goes on from one of them.
      try folder.sync()
      return (name, summary)
    } catch {
      // What is left of it takes room, and nobody needs it; what cannot be removed now goes next time.
      try? snapshots.removeFolder(name)
      throw error
    }
  }

  /// Removes the snapshots that nothing goes on from any more, those that were broken off among them.
  private func clean(keeping name: String) throws {
    let snapshots = try folder.folder(SnapshotLayout.folder)
    for old in try snapshots.names() where old != name { try snapshots.removeFolder(old) }
    try snapshots.sync()
  }
}
