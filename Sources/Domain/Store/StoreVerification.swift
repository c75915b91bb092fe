import ActionItems
import CivilTime
import Crypto
import Encoding
import ItemRecords

/// Checks a store's files for damage, counts items and messages, and computes a digest of the contents.
public struct StoreVerification: Hashable, Sendable {
  /// The number of current items.
  public private(set) var items = 0
  /// The number of removed items that are remembered.
  public private(set) var removed = 0
  /// The number of messages that were read.
  public private(set) var marks = 0
  /// The number of the last line.
  public private(set) var sequence = 0
  /// The damage that was found; empty for an intact store.
  public private(set) var damages: [String] = []
  /// A SHA-256 digest, in hex, that is equal for stores with the same contents.
  ///
  /// It covers items and read markers, without sequence numbers, times of changes, runs and context.
  public private(set) var digest = ""

  /// Checks a store. Throws if a file is missing, which can happen while another process compacts.
  init(_ journal: StoreJournal) throws {
    sequence = journal.lastSequence
    try checkJournal(journal)
    damages += try BatchLedger(store: journal.folder).read().damages
    damages += try RunHistory(folder: journal.folder).damages()
    if let damage = try StoreIdentity.damage(in: journal.folder) { damages.append("\(damage)") }
    damages += try FeedCursor.damages(in: journal.folder, of: journal.identity.id)
    do {
      damages += try journal.contents.snapshot?.damages() ?? []
      try count(journal.contents)
    } catch let error as StorageError where error.isMissing {
      throw error
    } catch {
      damages.append("\(error)")
    }
  }

  private mutating func checkJournal(_ journal: StoreJournal) throws {
    guard let lines = journal.contents.journal, let opened = journal.opened else { return }
    var reader = opened.reader(lines.path)
    var problems: [String] = []
    var entries = try Self.indexed(journal)[...]
    let tail = try reader.readCommitted { line in
      do {
        let said = try StoreLine(line)
        entries = entries.drop { $0.place.sequence < line.sequence }
        guard let entry = entries.first, entry.place.sequence == line.sequence,
          !line.isFromDamagedCommit, entry != TailEntry(said, at: LinePlace(line))
        else { return }
        problems.append(
          "\(journal.folder.path)/\(TailIndexFile.name): line \(line.sequence) differs from"
            + " the journal; remove this file, it is rebuilt")
      } catch {
        problems.append("\(lines.path): line \(line.sequence) is invalid: \(error)")
      }
    }
    damages += reader.damages.map { "\(lines.path): \($0)" } + problems
    if opened.isCutShort {
      damages.append("\(lines.path): committed lines at its end are missing")
    }
    // Bytes after the last commit may be a write in progress. They count only if damage is certain.
    if tail > 0, reader.isTailDamaged || journal.isTailDamaged {
      damages.append("\(lines.path): the last \(tail.counted("byte is", "bytes are")) damaged")
    }
  }

  /// The entries of the index next to the journal, which readers trust if it matches.
  private static func indexed(_ journal: StoreJournal) throws -> [TailEntry] {
    guard let opened = journal.opened, let header = opened.header else { return [] }
    var entries: [TailEntry] = []
    try TailIndexFile(folder: journal.folder, first: header).read(upTo: try opened.file.size()) {
      entries.append($0)
    }
    return entries
  }

  // MARK: - Contents

  private mutating func count(_ contents: StoreContents) throws {
    // Sorting makes the result independent of reading order.
    var hashes: [SIMD4<UInt64>] = []
    var (items, removed) = (0, 0)
    try contents.forEachKnown { known in
      if known.removal == nil { items += 1 } else { removed += 1 }
      hashes.append(Self.hash(Self.canonical(known)))
    }
    hashes.sort { a, b in
      for lane in 0..<4 where a[lane] != b[lane] { return a[lane] < b[lane] }
      return false
    }
    var marked: [String: [UInt64: ReadLevel]] = [:]
    let undone = contents.undoneRuns
    try contents.forEachMarks { line, readLevel in
      if undone.contains(line.run) { return }
      for digest in line.digests {
        let old = marked[line.conversation]?[digest]
        marked[line.conversation, default: [:]][digest] = max(old ?? readLevel, readLevel)
      }
    }
    (self.items, self.removed) = (items, removed)
    marks = marked.values.reduce(0) { $0 + $1.values.count { $0 != .edited } }
    var hash = SHA256()
    for words in hashes {
      var bytes: [UInt8] = []
      for lane in 0..<4 { bytes.append(bigEndian: words[lane]) }
      hash.update(bytes)
    }
    for (conversation, digests) in marked.sorted(by: { $0.key < $1.key }) {
      hash.update(Array("marks \(conversation)\n".utf8))
      for (digest, readLevel) in digests.sorted(by: { $0.key < $1.key }) {
        hash.update(Array("\(digest) \(readLevel.rawValue)\n".utf8))
      }
    }
    digest = Hex.string(hash.finish())
  }

  /// An item as JSON, without sequence number, times of changes, run and context.
  private static func canonical(_ known: ItemRecord) -> [UInt8] {
    var known = known
    known.item.extractedAt = .epoch
    known.item.updatedAt = .epoch
    if known.item.completedAt != nil { known.item.completedAt = .epoch }
    known.item.run = nil
    known.foundInRun = nil
    known.merge?.time = .epoch
    // Only the fields that a person set count, not who set them.
    known.implySettings(held: known.held, device: "")
    known.wordings.sort()
    // The context of an item depends on how many messages were available when it was found.
    known.context = []
    return StoreChange(.created, known, by: .model, at: .epoch).line
  }

  /// The digest as a vector, because a million arrays would take three times the memory.
  private static func hash(_ bytes: [UInt8]) -> SIMD4<UInt64> {
    let digest = SHA256.digest(bytes)
    var words = SIMD4<UInt64>()
    for lane in 0..<4 { words[lane] = UInt64(bigEndian: ArraySlice(digest).dropFirst(8 * lane)) }
    return words
  }
}
