import Glibc

/// Reads the lines of a journal from blocks of its bytes.
///
/// A plain state machine: it says which lines are committed, where lines are damaged, and how far it
/// got. Lines count once a commit line stands behind them; that this commit line may belong to a later
/// commit is right, for nothing is appended behind an unfinished commit.
struct JournalScanner {
  /// The last commit line: the next block has to begin behind it.
  private(set) var last: LinePlace
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
  init(behind last: LinePlace = .start(), indexed: IndexedEnd? = nil) {
    self.last = last
    self.indexed = indexed
  }

  /// Takes the bytes behind the last line. Returns the lines of every commit that ends in the block; the last
  /// of those is the last line then.
  mutating func scan(_ block: UnsafeBufferPointer<UInt8>) -> [JournalLine] {
    let offset = last.end
    var lines: [JournalLine] = []
    var committed = 0
    var pendingDamages: [JournalDamage] = []
    var number = last.sequence
    var start = 0
    while let feed = block.lineFeed(from: start) {
      let bytes = UnsafeBufferPointer(rebasing: block[start..<feed])
      var found = JournalLine(bytes)
      if found == nil, let (line, skipped) = JournalLine.behindDamage(in: bytes) {
        note(damage: skipped, at: offset + start, after: number, &pendingDamages)
        found = line
        start += skipped
      }
      if var line = found, line.sequence > number || line.kind == .header {
        line.offset = offset + start
        note(gapBefore: line, after: number, &pendingDamages)
        lines.append(line)
        number = line.sequence
        if line.kind != .entry {
          if !pendingDamages.isEmpty {
            for index in committed..<lines.count { lines[index].isFromDamagedCommit = true }
          }
          damages += pendingDamages
          pendingDamages = []
          committed = lines.count
          last = LinePlace(line)
        }
      } else {
        note(damage: feed + 1 - start, at: offset + start, after: number, &pendingDamages)
      }
      start = feed + 1
    }
    if let indexed,
      indexed.fits(
        UnsafeBufferPointer(rebasing: block[(last.end - offset)...]), behind: last,
        lines[committed...])
    {
      let end = indexed.last
      let count = lines[committed...].prefix { $0.offset < end.end }.count
      for index in committed..<committed + count { lines[index].isFromDamagedCommit = true }
      committed += count
      let before = max(lines[..<committed].last?.sequence ?? 0, last.sequence)
      commit(upTo: end, after: before, read: offset + start, &pendingDamages)
    }
    hasDamagedTail = !pendingDamages.isEmpty
    lines.removeLast(lines.count - committed)
    return lines
  }

  /// Counts lines as committed whose last one is damaged, because an index has them.
  private mutating func commit(
    upTo end: LinePlace, after last: Int, read: Int,
    _ pending: inout [JournalDamage]
  ) {
    var lost = pending.filter { $0.offset < end.end }
    pending.removeAll { $0.offset < end.end }
    if read < end.end { note(damage: end.end - read, at: read, after: last, &lost) }
    if var damage = lost.popLast() {
      damage.length = min(damage.length, end.end - damage.offset)
      if damage.missing == 0 { damage.missing = max(end.sequence - last, 1) }
      lost.append(damage)
    }
    damages += lost
    self.last = end
    hasUsedIndex = true
  }

  private func note(
    damage length: Int, at offset: Int, after sequence: Int, _ damages: inout [JournalDamage]
  ) {
    if let previous = damages.last, previous.end == offset {
      damages[damages.count - 1].length += length
    } else {
      damages.append(
        JournalDamage(offset: offset, length: length, afterSequence: sequence, missing: 0))
    }
  }

  /// Numbers rise by one; where they do not, lines are missing.
  private func note(
    gapBefore line: JournalLine, after last: Int, _ damages: inout [JournalDamage]
  ) {
    let missing = line.sequence - last - 1
    if damages.last?.end == line.offset {
      damages[damages.count - 1].missing = max(missing, 1)
    } else if missing > 0, line.kind != .header {
      damages.append(
        JournalDamage(offset: line.offset, length: 0, afterSequence: last, missing: missing))
    }
  }
}

/// A place of a journal that is not as it was written. What stands around it is readable.
package struct JournalDamage: Hashable, Sendable, CustomStringConvertible {
  /// Where, in bytes from the start of the file.
  package var offset: Int
  package var length: Int
  /// The number of the line before it.
  package var afterSequence: Int
  /// How many lines are missing, where that can be told.
  package var missing: Int

  var end: Int { offset + length }

  package var description: String {
    let lines = missing == 1 ? "1 line" : "\(missing) lines"
    return "\(lines) damaged at byte \(offset) (\(length) bytes), behind number \(afterSequence)"
  }
}

extension UnsafeBufferPointer<UInt8> {
  /// The place of the first line feed from a place on.
  package func lineFeed(from start: Int) -> Int? {
    guard let baseAddress, start < count,
      let found = memchr(baseAddress + start, 0x0A, count - start)
    else { return nil }
    return UnsafePointer(found.assumingMemoryBound(to: UInt8.self)) - baseAddress
  }
}
