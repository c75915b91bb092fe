import Journal

extension StoreJournal {
  /// Opens the journal that is there now where its index tells at once where the line of a position ends, and where
  /// reading goes on: what stands before need not be read.
  ///
  /// Nil where the index does not tell, where the line is another one, or where anything at the end is amiss: whoever
  /// reads all of it sees what that is.
  mutating func open(behind place: FeedPosition) throws -> (
    opened: Opened, position: JournalReader.Position
  )? {
    guard try folder.identity(of: Self.name) != nil else { return nil }
    var new = try opening(try folder.open(Self.name, .reading))
    guard let header = new.header, place.sequence >= header.sequence else { return nil }
    let lines = PlacedLines(file: new.file, path: path)
    let index = TailIndexFile(folder, journal: header.checksum)
    let found = try index.entries(ofLine: place.sequence, behind: header)
    guard let (line, last) = found, try Self.holds(lines, last.place) else { return nil }
    if let line {
      guard place.checksum ?? line.place.checksum == line.place.checksum,
        try Self.holds(lines, line.place)
      else { return nil }
    }
    new.acknowledgedEnd = last.place.end
    do {
      try start(new)
    } catch let error as StorageError where error.isMissing {
      // A compaction came between.
      return nil
    }
    return (new, JournalReader.Position(behind: line?.place ?? header))
  }

  private static func holds(_ lines: PlacedLines, _ place: LinePlace) throws -> Bool {
    try lines.lineIfWhole(at: place.offset, length: place.length) { line in
      line.sequence == place.sequence && line.checksum == place.checksum
    } ?? false
  }
}
