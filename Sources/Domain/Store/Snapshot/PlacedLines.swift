import System

/// Reads lines of a snapshot file or of the journal: one by its offset, all in a range, or many by their offsets.
struct PlacedLines: Sendable {
  let file: any StorageFile
  let path: String

  // MARK: - One line

  /// Reads the line at an offset and compares it with the expected one, if that is known.
  ///
  /// Throws `StoreError.damaged` if the line is damaged or a different one.
  func line<Result>(
    at offset: Int, meant place: LinePlace? = nil, _ body: (JournalLine) throws -> Result
  ) throws -> Result {
    var size = place.map { $0.length + 1 } ?? 4096
    while true {
      let bytes = try file.read(size, at: offset)
      let found = try bytes.withUnsafeBufferPointer { buffer -> Result? in
        guard let feed = buffer.firstIndex(ofByte: 0x0A) else { return nil }
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
    try line(at: offset, meant: place) { line in
      guard case .change(let change) = try StoreLine(line) else { throw damaged(offset) }
      return change
    }
  }

  /// Reads the line that is expected at a place.
  func line<Result>(
    at place: LinePlace, _ body: (JournalLine) throws -> Result
  ) throws -> Result { try line(at: place.offset, meant: place, body) }

  /// Returns whether the line expected at a place is there and intact.
  func holds(_ place: LinePlace) throws -> Bool {
    do {
      return try line(at: place) { _ in true }
    } catch StoreError.damaged {
      return false
    }
  }

  /// The end of a damaged line: after its line feed, or before the next intact line if the line feed itself is damaged.
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
    let next = bytes.withUnsafeBufferPointer { JournalLine.intactLineAfterDamage(in: $0)?.start }
    return next.map { start + $0 } ?? end
  }

  // MARK: - Many lines

  /// Passes the lines of a range of the file, or of all of it, to `body`, each with its offset.
  ///
  /// `onDamage` receives damaged ranges and returns to continue, or throws.
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
        while let feed = buffer.firstIndex(ofByte: 0x0A, from: position) {
          let bytes = UnsafeBufferPointer(rebasing: buffer[position..<feed])
          if let line = JournalLine(bytes) {
            try body(line, offset + position)
          } else {
            let next = JournalLine.intactLineAfterDamage(in: bytes)
            let end = offset + (next.map { position + $0.start } ?? feed + 1)
            try onDamage(damaged(offset + position), offset + position..<end)
            if let next { try body(next.line, end) }
          }
          position = feed + 1
        }
        return position
      }
      if used == 0 {
        // The line is longer than the bytes read, or the file ends within a line.
        guard bytes.count == size, size < JournalReader.commitLimit else {
          return try onDamage(damaged(offset), offset..<range.upperBound)
        }
        size *= 4
      }
      offset += used
    }
  }

  /// Passes the decoded lines of a range to `body`, each with its range.
  ///
  /// `onUnknown` receives the error of an intact line that cannot be decoded, and returns to continue, or throws.
  func forEach(
    in stretch: Range<Int>? = nil, onDamage: (StoreError, Range<Int>) throws -> Void,
    onUnknown: (any Error, Int) throws -> Void = { error, _ in throw error },
    _ body: (StoreLine, Range<Int>) throws -> Void
  ) throws {
    try forEachLine(in: stretch, onDamage: onDamage) { line, offset in
      let said: StoreLine
      do {
        said = try StoreLine(line)
      } catch {
        return try onUnknown(error, offset)
      }
      try body(said, offset..<offset + line.bytes.count + 1)
    }
  }

  /// Passes the lines at some offsets, in ascending order, to `body`, many with one read. A damaged line is passed as
  /// nil.
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
          guard place < block.count, let feed = block.firstIndex(ofByte: 0x0A, from: place) else {
            return false
          }
          try body(JournalLine(UnsafeBufferPointer(rebasing: block[place..<feed])), wanted)
          return true
        }
        if isFound { break }
        // The block does not contain the complete line. If it began with the line, it was too short, or the file ends
        // within the line.
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
    .damaged(path: path, problem: "the line at byte \(offset) is damaged")
  }
}
