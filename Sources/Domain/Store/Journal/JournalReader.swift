/// Reads what is committed in a journal's file, from a position on, without taking a lock.
///
/// Only whole commits are handed out. The reader may be asked again when the file has grown.
package struct JournalReader {
  private let file: any StorageFile
  private let path: String
  private let acknowledgedEnd: Int
  private var scanner: JournalScanner

  /// A commit beyond this many bytes is refused.
  package static let commitLimit = 256 << 20
  /// Most commits are smaller, and whoever wants a part of them has little to read again; a block grows with a
  /// commit that is larger.
  private static let blockSize = 256 << 10

  /// Starts behind a line of an open file.
  ///
  /// `indexed` are lines that count as committed whether the line that says so is damaged or not. What stands
  /// behind `acknowledgedEnd` may never have reached the disk: where a power cut left a hole in it, it is a write
  /// that was not finished.
  package init(
    _ file: any StorageFile, path: String, behind place: LinePlace = .start(),
    indexed: IndexedEnd? = nil, acknowledgedEnd: Int = .max
  ) {
    self.file = file
    self.path = path
    self.acknowledgedEnd = acknowledgedEnd
    scanner = JournalScanner(behind: place, indexed: indexed)
  }

  /// The last committed line that was read.
  package var last: LinePlace { scanner.last }

  /// Places that are not as they were written, as far as was read.
  package var damages: [JournalDamage] { scanner.damages }

  /// Whether lines counted as committed because an index has them.
  package var hasUsedIndex: Bool { scanner.hasUsedIndex }

  /// Whether what stands behind the last commit is damaged, rather than merely not written to its end.
  package private(set) var isTailDamaged = false

  /// Hands out the lines of all commits that the file holds by now, in order. A line is valid only
  /// while `body` runs.
  ///
  /// Where `body` throws, the reader stays before lines that were handed out already; they come again.
  /// Returns the number of bytes behind the last commit: a commit that is being written, or a torn
  /// one.
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
        // A writer may have cut off a torn tail while the block was read in pieces: a second look tells.
        scanner = earlier
        guard try fill(block, from: last.end) == count else { continue }
        unwritten = try Unwritten(file, path: path, behind: acknowledgedEnd)
          .range(in: bytes, from: scanner)
        let end = unwritten.map { $0.lowerBound - before } ?? count
        lines = scanner.scan(UnsafeBufferPointer(rebasing: bytes[..<end]))
      }
      do {
        for line in lines { try body(line) }
      } catch {
        // Whoever could not take a line may come back for it.
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
      // A commit larger than the block.
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
