import Glibc

/// Reads the lines of a journal from blocks of its bytes.
///
/// A plain state machine: it says which lines are committed, where lines are damaged, and how far it
/// got. Lines count once a commit line stands behind them; that this commit line may belong to a later
/// commit is right, for nothing is appended behind an unfinished commit.
struct JournalScanner {
  /// Where the next block has to begin: behind the last commit line, in bytes from the file's start.
  private(set) var offset: Int
  /// The number of the last committed line.
  private(set) var sequence: Int
  /// The checksum of the last committed line.
  private(set) var checksum: UInt32
  /// Places that are not as they were written, before the last commit.
  private(set) var damages: [JournalDamage] = []
  /// Whether a line behind the last commit of the last block was damaged: an unfinished write leaves only
  /// whole lines and the beginning of one.
  private(set) var hasDamagedTail = false
  /// Lines that are known to have been committed.
  private let indexed: IndexedEnd?
  /// Whether those counted for what is damaged of them.
  private(set) var hasUsedIndex = false

  /// Starts behind a committed line, or at a file's start.
  init(
    offset: Int = 0, sequence: Int = 0, checksum: UInt32 = 0, indexed: IndexedEnd? = nil
  ) {
    self.offset = offset
    self.sequence = sequence
    self.checksum = checksum
    self.indexed = indexed
  }

  /// Takes the bytes from `offset` on. Returns the lines of every commit that ends in the block; the
  /// offset is behind the last of those then.
  mutating func scan(_ block: UnsafeBufferPointer<UInt8>) -> [JournalLine] {
    var lines: [JournalLine] = []
    var committed = 0
    var pendingDamages: [JournalDamage] = []
    var last = sequence
    var position = 0
    while let feed = Self.lineFeed(in: block, from: position) {
      let bytes = UnsafeBufferPointer(rebasing: block[position..<feed])
      var found = JournalLine(bytes)
      if found == nil, let (line, start) = JournalLine.behindDamage(in: bytes) {
        note(damage: start, at: offset + position, after: last, &pendingDamages)
        found = line
        position += start
      }
      if var line = found, line.sequence > last || line.kind == .header {
        line.offset = offset + position
        note(gapBefore: line, after: last, at: offset + position, &pendingDamages)
        lines.append(line)
        last = line.sequence
        if line.kind != .entry {
          if !pendingDamages.isEmpty {
            for index in committed..<lines.count { lines[index].isFromDamagedCommit = true }
          }
          damages += pendingDamages
          pendingDamages = []
          committed = lines.count
          sequence = line.sequence
          checksum = line.checksum
          offsetInBlock = feed + 1
        }
      } else {
        note(damage: feed + 1 - position, at: offset + position, after: last, &pendingDamages)
      }
      position = feed + 1
    }
    let base = JournalReader.Position(
      offset: offset + offsetInBlock, sequence: sequence, checksum: checksum)
    if let indexed,
      indexed.fits(
        UnsafeBufferPointer(rebasing: block[offsetInBlock...]), behind: base, lines[committed...])
    {
      let end = indexed.position
      let count = lines[committed...].prefix { $0.offset < end.offset }.count
      for index in committed..<committed + count { lines[index].isFromDamagedCommit = true }
      committed += count
      let before = committed > 0 ? max(lines[committed - 1].sequence, sequence) : sequence
      commit(upTo: end, after: before, read: offset + position, &pendingDamages)
    }
    hasDamagedTail = !pendingDamages.isEmpty
    lines.removeLast(lines.count - committed)
    offset += offsetInBlock
    offsetInBlock = 0
    return lines
  }

  /// Counts lines as committed whose last one is damaged, because an index has them.
  private mutating func commit(
    upTo end: JournalReader.Position, after last: Int, read: Int,
    _ pending: inout [JournalDamage]
  ) {
    var lost = pending.filter { $0.offset < end.offset }
    pending.removeAll { $0.offset < end.offset }
    if read < end.offset { note(damage: end.offset - read, at: read, after: last, &lost) }
    if let damage = lost.last, damage.offset + damage.length > end.offset {
      lost[lost.count - 1].length = end.offset - damage.offset
    }
    if !lost.isEmpty, lost[lost.count - 1].missing == 0 {
      lost[lost.count - 1].missing = max(end.sequence - last, 1)
    }
    damages += lost
    sequence = end.sequence
    checksum = end.checksum
    offsetInBlock = end.offset - offset
    hasUsedIndex = true
  }

  /// How far into the block the commits reached.
  private var offsetInBlock = 0

  private func note(
    damage length: Int, at offset: Int, after sequence: Int, _ damages: inout [JournalDamage]
  ) {
    if let previous = damages.last, previous.offset + previous.length == offset {
      damages[damages.count - 1].length += length
    } else {
      damages.append(
        JournalDamage(offset: offset, length: length, afterSequence: sequence, missing: 0))
    }
  }

  /// Numbers rise by one; where they do not, lines are missing.
  private func note(
    gapBefore line: JournalLine, after last: Int, at offset: Int,
    _ damages: inout [JournalDamage]
  ) {
    let missing = line.sequence - last - 1
    let isKnown = damages.last.map { $0.offset + $0.length == offset } ?? false
    if isKnown {
      damages[damages.count - 1].missing = max(missing, 1)
    } else if missing > 0, line.kind != .header {
      damages.append(
        JournalDamage(offset: offset, length: 0, afterSequence: last, missing: missing))
    }
  }

  private static func lineFeed(in block: UnsafeBufferPointer<UInt8>, from start: Int) -> Int? {
    guard let base = block.baseAddress, start < block.count,
      let found = memchr(base + start, 0x0A, block.count - start)
    else { return nil }
    return UnsafePointer(found.assumingMemoryBound(to: UInt8.self)) - base
  }
}
