import CivilTime
import Encoding
import ItemRecords

extension StoreJournal {
  /// Runs `body` while no other process writes.
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

  /// Appends commits that `make` builds from what the store holds now, with no other writer between; returns what they
  /// did.
  ///
  /// `make` is given what other processes have done since the journal was read last. Where only the first commits could
  /// be written, `tellsPart` has `WrittenInPart` thrown rather than what ended it; what they did is untold then.
  mutating func write(
    tellsPart: Bool = false, _ make: (StoreContents, Progress) throws -> [StoreCommit]
  ) throws -> Progress {
    try locked { try $0.writeLocked(tellsPart: tellsPart, make) }
  }

  /// The same, for a caller that holds the lock.
  mutating func writeLocked(
    tellsPart: Bool = false, _ make: (StoreContents, Progress) throws -> [StoreCommit]
  ) throws -> Progress {
    if hasFailed { throw JournalError.failedBefore(path: path) }
    try prepare()
    var commits = try make(contents, try catchUp())
    for index in commits.indices.dropLast() { commits[index].end.isFollowed = true }
    if commits.isEmpty {
      // That there is nothing to do may rest on what somebody wrote who died before it was sure.
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

  /// Appends commits, and takes over what they say as reading them would.
  private mutating func append(_ commits: [StoreCommit]) throws {
    let file = try folder.open(Self.name, .appending)
    let writer = JournalWriter(file, path: path, behind: last)
    do {
      let places = try writer.append(commits.map(\.written))
      let lines = commits.flatMap { $0.entries + [.commit(run: $0.end.run)] }
      for (line, place) in zip(lines, places) { take(line, at: place) }
      last = writer.last
    } catch {
      if writer.isUnsynced { stopWriting() }
      throw error
    }
    noteDurable()
    saveIndex()
  }

  /// Why a write failed of which the first commits may stand in the file: those are committed, as everybody
  /// reads it.
  private mutating func partly(_ commits: [StoreCommit], _ cause: any Error) -> any Error {
    let before = last.sequence
    do {
      try lookAhead()
      try settleTail()
    } catch {
      // A sync that fails is worse than a disk that is full; what stands there is for the next one to find out.
      return error
    }
    var left = last.sequence - before
    let count = commits.prefix { commit in
      left -= commit.entries.count + 1
      return left >= 0
    }.count
    return count == 0 ? cause : WrittenInPart(commits: count, cause: cause)
  }

  /// Only the first commits were written; `takeUntold` tells what they did.
  struct WrittenInPart: Error {
    let commits: Int
    let cause: any Error
  }

  /// Makes the journal ready to be appended to; what other processes have done is for `catchUp` to tell.
  mutating func prepare() throws {
    if try folder.identity(of: Self.name) == nil { try create() }
    try checkPlace()
    try lookAhead()
    if tail > 0 { try setAsideTail() }
    try endDamagedCommit()
    try mend()
    // Whoever has put the file in its place may have died before it made that sure.
    if durableName != opened?.identity {
      try folder.sync()
      durableName = opened?.identity
    }
  }

  /// Makes everything that can be read outlast a power cut; the caller holds the lock.
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

  /// Everything that was read by now outlasts a power cut.
  private mutating func noteDurable() {
    durableEnd = last.end
    let known = opened?.acknowledgedEnd ?? 0
    opened?.acknowledgedEnd = max(known, durableEnd)
  }

  private mutating func create() throws {
    // Throws where there must have been a journal.
    try open()
    try replace(header(nil, nil, sequence: 0), linesFrom: end)
  }

  private mutating func saveIndex() {
    guard let header = opened?.header else { return }
    do {
      try TailIndexFile(folder: folder, first: header).append(unindexed, behind: indexed)
      indexed += unindexed.count
      unindexed = []
      opened?.isCutShort = false
    } catch {
      // The index only saves time; what it lacks is read from the journal.
    }
  }

  // MARK: - Mending

  /// Ends a commit anew whose last line is damaged, so that it counts without the index, too.
  private mutating func endDamagedCommit() throws {
    guard let end = opened?.indexed?.last, end == last else { return }
    // When the commit was made is lost with its line.
    let run = contents.tail.lastRun > 0 ? contents.tail.lastRun : nil
    try append([StoreCommit(entries: [], end: CommitLine(at: .epoch, run: run))])
    opened?.indexed = nil
  }

  /// What the lock's file says while no sync of the journal has failed.
  ///
  /// That it says nothing is the sign of one that did: a full disk, too, takes a note away.
  static let syncedNote = Array("synced".utf8)

  /// Writes nothing more, and has the next writer write the journal anew.
  private mutating func stopWriting() {
    hasFailed = true
    do {
      try lock?.setNote([])
    } catch {
      // A disk that refuses this refuses everything; the caller is told of the failed sync.
    }
  }

  /// Writes a journal anew whose first line is damaged, or whose bytes a failed sync may have left out.
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

  /// The first line of a journal that goes on from a snapshot.
  func header(_ snapshot: String?, _ summary: SnapshotSummary?, sequence: Int) -> [UInt8] {
    let header = JournalHeader(
      store: identity.origin, snapshot: snapshot, nonce: UUIDv4.random(), summary: summary)
    var bytes: [UInt8] = []
    JournalLine.append(header.line, sequence: sequence, to: &bytes)
    return bytes
  }

  /// Puts a new journal in the place of the present one: a first line, if it has another one, and the committed lines
  /// from a place on.
  mutating func replace(_ header: [UInt8], linesFrom offset: Int) throws {
    let (file, end) = (opened?.file, last.end)
    durableName = try folder.replace(Self.name) { copy in
      try copy.append(header)
      if let file, offset < end { try Self.copy(offset..<end, of: file, to: copy) }
    }.identity()
    do {
      if let lock, try lock.note() != Self.syncedNote { try lock.setNote(Self.syncedNote) }
    } catch {
      // The next writer writes the journal anew, and may have more luck with the note.
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

  /// Moves what stands behind the last commit to a file of its own.
  private mutating func setAsideTail() throws {
    let start = last.end
    let name = try copyAside(start..<start + tail, as: "torn")
    if isTailDamaged { hasLostEnd = true }
    let file = try folder.open(Self.name, .appending)
    try file.truncate(to: start)
    try file.sync()
    // Without an index nobody knows whether a last write with a hole was acknowledged and damaged since.
    let isKnown =
      try durableEnd > 0
      || opened?.header.map { try TailIndexFile(folder: folder, first: $0).isThere() } == true
    let fate =
      isKnown
      ? "nothing stored is lost" : "if it was acknowledged, its messages are read again"
    damages.note(
      isTailDamaged
        ? "\(path): the last \(tail) bytes are damaged and were set aside as \(name)"
        : "\(path): an unfinished write of \(tail) bytes was set aside as \(name); \(fate)")
    try lookAhead()
  }

  /// Copies the damaged places before an offset to files of their own.
  func setDamagesAside(before end: Int) throws {
    for damage in found where damage.offset < end && damage.length > 0 {
      let name = try copyAside(damage.offset..<damage.offset + damage.length, as: "damaged")
      damages.note("\(path): \(damage); the bytes were set aside as \(name)")
    }
  }

  /// Copies a stretch of the journal to `journal.KIND.N`; returns the name.
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
      // Half a copy is of no use; the bytes are still in the journal.
      try? folder.remove(name)
      throw error
    }
    return name
  }

  /// Whether a file holds what was set aside.
  static func isSetAside(_ name: String) -> Bool {
    name.hasPrefix("journal.torn.") || name.hasPrefix("journal.damaged.")
  }
}
