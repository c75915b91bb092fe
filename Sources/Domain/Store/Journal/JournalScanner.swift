import Encoding
import System

/// Parses blocks of a journal into committed lines and damaged places, for `JournalReader`.
///
/// It does no input or output. Lines count once a commit line follows. That line may be of a later commit, because
/// writers append nothing after an unfinished commit.
struct JournalScanner {
  /// The last commit line; the next block must begin after it.
  private(set) var last: LinePlace
  /// The damaged places before the last commit.
  private(set) var damages: [JournalDamage] = []
  /// Whether a line after the last commit of the last block was damaged. An unfinished write leaves only intact lines
  /// and the start of one.
  private(set) var hasDamagedTail = false
  /// The lines known to have been committed.
  private let indexed: IndexedEnd?
  /// Whether `indexed` was needed because of damage.
  private(set) var hasUsedIndex = false

  /// Starts after a committed line, or at a file's start.
  init(after last: LinePlace = .start(), indexed: IndexedEnd? = nil) {
    self.last = last
    self.indexed = indexed
  }

  /// Scans the bytes after the last line. Returns the lines of every commit that ends in the block, and moves `last` to
  /// the last of them.
  mutating func scan(_ block: UnsafeBufferPointer<UInt8>) -> [JournalLine] {
    let offset = last.end
    var lines: [JournalLine] = []
    var committed = 0
    var pendingDamages: [JournalDamage] = []
    var number = last.sequence
    var start = 0
    while let feed = block.firstIndex(ofByte: 0x0A, from: start) {
      let bytes = UnsafeBufferPointer(rebasing: block[start..<feed])
      var found = JournalLine(bytes)
      if found == nil, let (line, skipped) = JournalLine.intactLineAfterDamage(in: bytes) {
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
        UnsafeBufferPointer(rebasing: block[(last.end - offset)...]), after: last,
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

  /// Counts lines as committed although their commit line is damaged, because an index has them.
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

  /// Sequence numbers rise by one; a gap means that lines are missing.
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

/// A damaged place of a journal. The lines around it are readable.
package struct JournalDamage: Hashable, Sendable, CustomStringConvertible {
  /// The offset in bytes from the start of the file.
  package var offset: Int
  package var length: Int
  /// The number of the line before it.
  package var afterSequence: Int
  /// The number of missing lines; zero if unknown.
  package var missing: Int

  var end: Int { offset + length }

  package var description: String {
    return
      "\(missing.counted("line")) damaged at byte \(offset) (\(length.counted("byte"))), after line \(afterSequence)"
  }
}
