import Encoding
import ItemRecords

/// Writes a snapshot of a store's contents and starts a new journal after it.
///
/// Writers wait only while the journals are exchanged. Readers continue with the files that they have open.
struct Compaction {
  static let lockName = "compact.lock"

  let folder: any StorageFolder

  /// Whether compaction pays off. With these limits, each byte is rewritten about seven times in all, whatever the
  /// store's size. A journal of up to 64 MB stays, because commands read it in an instant.
  static func isDue(journal: Int, snapshot: Int) -> Bool { journal > max(64 << 20, snapshot / 6) }

  /// Whether compaction pays off because the journal mostly repeats the same few items. Its `lines` concern only
  /// `distinct` items and conversations.
  static func isDue(journal: Int, snapshot: Int, lines: Int, distinct: Int) -> Bool {
    journal > max(512 << 10, snapshot / 6) && lines > 32 * max(distinct, 1)
  }

  /// Compacts the store. Returns false if another process is compacting.
  func run(_ journal: inout StoreJournal, losingDamaged: Bool = false) throws -> Bool {
    guard let lock = try folder.lock(Self.lockName, wait: false) else { return false }
    defer { withExtendedLifetime(lock) {} }
    try journal.lookAhead()
    if let opened = journal.opened, opened.header == nil {
      // The repair comes first, because it moves every line, and the offsets recorded below must stay valid.
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
          "\(items.path): \(range.count.counted("damaged byte was", "damaged bytes were")) set aside as \(aside)"
        )
      }
      let header = journal.header(name, summary, sequence: sequence)
      try journal.replace(header, linesFrom: end)
    }
    do {
      try clean(keeping: name)
    } catch {
      // The store is intact; the next compaction tries again.
      journal.damages.note("an old snapshot was not removed: \(error)")
    }
    try journal.lookAhead()
    return true
  }

  /// Makes `change` and compacts, with writers locked out. Keeps only what `retention` keeps; the rest of the previous
  /// contents is then gone from all files.
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
      // The snapshots' folder must exist on disk before a journal refers to one of them.
      try folder.sync()
      return (name, summary)
    } catch {
      // The remains only take space. If they cannot be removed now, the next compaction removes them.
      try? snapshots.removeFolder(name)
      throw error
    }
  }

  /// Removes the snapshots that no journal continues from, including unfinished ones.
  private func clean(keeping name: String) throws {
    let snapshots = try folder.folder(SnapshotLayout.folder)
    for old in try snapshots.names() where old != name { try snapshots.removeFolder(old) }
    try snapshots.sync()
  }
}
