/// Reads the committed lines of a journal file from a position on, without a lock.
///
/// Only whole commits are returned. The reader can be used again after the file has grown.
package struct JournalReader {
  private let file: any StorageFile
  private let path: String
  private let acknowledgedEnd: Int
  private var scanner: JournalScanner

  /// The largest commit in bytes that is accepted.
  package static let commitLimit = 256 << 20
  /// The block size in bytes. Most commits are smaller, and a partial read costs little to repeat. The block grows for
  /// a larger commit.
  private static let blockSize = 256 << 10

  /// Starts after a line of an open file.
  ///
  /// The `indexed` lines count as committed even if their commit line is damaged. Bytes after `acknowledgedEnd` may
  /// never have reached the disk: a hole there, left by a power cut, is an unfinished write.
  package init(
    _ file: any StorageFile, path: String, after place: LinePlace = .start(),
    indexed: IndexedEnd? = nil, acknowledgedEnd: Int = .max
  ) {
    self.file = file
    self.path = path
    self.acknowledgedEnd = acknowledgedEnd
    scanner = JournalScanner(after: place, indexed: indexed)
  }

  /// The last committed line that was read.
  package var last: LinePlace { scanner.last }

  /// The damaged places that were read so far.
  package var damages: [JournalDamage] { scanner.damages }

  /// Whether an index was needed to count lines as committed.
  package var hasUsedIndex: Bool { scanner.hasUsedIndex }

  /// Whether the bytes after the last commit are damaged, as opposed to an unfinished write.
  package private(set) var isTailDamaged = false

  /// Passes the lines of all new commits to `body`, in order. A line is valid only while `body` runs.
  ///
  /// If `body` throws, the reader stays before lines that were already passed on, and they come again. Returns the
  /// number of bytes after the last commit, which belong to a commit in progress or an unfinished one.
  @discardableResult
  package mutating func readCommitted(_ body: (JournalLine) throws -> Void) throws -> Int {
    var block = UnsafeMutableRawBufferPointer.allocate(byteCount: Self.blockSize, alignment: 16)
    defer { block.deallocate() }
    while true {
      let count = try fill(block, from: last.end)
      let bytes = UnsafeRawBufferPointer(rebasing: block[..<count])
        .assumingMemoryBound(to: UInt8.self)
      let earlier = scanner
      let before = last.end
      var unwritten: Range<Int>?
      var lines = scanner.scan(bytes)
      if scanner.damages.count > earlier.damages.count || scanner.hasDamagedTail {
        // A writer may have cut off an unfinished write while the block was read in pieces. A second read shows that.
        scanner = earlier
        guard try fill(block, from: last.end) == count else { continue }
        unwritten = try TornWrite(file, path: path, after: acknowledgedEnd)
          .range(in: bytes, from: scanner)
        let end = unwritten.map { $0.lowerBound - before } ?? count
        lines = scanner.scan(UnsafeBufferPointer(rebasing: bytes[..<end]))
      }
      do {
        for line in lines { try body(line) }
      } catch {
        // A caller that failed on a line may try it again.
        scanner = earlier
        throw error
      }
      if let unwritten {
        isTailDamaged = false
        return unwritten.count
      }
      if count < block.count {
        isTailDamaged = scanner.hasDamagedTail
        return before + count - last.end
      }
      guard last.end == before else { continue }
      // The commit is larger than the block.
      guard block.count < Self.commitLimit else {
        throw JournalError.commitTooLarge(path: path, limit: Self.commitLimit)
      }
      let size = block.count * 4
      block.deallocate()
      block = .allocate(byteCount: size, alignment: 16)
    }
  }

  private func fill(
    _ block: UnsafeMutableRawBufferPointer, from offset: Int
  ) throws(StorageError) -> Int {
    var count = 0
    while count < block.count {
      let rest = UnsafeMutableRawBufferPointer(rebasing: block[count...])
      let added = try file.read(into: rest, at: offset + count)
      if added == 0 { break }
      count += added
    }
    return count
  }
}
