import Glibc
import Journal

/// Lines at known places of one of a snapshot's files, or of the journal.
struct PlacedLines: Sendable {
  let file: any StorageFile
  let path: String

  /// Reads the line at a place, if it is as it was written.
  ///
  /// Throws `StoreError.damaged` where it is not.
  func line<Result>(
    at offset: Int, length: Int? = nil, _ body: (JournalLine) throws -> Result
  ) throws -> Result {
    var size = length.map { $0 + 1 } ?? 4096
    while true {
      let bytes = try file.read(size, at: offset)
      let found = try bytes.withUnsafeBufferPointer { buffer -> Result? in
        guard let feed = Self.lineFeed(in: buffer, from: 0) else { return nil }
        guard length ?? feed == feed,
          let line = JournalLine(UnsafeBufferPointer(rebasing: buffer[..<feed]))
        else { throw damaged(offset) }
        return try body(line)
      }
      if let found { return found }
      guard length == nil, bytes.count == size, size < JournalReader.commitLimit else {
        throw damaged(offset)
      }
      size *= 4
    }
  }

  /// Whether the line that ends at a position is there.
  func endsWith(_ position: JournalReader.Position) throws(StorageError) -> Bool {
    var size = 512
    while true {
      let start = max(0, position.offset - size)
      let bytes = try file.read(position.offset - start, at: start)
      guard bytes.count == position.offset - start, bytes.last == 0x0A else { return false }
      let line = bytes.dropLast()
      let feed = line.lastIndex(of: 0x0A)
      if feed == nil, start > 0 {
        size *= 8
        continue
      }
      return line.suffix(from: feed.map { $0 + 1 } ?? 0).withUnsafeBufferPointer { bytes in
        JournalLine(bytes).map {
          $0.sequence == position.sequence && $0.checksum == position.checksum
        } ?? false
      }
    }
  }

  /// Reads the line at a place; nil where it is not as it was written.
  func lineIfWhole<Result>(
    at offset: Int, length: Int? = nil, _ body: (JournalLine) throws -> Result
  ) throws -> Result? {
    do {
      return try line(at: offset, length: length, body)
    } catch StoreError.damaged {
      return nil
    }
  }

  /// Where a line that is damaged ends: behind its line feed, or before the whole line that follows where
  /// the line feed itself is damaged.
  func endOfDamagedLine(at start: Int) throws(StorageError) -> Int {
    let end = try endOfLine(at: start)
    guard end - start <= JournalReader.commitLimit else { return end }
    var bytes = try file.read(end - start, at: start)
    if bytes.last == 0x0A { bytes.removeLast() }
    let next = bytes.withUnsafeBufferPointer { JournalLine.behindDamage(in: $0)?.start }
    return next.map { start + $0 } ?? end
  }

  /// Where the line behind a place begins, or the file ends.
  private func endOfLine(at start: Int) throws(StorageError) -> Int {
    var offset = start
    while true {
      let bytes = try file.read(1 << 16, at: offset)
      if let feed = bytes.firstIndex(of: 0x0A) { return offset + feed + 1 }
      if bytes.isEmpty { return offset }
      offset += bytes.count
    }
  }

  /// What becomes of a line that is not as it was written.
  enum DamageResponse {
    /// `StoreError.damaged` is thrown.
    case refuse
    /// It is noted, and the others are handed out.
    case note(DamageLog)
    /// The same, and whoever wants to keep the bytes is told where they are.
    case pass(DamageLog, (Range<Int>) throws -> Void)
  }

  /// The whole file.
  func all() throws(StorageError) -> Range<Int> { 0..<(try file.size()) }

  /// Hands out the lines of a stretch of the file, in order, each with its place.
  func forEachLine(
    in range: Range<Int>, onDamage response: DamageResponse,
    _ body: (JournalLine, Int) throws -> Void
  ) throws {
    var offset = range.lowerBound
    var size = 1 << 20
    while offset < range.upperBound {
      let bytes = try file.read(min(size, range.upperBound - offset), at: offset)
      let used = try bytes.withUnsafeBufferPointer { buffer in
        var position = 0
        while let feed = Self.lineFeed(in: buffer, from: position) {
          let bytes = UnsafeBufferPointer(rebasing: buffer[position..<feed])
          if let line = JournalLine(bytes) {
            try body(line, offset + position)
          } else {
            let next = JournalLine.behindDamage(in: bytes)
            let end = offset + (next.map { position + $0.start } ?? feed + 1)
            try respond(response, to: offset + position..<end)
            if let next { try body(next.line, end) }
          }
          position = feed + 1
        }
        return position
      }
      if used == 0 {
        // A line longer than what was read, or a file that ends in the middle of one.
        guard bytes.count == size, size < JournalReader.commitLimit else {
          return try respond(response, to: offset..<range.upperBound)
        }
        size *= 4
      }
      offset += used
    }
  }

  /// Hands out the lines that begin at some places, in rising order, many with one read; nil for one
  /// that is not as it was written.
  func forEachLine(
    at offsets: ArraySlice<Int>, _ body: (_ index: Int, JournalLine?) throws -> Void
  ) throws {
    var block: [UInt8] = []
    var start = 0
    for index in offsets.indices {
      let offset = offsets[index]
      var size = 1 << 20
      while true {
        let isFound = try block.withUnsafeBufferPointer { block -> Bool in
          guard offset - start < block.count,
            let feed = Self.lineFeed(in: block, from: offset - start)
          else { return false }
          try body(
            index, JournalLine(UnsafeBufferPointer(rebasing: block[(offset - start)..<feed])))
          return true
        }
        if isFound { break }
        // The line is not all in the block, and a block that began with it was too short.
        if !block.isEmpty, start == offset {
          guard block.count == size, size < JournalReader.commitLimit else {
            try body(index, nil)
            break
          }
          size *= 4
        }
        block = try file.read(size, at: offset)
        start = offset
        if block.isEmpty {
          try body(index, nil)
          break
        }
      }
    }
  }

  private static func lineFeed(in block: UnsafeBufferPointer<UInt8>, from start: Int) -> Int? {
    guard let base = block.baseAddress, start < block.count,
      let found = memchr(base + start, 0x0A, block.count - start)
    else { return nil }
    return UnsafePointer(found.assumingMemoryBound(to: UInt8.self)) - base
  }

  private func respond(_ response: DamageResponse, to range: Range<Int>) throws {
    let damaged = damaged(range.lowerBound)
    switch response {
    case .refuse: throw damaged
    case .note(let log): log.note("\(damaged)")
    case .pass(let log, let keep):
      log.note("\(damaged)")
      try keep(range)
    }
  }

  func damaged(_ offset: Int) -> StoreError {
    .damaged(path: path, problem: "the line at byte \(offset) is not as it was written")
  }
}
