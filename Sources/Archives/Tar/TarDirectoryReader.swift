/// Reads the headers of a tar, one after the other, past the bytes of the members.
struct TarDirectoryReader {
  /// What headers tell of the member that follows.
  private struct Announcement {
    var records = PaxRecords()
    var longName: [UInt8]?
    /// Where the header stands that tells more than is read.
    var tooLongAt: Int?
  }

  private var source: TarBlocks
  private var builder: MemberDirectoryBuilder
  private var announcement = Announcement()
  private var offset = 0
  /// Whether a header is looked for behind one that is damaged.
  private var isLost = false

  init(_ source: any RandomAccessSource, limits: ArchiveLimits) {
    self.source = TarBlocks(source)
    builder = MemberDirectoryBuilder(limits: limits, laterReplaces: true)
  }

  /// All members up to the end of the file.
  ///
  /// Blocks of zeros end an archive, but they are passed over: another archive may stand behind them, and bytes of
  /// a member whose header is damaged may be zeros too.
  mutating func read() throws -> MemberDirectoryBuilder {
    var isEnded = false
    while offset < source.size {
      let block = try source.block(at: offset)
      if !block.isEmpty, block.allSatisfy({ $0 == 0 }) {
        isEnded = !isLost
        offset += block.count
      } else if let header = TarHeader(block) {
        (isLost, isEnded) = (false, false)
        offset += TarHeader.blockSize
        guard try take(header) else { break }
      } else if block.count == TarHeader.blockSize || isEnded && !block.isEmpty {
        lose(at: offset)
        offset += TarHeader.blockSize
      } else {
        builder.problems.add(.tarCutShort)
        break
      }
    }
    return builder
  }

  /// Notes that no header stands where one should; the next one is behind the bytes of a member of unknown size.
  private mutating func lose(at place: Int) {
    if !isLost { builder.problems.add(.directoryDamaged(offset: place)) }
    isLost = true
    announcement = Announcement()
  }

  /// Takes a header, and goes behind what follows it; false where the file ends before.
  private mutating func take(_ header: TarHeader) throws -> Bool {
    if header.hasMap { try skipMap() }
    guard let size = size(behind: header) else {
      lose(at: offset - TarHeader.blockSize)
      return true
    }
    switch header.kind {
    case .records, .longName: try announce(header.kind, size)
    case .file, .folder, .pieces:
      try add(header, size)
      announcement = Announcement()
    case .remark: break
    case .link, .other: announcement = Announcement()
    }
    let (end, overflow) = offset.addingReportingOverflow(size)
    guard !overflow, end <= source.size else {
      builder.problems.add(.tarCutShort)
      return false
    }
    let rest = end % TarHeader.blockSize
    offset = rest == 0 ? end : end + TarHeader.blockSize - rest
    return true
  }

  /// How many bytes follow a header; nil where that is no number.
  private func size(behind header: TarHeader) -> Int? {
    switch header.kind {
    // Theirs is a quota, or the size of what a link leads to.
    case .folder, .link: 0
    case .records, .longName, .remark: header.size
    case .file, .pieces, .other: announcement.records.size ?? header.size
    }
  }

  /// Goes behind the blocks in which old GNU tar goes on with the map of a file's holes.
  private mutating func skipMap() throws {
    while offset < source.size {
      let block = try source.block(at: offset)
      offset += TarHeader.blockSize
      guard block.count == TarHeader.blockSize, block[504] != 0 else { return }
    }
  }

  private mutating func announce(_ kind: TarHeader.Kind, _ size: Int) throws {
    guard size <= TarArchive.mostExtraBytes else {
      announcement.tooLongAt = offset - TarHeader.blockSize
      return
    }
    let bytes = try source.bytes(at: offset, count: size)
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
    let there = max(0, min(size, source.size - offset))
    try name.withUnsafeBytes { name in
      try builder.add(
        .init(
          name: name, extra: ExtraFields(bytes: UnsafeRawBufferPointer(start: nil, count: 0)),
          flags: 0, method: 0, checksum: 0,
          extent: isWhole ? (compressedSize: there, size: there, offset: offset) : nil))
    }
  }
}
