/// Reads the headers of a tar, one after the other, past the bytes of the members.
struct TarDirectoryReader {
  private let source: any RandomAccessSource
  private var builder: MemberDirectoryBuilder
  /// What the headers before tell of the next member.
  private var extended = PaxRecords()
  private var longName: [UInt8]?
  private var offset = 0

  init(_ source: any RandomAccessSource, limits: ArchiveLimits) {
    self.source = source
    builder = MemberDirectoryBuilder(limits: limits)
  }

  /// All members up to the two blocks of zeros that end an archive, or to the end of the file.
  mutating func read() throws -> MemberDirectoryBuilder {
    var isLost = false
    let block = UnsafeMutableRawBufferPointer.allocate(
      byteCount: TarHeader.blockSize, alignment: 16)
    defer { block.deallocate() }
    while offset < source.size {
      let count = try source.readFully(into: block, at: offset)
      let bytes = UnsafeRawBufferPointer(block).part(0..<count)
      if bytes.allSatisfy({ $0 == 0 }) { return builder }
      guard count == TarHeader.blockSize else {
        builder.problems.add(.tarCutShort)
        return builder
      }
      if let header = TarHeader(bytes) {
        isLost = false
        offset += TarHeader.blockSize
        guard try take(header) else { return builder }
      } else {
        // The next header stands behind the bytes of the member whose own is damaged.
        if !isLost { builder.problems.add(.directoryDamaged(offset: offset)) }
        isLost = true
        offset += TarHeader.blockSize
      }
    }
    return builder
  }

  /// Takes a header, and goes behind what follows it; false where that cannot be told, or the file ends before.
  private mutating func take(_ header: TarHeader) throws -> Bool {
    guard let size = header.isOfMember ? extended.size ?? header.size : header.size else {
      builder.problems.add(.directoryDamaged(offset: offset - TarHeader.blockSize))
      return true
    }
    switch header.kind {
    case .extended: extended = PaxRecords(try extra(size))
    case .longName: longName = Array(try extra(size).prefix { $0 != 0 })
    case .file, .folder, .sparse:
      try add(header, size)
      (extended, longName) = (PaxRecords(), nil)
    case .remark: break
    case .other: (extended, longName) = (PaxRecords(), nil)
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

  private func extra(_ size: Int) throws -> [UInt8] {
    size > TarArchive.mostExtraBytes ? [] : try source.bytes(at: offset, count: size)
  }

  private mutating func add(_ header: TarHeader, _ size: Int) throws {
    var name = extended.path ?? longName ?? header.name
    let isFolder = header.kind == .folder
    if isFolder, name.last != UInt8(ascii: "/") { name.append(UInt8(ascii: "/")) }
    let isWhole = header.kind != .sparse && !extended.isSparse
    let there = isFolder ? 0 : min(size, source.size - offset)
    try name.withUnsafeBytes { name in
      try builder.add(
        .init(
          name: name, extra: ExtraFields(bytes: UnsafeRawBufferPointer(start: nil, count: 0)),
          flags: 0, method: 0, checksum: 0,
          extent: isWhole ? (compressedSize: there, size: there, offset: offset) : nil))
    }
  }
}
