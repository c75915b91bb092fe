/// Reads the headers of a tar in order into a `MemberDirectoryBuilder`, and skips the members' bytes.
struct TarDirectoryReader: ~Copyable {
  /// The metadata given by headers before the member it describes.
  private struct Announcement {
    var records = PaxRecords()
    var longName: [UInt8]?
    /// The offset of a header with more metadata than the limit allows.
    var tooLongAt: Int?
  }

  private let source: any RandomAccessSource
  private var blocks: StreamBuffer<SourceStream>
  private var builder: MemberDirectoryBuilder
  private var announcement = Announcement()
  /// Whether the reader is looking for a valid header after a damaged one.
  private var isLost = false

  init(_ source: any RandomAccessSource, limits: ArchiveLimits) {
    self.source = source
    blocks = StreamBuffer(SourceStream(source), capacity: 32 * TarHeader.blockSize)
    builder = MemberDirectoryBuilder(limits: limits, laterReplaces: true)
  }

  /// Reads all members up to the end of the file.
  ///
  /// Blocks of zeros end an archive, but reading continues after them. Another archive may follow, and the bytes of a
  /// member with a damaged header may be zeros too.
  mutating func read() throws -> MemberDirectoryBuilder {
    var isEnded = false
    while blocks.position < source.size {
      let block = try nextBlock()
      if !block.isEmpty, block.allSatisfy({ $0 == 0 }) {
        isEnded = !isLost
        blocks.consume(block.count)
      } else if let header = TarHeader(block) {
        (isLost, isEnded) = (false, false)
        blocks.consume(TarHeader.blockSize)
        guard try take(header) else { break }
      } else if block.count == TarHeader.blockSize || isEnded && !block.isEmpty {
        lose(at: blocks.position)
        blocks.consume(block.count)
      } else {
        builder.problems.add(.tarCutShort)
        break
      }
    }
    return builder
  }

  /// Returns the next block, which is shorter at the end of the source. The pointer is valid until the next call.
  private mutating func nextBlock() throws -> UnsafeRawBufferPointer {
    _ = try blocks.require(TarHeader.blockSize)
    return blocks.bytes.part(0..<min(TarHeader.blockSize, blocks.bytes.count))
  }

  /// Reports a missing header once.
  ///
  /// The size of its member is unknown, so the reader then looks at each block for the next header.
  private mutating func lose(at place: Int) {
    if !isLost { builder.problems.add(.directoryDamaged(offset: place)) }
    isLost = true
    announcement = Announcement()
  }

  /// Handles a header and skips the bytes that follow; returns false if the file ends before.
  private mutating func take(_ header: TarHeader) throws -> Bool {
    let isCutShort = try header.hasMap && !skipMap()
    guard let size = size(after: header) else {
      lose(at: blocks.position - TarHeader.blockSize)
      return true
    }
    switch header.kind {
    case .records, .longName: try announce(header.kind, size)
    case .file, .folder, .pieces:
      try add(header, size)
      announcement = Announcement()
    case .ignored: break
    case .link, .other: announcement = Announcement()
    }
    guard !isCutShort, size <= source.size - blocks.position else {
      builder.problems.add(.tarCutShort)
      return false
    }
    // The last block is padded.
    blocks.jump(over: size + -size & (TarHeader.blockSize - 1))
    return true
  }

  /// The number of bytes after a header; nil if its size field is not a number.
  private func size(after header: TarHeader) -> Int? {
    switch header.kind {
    // The field of a folder is a quota, that of a link the size of its target.
    case .folder, .link: 0
    case .records, .longName, .ignored: header.size
    case .file, .pieces, .other: announcement.records.size ?? header.size
    }
  }

  /// Skips the blocks that continue old GNU tar's map of a file's holes; returns false if one is cut short.
  private mutating func skipMap() throws -> Bool {
    while blocks.position < source.size {
      let block = try nextBlock()
      let isWhole = block.count == TarHeader.blockSize
      let goesOn = isWhole && block[504] != 0
      blocks.consume(block.count)
      if !goesOn { return isWhole }
    }
    return true
  }

  private mutating func announce(_ kind: TarHeader.Kind, _ size: Int) throws {
    guard size <= TarArchive.mostExtraBytes else {
      announcement.tooLongAt = blocks.position - TarHeader.blockSize
      return
    }
    let bytes = try source.bytes(at: blocks.position, count: size)
    if kind == .records {
      announcement.records = PaxRecords(bytes)
    } else {
      announcement.longName = Array(bytes.prefix { $0 != 0 })
    }
  }

  private mutating func add(_ header: TarHeader, _ size: Int) throws {
    if let place = announcement.tooLongAt {
      builder.problems.add(.headerTooLong(offset: place, limit: TarArchive.mostExtraBytes))
      return
    }
    var name = announcement.records.path ?? announcement.longName ?? header.name
    let isFolder = header.kind == .folder
    if isFolder, name.last != UInt8(ascii: "/") { name.append(UInt8(ascii: "/")) }
    let isWhole = header.kind != .pieces && !announcement.records.isSparse
    let place = blocks.position
    let there = max(0, min(size, source.size - place))
    try name.withUnsafeBytes { name in
      try builder.add(.init(name: name, extent: isWhole ? (there, there, place) : nil))
    }
  }
}
