import CivilTime
import Encoding
import ItemRecords

/// Appending commits under the write lock. Also repairing or replacing the journal, and setting damaged bytes aside.
extension StoreJournal {
  /// Runs `body` with the write lock held.
  mutating func locked<Result>(
    _ body: (inout StoreJournal) throws -> Result
  ) throws -> Result {
    guard let lock = try folder.lock(Self.lockName, wait: true) else {
      throw StorageError(.lock, path: "\(folder.path)/\(Self.lockName)", number: 0)
    }
    self.lock = lock
    defer { self.lock = nil }
    return try body(&self)
  }

  /// Appends commits that `make` builds from the store's current contents, without other writers in between. Returns
  /// their changes.
  ///
  /// `make` receives what other processes committed since the last read. With `tellsPart`, a write of only the first
  /// commits throws `WrittenInPart` instead of the cause. Their changes are then still unreported.
  mutating func write(
    tellsPart: Bool = false, _ make: (StoreContents, Progress) throws -> [StoreCommit]
  ) throws -> Progress {
    try locked { try $0.writeLocked(tellsPart: tellsPart, make) }
  }

  /// Does the same as `write`, for a caller that holds the lock.
  mutating func writeLocked(
    tellsPart: Bool = false, _ make: (StoreContents, Progress) throws -> [StoreCommit]
  ) throws -> Progress {
    if hasFailed { throw JournalError.failedBefore(path: path) }
    try prepare()
    var commits = try make(contents, try catchUp())
    for index in commits.indices.dropLast() { commits[index].end.isFollowed = true }
    if commits.isEmpty {
      // That nothing is left to do may rest on an unsynced write of a process that died.
      try settleTail()
      return Progress()
    }
    do {
      try append(commits)
    } catch {
      throw tellsPart && !hasFailed ? partly(commits, error) : error
    }
    return takeUntold()
  }

  /// Appends commits and applies them as reading them would.
  private mutating func append(_ commits: [StoreCommit]) throws {
    let file = try folder.open(Self.name, .appending)
    let writer = JournalWriter(file, path: path, after: last)
    do {
      let commits = commits.map(\.lines)
      let places = try writer.append(commits.map { $0.map(\.object) })
      for ((line, _), place) in zip(commits.joined(), places) { take(line, at: place) }
      last = writer.last
    } catch {
      if writer.isUnsynced { stopWriting() }
      throw error
    }
    noteDurable()
    saveIndex()
  }

  /// The error of a write whose first commits may be in the file. Every reader takes those as committed.
  private mutating func partly(_ commits: [StoreCommit], _ cause: any Error) -> any Error {
    let before = last.sequence
    do {
      try lookAhead()
      try settleTail()
    } catch {
      // A failed sync is worse than a full disk. The next writer finds out what was written.
      return error
    }
    var left = last.sequence - before
    let count = commits.prefix { commit in
      left -= commit.lineCount
      return left >= 0
    }.count
    return count == 0 ? cause : WrittenInPart(commits: count, cause: cause)
  }

  /// Only the first commits were written; `takeUntold` returns their changes.
  struct WrittenInPart: Error {
    let commits: Int
    let cause: any Error
  }

  /// Prepares the journal for appending. `catchUp` then returns what other processes committed.
  mutating func prepare() throws {
    if try folder.identity(of: Self.name) == nil { try create() }
    try checkPlace()
    try lookAhead()
    if tail > 0 { try setAsideTail() }
    try endDamagedCommit()
    try mend()
    // The process that renamed the file may have died before it synced the folder.
    if durableName != opened?.identity {
      try folder.sync()
      durableName = opened?.identity
    }
  }

  /// Makes all readable lines survive a power cut. The caller holds the lock.
  mutating func settle() throws {
    if hasFailed { throw JournalError.failedBefore(path: path) }
    try prepare()
    try settleTail()
  }

  private mutating func settleTail() throws {
    guard let opened, last.end > durableEnd else { return }
    do {
      try opened.file.sync()
    } catch {
      stopWriting()
      throw error
    }
    noteDurable()
  }

  /// Records that everything read so far survives a power cut.
  private mutating func noteDurable() {
    durableEnd = last.end
    let known = opened?.acknowledgedEnd ?? 0
    opened?.acknowledgedEnd = max(known, durableEnd)
  }

  private mutating func create() throws {
    // Throws if the journal file of an existing store is missing.
    try open()
    try replace(header(nil, nil, sequence: 0), linesFrom: end)
  }

  private mutating func saveIndex() {
    guard let opened, let header = opened.header else { return }
    let index = TailIndexFile(folder: folder, first: header)
    do {
      if try !index.append(unindexed, after: indexed) {
        (indexed, unindexed) = (0, try entries(of: opened))
        _ = try index.append(unindexed, after: 0)
      }
      indexed += unindexed.count
      unindexed = []
      self.opened?.isCutShort = false
    } catch {
      // The index only saves time. What it lacks is read from the journal.
    }
  }

  // MARK: - Repairing

