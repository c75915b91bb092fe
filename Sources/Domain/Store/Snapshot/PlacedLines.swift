/// Lines at known places of one of a snapshot's files, or of the journal.
struct PlacedLines: Sendable {
  let file: any StorageFile
  let path: String

  // MARK: - One line

  /// Reads the line that begins at a place, and is the one that is meant, where that is known.
  ///
  /// Throws `StoreError.damaged` where it is not as it was written.
  func line<Result>(
    at offset: Int, meant place: LinePlace? = nil, _ body: (JournalLine) throws -> Result
  ) throws -> Result {
    var size = place.map { $0.length + 1 } ?? 4096
    while true {
      let bytes = try file.read(size, at: offset)
      let found = try bytes.withUnsafeBufferPointer { buffer -> Result? in
        guard let feed = buffer.lineFeed(from: 0) else { return nil }
        guard let line = JournalLine(UnsafeBufferPointer(rebasing: buffer[..<feed])),
          place?.isPlace(of: line) ?? true
        else { throw damaged(offset) }
        return try body(line)
      }
      if let found { return found }
      guard place == nil, bytes.count == size, size < JournalReader.commitLimit else {
        throw damaged(offset)
      }
      size *= 4
    }
  }

  func change(at offset: Int, meant place: LinePlace? = nil) throws -> StoreChange {
    try line(at: offset, meant: place) { try $0.change(else: damaged(offset)) }
  }

  /// Reads the line that is to stand at a place.
  func line<Result>(
    at place: LinePlace, _ body: (JournalLine) throws -> Result
  ) throws -> Result { try line(at: place.offset, meant: place, body) }

  /// Whether the line that is to stand at a place is there as it was written.
  func holds(_ place: LinePlace) throws -> Bool {
    do {
      return try line(at: place) { _ in true }
    } catch StoreError.damaged {
      return false
    }
  }

  /// Where a line that is damaged ends: behind its line feed, or before the whole line that follows where
  /// the line feed itself is damaged.
  func endOfDamagedLine(at start: Int) throws(StorageError) -> Int {
    var end = start
    while true {
      let bytes = try file.read(1 << 16, at: end)
      let feed = bytes.firstIndex(of: 0x0A)
      end += feed.map { $0 + 1 } ?? bytes.count
      if feed != nil || bytes.isEmpty { break }
    }
    guard end - start <= JournalReader.commitLimit else { return end }
    var bytes = try file.read(end - start, at: start)
    if bytes.last == 0x0A { bytes.removeLast() }
    let next = bytes.withUnsafeBufferPointer { JournalLine.behindDamage(in: $0)?.start }
    return next.map { start + $0 } ?? end
  }

  // MARK: - Many lines

  /// Hands out the lines of a stretch of the file, or of all of it, in order, each with its place.
  ///
  /// `onDamage` is told of what is not as it was written, and goes on or throws.
  func forEachLine(
    in stretch: Range<Int>? = nil, onDamage: (StoreError, Range<Int>) throws -> Void,
    _ body: (JournalLine, Int) throws -> Void
  ) throws {
    let range = try stretch ?? 0..<file.size()
    var offset = range.lowerBound
    var size = 1 << 20
    while offset < range.upperBound {
      let bytes = try file.read(min(size, range.upperBound - offset), at: offset)
      let used = try bytes.withUnsafeBufferPointer { buffer in
        var position = 0
        while let feed = buffer.lineFeed(from: position) {
          let bytes = UnsafeBufferPointer(rebasing: buffer[position..<feed])
          if let line = JournalLine(bytes) {
            try body(line, offset + position)
          } else {
            let next = JournalLine.behindDamage(in: bytes)
            let end = offset + (next.map { position + $0.start } ?? feed + 1)
            try onDamage(damaged(offset + position), offset + position..<end)
            if let next { try body(next.line, end) }
          }
          position = feed + 1
        }
        return position
      }
      if used == 0 {
        // A line longer than what was read, or a file that ends in the middle of one.
        guard bytes.count == size, size < JournalReader.commitLimit else {
          return try onDamage(damaged(offset), offset..<range.upperBound)
        }
        size *= 4
      }
      offset += used
    }
  }

  /// Hands out what the lines of a stretch say, each with its stretch.
  ///
  /// `onUnknown` is told why a whole line cannot be understood, and goes on or throws.
  func forEach(
    in stretch: Range<Int>? = nil, onDamage: (StoreError, Range<Int>) throws -> Void,
    onUnknown: (any Error, Int) throws -> Void = { error, _ in throw error },
    _ body: (StoreLine, Range<Int>) throws -> Void
  ) throws {
    try forEachLine(in: stretch, onDamage: onDamage) { line, offset in
      let said: StoreLine
      do {
        said = try line.said()
      } catch {
        return try onUnknown(error, offset)
      }
      try body(said, offset..<offset + line.bytes.count + 1)
    }
  }

  /// Hands out the lines that begin at some places, in rising order, many with one read; nil for one
  /// that is not as it was written.
  func forEachLine(
    at places: ArraySlice<WantedLine>, _ body: (JournalLine?, WantedLine) throws -> Void
  ) throws {
    var block: [UInt8] = []
    var start = 0
    for wanted in places {
      var size = 1 << 20
      while true {
        let isFound = try block.withUnsafeBufferPointer { block -> Bool in
          let place = wanted.offset - start
          guard place < block.count, let feed = block.lineFeed(from: place) else { return false }
          try body(JournalLine(UnsafeBufferPointer(rebasing: block[place..<feed])), wanted)
          return true
        }
        if isFound { break }
        // The line is not all in the block, and a block that began with it was too short, or held all that is left.
        if !block.isEmpty, start == wanted.offset {
          guard block.count == size, size < JournalReader.commitLimit else {
            try body(nil, wanted)
            break
          }
          size *= 4
        }
        block = try file.read(size, at: wanted.offset)
        start = wanted.offset
        if block.isEmpty {
          try body(nil, wanted)
          break
        }
      }
    }
  }

  func damaged(_ offset: Int) -> StoreError {
    .damaged(path: path, problem: "the line at byte \(offset) is not as it was written")
  }
}

extension JournalLine {
  func said() throws -> StoreLine { try StoreLine(bytes, sequence: sequence) }

  /// The change that the line tells of; nil where it tells of something else.
  func change() throws -> StoreChange? {
    if case .change(let change) = try said() { change } else { nil }
  }

  /// The same for a line that has to tell of one.
  func change(else error: @autoclosure () -> StoreError) throws -> StoreChange {
    guard let change = try change() else { throw error() }
    return change
  }
}