  /// Writes a new end for a commit whose last line is damaged, so that it also counts without the index.
  private mutating func endDamagedCommit() throws {
    guard let end = opened?.indexed?.last, end == last else { return }
    // The commit's time is lost with its line.
    let run = contents.tail.lastRun > 0 ? contents.tail.lastRun : nil
    try append([StoreCommit(end: CommitLine(at: .epoch, run: run))])
    opened?.indexed = nil
  }

  /// The content of the lock file while no sync of the journal has failed.
  ///
  /// A failed sync empties the file: removing a note works on a full disk, too.
  static let syncedNote = Array("synced".utf8)

  /// Stops writing and makes the next writer rewrite the journal.
  private mutating func stopWriting() {
    hasFailed = true
    do {
      try lock?.setNote([])
    } catch {
      // A disk that refuses this refuses everything. The caller receives the error of the failed sync.
    }
  }

  /// Rewrites a journal whose first line is damaged, or that may miss bytes after a failed sync.
  private mutating func mend() throws {
    guard let opened else { return }
    let isSynced = try lock?.note() == Self.syncedNote
    if isSynced, opened.header != nil { return }
    var (begin, header): (Int, [UInt8]) = (0, [])
    if opened.header == nil {
      begin = try PlacedLines(file: opened.file, path: path).endOfDamagedLine(at: 0)
      _ = try copyAside(0..<begin, as: "damaged")
      header = self.header(
        opened.origin.snapshot, opened.origin.summary, sequence: opened.start.sequence)
    }
    try replace(header, linesFrom: begin)
    try lookAhead()
  }

  /// The first line of a journal that continues from a snapshot.
  func header(_ snapshot: String?, _ summary: SnapshotSummary?, sequence: Int) -> [UInt8] {
    let header = JournalHeader(
      store: identity.origin, snapshot: snapshot, nonce: UUIDv4.random(), summary: summary)
    var bytes: [UInt8] = []
    JournalLine.append(header.line, sequence: sequence, to: &bytes)
    return bytes
  }

  /// Replaces the journal with a new one: a first line, if it changes, and the committed lines from an offset on.
  mutating func replace(_ header: [UInt8], linesFrom offset: Int) throws {
    let (file, end) = (opened?.file, last.end)
    durableName = try folder.replace(Self.name) { copy in
      try copy.append(header)
      if let file, offset < end { try Self.copy(offset..<end, of: file, to: copy) }
    }.identity()
    do {
      if let lock, try lock.note() != Self.syncedNote { try lock.setNote(Self.syncedNote) }
    } catch {
      // The next writer rewrites the journal and tries to write the note again.
    }
  }

  private static func copy(
    _ range: Range<Int>, of file: any StorageFile, to copy: any StorageFile
  ) throws {
    var offset = range.lowerBound
    while offset < range.upperBound {
      let bytes = try file.read(min(1 << 20, range.upperBound - offset), at: offset)
      if bytes.isEmpty { return }
      try copy.append(bytes)
      offset += bytes.count
    }
  }

  // MARK: - Setting aside

  /// Moves the bytes after the last commit to a file of their own.
  private mutating func setAsideTail() throws {
    let start = last.end
    let name = try copyAside(start..<start + tail, as: "torn")
    if isTailDamaged { hasLostEnd = true }
    let file = try folder.open(Self.name, .appending)
    try file.truncate(to: start)
    try file.sync()
    // Without an index, it is unknown whether an incomplete last write was acknowledged and damaged later.
    let isKnown =
      try durableEnd > 0
      || opened?.header.map { try TailIndexFile(folder: folder, first: $0).isThere() } == true
    let fate =
      isKnown
      ? "nothing stored is lost" : "if it was acknowledged, its messages are read again"
    damages.note(
      isTailDamaged
        ? "\(path): the last \(tail.counted("byte is", "bytes are")) damaged and were set aside as \(name)"
        : "\(path): an unfinished write of \(tail.counted("byte")) was set aside as \(name); \(fate)"
    )
    try lookAhead()
  }

  /// Copies the damaged places before an offset to files of their own.
  func setDamagesAside(before end: Int) throws {
    for damage in found where damage.offset < end && damage.length > 0 {
      let name = try copyAside(damage.offset..<damage.offset + damage.length, as: "damaged")
      damages.note("\(path): \(damage); the bytes were set aside as \(name)")
    }
  }

  /// Copies a range of the journal to `journal.KIND.N` and returns that name.
  func copyAside(
    _ range: Range<Int>, of other: (any StorageFile)? = nil, as kind: String
  ) throws -> String {
    guard let file = other ?? opened?.file else { return "" }
    var number = 1
    let names = Set(try folder.names())
    while names.contains("journal.\(kind).\(number)") { number += 1 }
    let name = "journal.\(kind).\(number)"
    let copy = try folder.open(name, .replacing)
    do {
      try Self.copy(range, of: file, to: copy)
      try copy.sync()
      try folder.sync()
    } catch {
      // Half a copy is useless, and the bytes are still in the journal.
      try? folder.remove(name)
      throw error
    }
    return name
  }

  /// Whether a file contains bytes that were set aside.
  static func isSetAside(_ name: String) -> Bool {
    name.hasPrefix("journal.torn.") || name.hasPrefix("journal.damaged.")
  }
}
